import { checkFormFile, findingLine } from '../../../../contract/forms/check/checkFormFile.ts'
import type { AuthorMistake } from './authorMistakes.ts'

const lists = new Map([['machines', ['serial_no', 'hours']]])

/** What the checker says about a file with a mistake. */
export function messagesFor({ file }: AuthorMistake): readonly string[] {
  const text = typeof file === 'string' ? file : new TextDecoder().decode(file)
  const { findings } = checkFormFile(text, () => [], { key: 'ladder-check', lists })
  return findings.map((finding) => findingLine('ladder-check.form.json', finding))
}
