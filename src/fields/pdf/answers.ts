import type { Model } from '../../../contract/endpoints/records.ts'
import type { PdfConfig } from '../../../contract/forms/PdfConfig.ts'
import { pdfRecord } from '../../../contract/forms/pdfRecord.ts'
import { lessonOf } from '../../../contract/rules/progress.ts'
import { defineAnswer, type Shown } from '../defineAnswer.ts'
import { wrongIn } from './wrongIn.ts'

/** A filled document, with its attachments; undefined for one that was only read. */
function filledDocument(answer: Model, config: Pick<PdfConfig, 'fieldTooltips'> | undefined): Shown | undefined {
  const filled = answer[pdfRecord.file]
  if (!Array.isArray(filled) || filled.length === 0) return undefined
  const beside = answer[pdfRecord.attachments]
  const wrong = wrongIn(answer[pdfRecord.nonConforming], config)
  return {
    kind: 'files',
    value: [...filled, ...(Array.isArray(beside) ? beside : [])] as unknown[],
    ...(wrong.length > 0 && { wrong }),
  }
}

/** A filled document as its files; otherwise the share that was read. */
const pdf = defineAnswer({
  type: 'pdf',
  shown: ({ form }, value) =>
    filledDocument(value as Model, form) ?? { kind: 'text', value: `${Math.floor(lessonOf(value).watchedPercent * 100)}%` },
})

export const answers = [pdf]
