import * as z from 'zod/mini'
import { defineSettings } from '../../../contract/forms/options/defineSettings.ts'
import { Expression, fieldBase, Template } from '../../../contract/forms/fieldBase.ts'
import { listIn } from '../../../contract/forms/isRaw.ts'
import { samplePicture } from '../../../contract/forms/options/samplePicture.ts'

const attachments = defineSettings({
  type: 'attachments',
  description: 'Photos and files.',
  words: { photoSide: 'The most pixels that a photo is high and wide; a larger one is made smaller. Without it: 2048.' },
  shape: z.strictObject({
    type: z.literal('attachments'),
    ...fieldBase,
    limit: z.optional(z.int().check(z.positive())),
    accept: z.optional(z.enum(['photos', 'files', 'all'])),
    canDelete: z.optional(Expression),
    validation: z.optional(z.array(z.string())),
    customValidation: z.optional(z.array(z.string())),
    addLabel: z.optional(z.string()),
    photoSide: z.optional(z.int().check(z.minimum(100), z.maximum(2048))),
  }),
  photoTexts({ validation, customValidation }) {
    const texts = { validation: listIn(validation).map(String), customValidation: listIn(customValidation).map(String) }
    return texts.validation.length + texts.customValidation.length > 0 ? texts : undefined
  },
  isOneValue: ({ limit }) => limit === 1,
  sample: () => [samplePicture, { ...samplePicture, filename: 'method-statement.pdf', type: 'application/pdf' }],
})

const fileAttachments = defineSettings({
  type: 'file-attachments',
  sends: true,
  description: 'Photos and files that are sent one by one as soon as they are chosen, without a save of the form.',
  words: {
    path: 'Where each file is sent: /api/attach/ and the path of a record, with ?attribute= and the list. Without it: the record that the form shows.',
  },
  shape: z.strictObject({
    type: z.literal('file-attachments'),
    ...fieldBase,
    /** The address to upload each file; absent: the list of this attribute in the record of the form. */
    path: z.optional(
      Template.check(
        z.regex(
          /^\/api\/attach\/[^?#\s][^?#]*(?:\?attribute=[^?#&]+)?$/,
          'expected /api/attach/ and the path of a record, such as /api/attach/forms/site-files/{{key}}?attribute=files',
        ),
      ),
    ),
    limit: z.optional(z.int().check(z.positive())),
    accept: z.optional(z.enum(['photos', 'files', 'all'])),
    addLabel: z.optional(z.string()),
  }),
  isOneValue: ({ limit }) => limit === 1,
  sample: () => [samplePicture],
})

export const settings = [attachments, fileAttachments] as const
