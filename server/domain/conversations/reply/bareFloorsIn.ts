import { type Piece, plainOf, re } from './Piece.ts'
import type { Expects } from './ParsedReply.ts'
import { hourWords, numeral, ordinal, ordinalValue, type Tongue } from './phrases.ts'

/** The end of what is said about a floor. */
const end = '(?= ?(?:[.,;!]|$| and | y | e | all | they | todos | todo mundo ))'
/** "On 5", "en el 5", "no 5": a number of a floor without the word. */
const bare: Readonly<Record<Tongue, RegExp>> = {
  en: re(`\\bon (\\d{1,2})${end}`),
  es: re(`\\ben el (\\d{1,2})${end}`),
  pt: re(`\\bno (\\d{1,2})${end}`),
}
/** "On the third": after another floor. */
const nth = re(`\\b(?:on the|en el|no) (${ordinal})${end}`)
/** "Laje do 4". */
const slab = re('\\b(?:laje|losa) (?:do|del) (\\d{1,2})(?![\\d.:])')
const anyHours = re(`(?<![a-z])(?:${hourWords})(?![a-z])`)

const workersBefore = re(`\\b(?:${numeral}|all|everyone|everybody|todos|todas)(?![a-z])`)
/** "Lift needed on 5": the part of the text that names the floor has a number, or names everyone. */
const isOfWorkers = (text: string, at: number) =>
  workersBefore.test(
    text
      .slice(0, at)
      .split(/[.,;!]/u)
      .at(-1) ?? '',
  )

/**
 * Takes floors without the word "floor" that are in the list of the project. Without a word for hours, "8 guys on 10" may be hours.
 * `hasLevel`: the text names another floor, which an ordinal number needs: "on the third".
 */
export function bareFloorsIn(
  piece: Piece,
  list: readonly string[],
  { tongue, expects, hasLevel }: { readonly tongue: Tongue | undefined; readonly expects: Expects; readonly hasLevel: boolean },
): { readonly at: number; readonly name: string }[] {
  const found: { at: number; name: string }[] = []
  const numbers = tongue === undefined ? [bare.en, bare.es] : [bare[tongue]]
  const patterns = [slab, ...(hasLevel ? [nth] : []), ...(expects === 'location' || anyHours.test(piece.text) ? numbers : [])]
  for (const pattern of patterns)
    for (let guard = 0; guard < 4; guard++) {
      const match = pattern.exec(piece.text)
      const said = match?.[1]
      const label = said && list.find((one) => plainOf(one) === `level ${ordinalValue(said) ?? Number(said)}`)
      if (!match || !said || !label || !(pattern === slab || isOfWorkers(piece.text, match.index))) break
      const at = match.index + match[0].length - said.length
      found.push({ at, name: label })
      // The preposition stays: "4 on ~ and 3 on ~" are workers at places.
      const from = pattern === slab ? match.index : at
      piece.blank(from, at + said.length - from)
    }
  return found
}
