import type { Field } from './form.ts'
import type { PdfFile } from './PdfFile.ts'
import type { PdfField } from './PdfContent.ts'
import { decodeText, PdfStream, PdfString, type PdfValue } from './PdfValue.ts'

/** Longest script that is searched, characters. Calls of Acrobat's own functions are short. */
const longest = 2000

/** What a text field accepts, from the functions of Acrobat that its keystroke or format script calls. */
export function formatOf(file: PdfFile, field: Field): Pick<PdfField, 'format' | 'dateFormat'> {
  for (const { dict } of [...field.dicts, ...field.boxes]) {
    const actions = file.dict(dict.get('AA'))
    if (!actions) continue
    for (const key of ['K', 'F']) {
      const script = scriptText(file, file.dict(actions.get(key))?.get('JS'))
      const found = script === '' ? undefined : formatIn(script)
      if (found) return found
    }
  }
  return {}
}

function scriptText(file: PdfFile, value: PdfValue | undefined): string {
  const script = file.get(value)
  if (script instanceof PdfString) return decodeText(script).slice(0, longest)
  if (!(script instanceof PdfStream)) return ''
  return decodeText(new PdfString(file.unpacked(script)?.subarray(0, longest) ?? new Uint8Array(0)))
}

/** The formats of `AFDate_Format(0)` to `(13)`, in Acrobat's order. */
const dateFormats = [
  'm/d',
  'm/d/yy',
  'mm/dd/yy',
  'mm/yy',
  'd-mmm',
  'd-mmm-yy',
  'dd-mmm-yy',
  'yy-mm-dd',
  'mmm-yy',
  'mmmm-yy',
  'mmm d, yyyy',
  'mmmm d, yyyy',
  'm/d/yy h:MM tt',
  'm/d/yy HH:MM',
]

function formatIn(script: string): Pick<PdfField, 'format' | 'dateFormat'> | undefined {
  if (/\bAF(?:Number|Percent)_(?:Keystroke|Format)\b/.test(script)) return { format: 'number' }
  if (/\bAFTime_(?:Keystroke|Format)/.test(script)) return { format: 'time' }
  const [, named] = /\bAFDate_(?:Keystroke|Format)Ex\s*\(\s*["']([^"']{1,40})["']/.exec(script) ?? []
  if (named !== undefined) return { format: 'date', dateFormat: named }
  const [, at] = /\bAFDate_(?:Keystroke|Format)\s*\(\s*(\d{1,2})/.exec(script) ?? []
  if (at !== undefined) {
    const dateFormat = dateFormats[Number(at)]
    return { format: 'date', ...(dateFormat === undefined ? {} : { dateFormat }) }
  }
  const [, kind] = /\bAFSpecial_(?:Keystroke|Format)\s*\(\s*([0-3])/.exec(script) ?? []
  return kind === undefined ? undefined : { format: kind === '2' ? 'phone' : 'digits' }
}
