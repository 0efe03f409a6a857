import * as z from 'zod/mini'
import { PdfFieldConfig } from '../../../contract/forms/PdfConfig.ts'
import { defineSettings } from '../../../contract/forms/options/defineSettings.ts'
import { Template } from '../../../contract/forms/fieldBase.ts'
import { pdfLabels, textOf } from '../../../contract/forms/options/TranslateValue.ts'
import { watched } from '../../../contract/forms/options/watched.ts'

/**
 * A document to read, or with `form` to fill in, sign and read; its progress is the fraction of pages seen.
 */
const pdf = defineSettings({
  type: 'pdf',
  description: 'A document to read, or with form a PDF form to fill in and sign; keeps how many pages were seen.',
  shape: z.strictObject({
    type: z.literal('pdf'),
    ...watched,
    source: Template,
    target: z.optional(z.number().check(z.gt(0), z.lte(1))),
    /**
     * The document is filled in like a PDF form; the answer has the filled file (`pdf`), the values
     * (`fields`) and the attachments.
     */
    form: z.optional(PdfFieldConfig),
  }),
  // The document for another language is the translation of the original address.
  texts: { source: textOf, form: (value, translate, path) => pdfLabels(value as z.output<typeof PdfFieldConfig>, translate, path) },
  sample: () => ({ hasWatchedVideo: true, watchedPercent: 1 }),
})

export const settings = [pdf] as const
