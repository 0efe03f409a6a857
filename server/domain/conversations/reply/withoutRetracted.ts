import { re } from './Piece.ts'
import { levelWords, type Tongue } from './phrases.ts'

/** A place in a text: where its words begin and end. */
export interface Found {
  readonly at: number
  readonly name: string
  readonly end?: number
}

const takenBack =
  '^[ ,.;-]{0,4}(?:no )?(?:no wait|i mean|i meant|sorry|oops|digo|perdon|quise decir|quer dizer|quero dizer|desculpa|alias|mejor dicho|ou melhor|make that|actually|correction|correccion|correcao)[ ,:]{0,3}(?:(?:it was|was|era|es|e|the|on|at|el|la|o|a|en|en el|no|na) ){0,3}'
/** "Level 6, I mean level 7": the words between a place and its replacement. */
const retraction = re(`${takenBack}$`)
/** "Level 6, I mean 7": the number may be the place or a figure. */
const openRetraction = re(`${takenBack}\\d{1,2}(?= ?(?:[.,;!]|$))`)
/** "Level 6 or 7". */
const alternative = re(`^ ?(?:or|o|ou) (?:(?:${levelWords}) )?\\d{1,2}\\b`)
const between = /^ ?(?:or|o|ou) ?$/u

const article = '(?:(?:the|el|la|los|las|o|a|os|as) )?$'
/** "Not on level 3", "não no nível 3". */
const denied = re(`\\b(?:not|nao|isn't|wasn't) (?:(?:on|in|at|no|na|em) )?${article}`)
/** "…, no en el nivel 3": in Portuguese "no nível 3" is where people worked. */
const deniedInSpanish = re(`[,.;] ?no (?:en )?${article}`)
/** "Tomorrow on level 3", "nadie en el nivel 3": beside other places. */
const elsewhere = re(`\\b(?:nobody|no one|none|nadie|ninguno|ninguem|tomorrow|tmrw|manana|amanha) (?:on|in|at|en|no|na|em) ${article}`)
const later = /^ ?(?:tomorrow|tmrw|manana|amanha)\b/u

const isDenied = (before: string, tongue: Tongue | undefined) => denied.test(before) || (tongue === 'es' && deniedInSpanish.test(before))
const isElsewhere = (before: string, after: string) => elsewhere.test(before) || later.test(after)
const isTakenBack = (toNext: string, after: string) => retraction.test(toNext) || openRetraction.test(after)

/** Leaves out places that are taken back or denied, and alternatives. `text`: the whole text in plain letters. */
export function withoutRetracted(found: readonly Found[], text: string, tongue: Tongue | undefined): readonly Found[] {
  return found.filter(({ at, end = at }, n) => {
    const last = found[n - 1]
    const [before, after] = [text.slice(last?.end ?? 0, at), text.slice(end)]
    const toNext = text.slice(end, found[n + 1]?.at ?? end)
    const isOneOfTwo = alternative.test(after) || (last?.end !== undefined && between.test(before))
    if (isOneOfTwo || isTakenBack(toNext, after)) return false
    return !isDenied(before, tongue) && (found.length === 1 || !isElsewhere(before, after))
  })
}
