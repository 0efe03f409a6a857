import { type Piece, plainOf, re } from './Piece.ts'
import type { Expects } from './ParsedReply.ts'
import { hourWords, numeral, ordinal, ordinalValue, type Tongue } from './phrases.ts'

/** The end of what is said about a floor. */
const end = '(?= ?(?:[.,;!]|$| and | y | e | all | they | half | todos | todo mundo | ?(?:today|hoy|hoje|hj)\\b))'
/** "On 5", "en el 5", "no 5": a number of a floor without the word. */
const bare: Readonly<Record<Tongue, RegExp>> = {
  en: re(`\\bon (\\d{1,2})${end}`),
  es: re(`\\ben el (\\d{1,2})${end}`),
  pt: re(`\\bno (\\d{1,2})${end}`),
}
/** "On the third": after another floor. */
const nth = re(`\\b(?:on the|en el|no) (${ordinal})${end}`)
/** "En el quinto" alone. English "on the fifth" may be a date, "en el cuarto" and "no quarto" a room. */
const lonelyNth: Readonly<Record<Tongue, readonly RegExp[]>> = {
  en: [],
  es: [re(`\\ben el ((?!cuarto\\b)(?:${ordinal}))${end}`)],
  pt: [re(`\\bno ((?!quarto\\b)(?:${ordinal}))${end}`)],
}
/** "Laje do 4". */
const slab = re('\\b(?:laje|losa) (?:do|del) (\\d{1,2})(?![\\d.:])')
const anyHours = re(`(?<![a-z])(?:${hourWords})(?![a-z])`)

const workersBefore = re(`\\b(?:${numeral}|all|everyone|everybody|half|mitad|metade|todos|todas)(?![a-z])`)
/** "Lift needed on 5": the part of the text that names the floor has a number, or names everyone. */
const isOfWorkers = (text: string, at: number) =>
  workersBefore.test(
    text
      .slice(0, at)
      .split(/[.,;!]/u)
      .at(-1) ?? '',
  )

/** Returns the patterns of floors in a text. Without a word for hours, "8 guys on 10" may be hours. */
function patternsFor(text: string, tongue: Tongue | undefined, expects: Expects): readonly RegExp[] {
  const isFloor = expects === 'location' || anyHours.test(text)
  if (!isFloor) return [slab, nth]
  return tongue === undefined ? [slab, bare.en, bare.es, nth] : [slab, bare[tongue], ...lonelyNth[tongue], nth]
}

/**
 * Takes floors without the word "floor" that are in the list of the project.
 * `hasLevel`: the text names another floor, which an ordinal number needs: "on the third".
 */
export function bareFloorsIn(
  piece: Piece,
  list: readonly string[],
  { tongue, expects, hasLevel }: { readonly tongue: Tongue | undefined; readonly expects: Expects; readonly hasLevel: boolean },
): { readonly at: number; readonly name: string }[] {
  const found: { at: number; name: string }[] = []
  for (const pattern of patternsFor(piece.text, tongue, expects)) {
    if (pattern === nth && !hasLevel && found.length === 0) continue
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
  }
  return found
}
