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
const elsewhere = re(
  `\\b(?:nobody|no one|none|nadie|ninguno|ninguem|tomorrow|tmrw|(?<!\\bla )manana|amanha) (?:on|in|at|en|no|na|em) ${article}`,
)
const weekdays =
  'mon(?:day)?|tue(?:sday)?|wed(?:nesday)?|thu(?:rsday)?|fri(?:day)?|sat(?:urday)?|lunes|martes|miercoles|jueves|viernes|sabado|segunda|terca|quarta|quinta|sexta'
/** The words between another day and a place. */
const wordsOfDay = `(?!(?:y|e|and)\\b)(?:(?!today\\b|hoy\\b|hoje\\b|hj\\b)[a-z']{1,12} ){1,5}${article}`
const figuresOfDay = wordsOfDay.replace("[a-z']", "[a-z0-9']")
const clauseStart = '(?:^|[,.;~]) ?(?:(?:and|y|e|but|pero|mas) )?(?:el |na |on )?'
/** "Tomorrow we move to level 8", "mañana nos movemos al nivel 8". */
const moveLater = re(`${clauseStart}(?:tomorrow|tmrw|manana|amanha|next week) ${figuresOfDay}`)
/** "Monday we go to level 5", "yesterday we were on level 3": of another day beside a place of today. */
const otherDay = re(
  `${clauseStart}(?:(?:yesterday|ayer|ontem) ${wordsOfDay}|(?:${weekdays}) (?:we|we'll|i'll|will|vamos|nos|iremos|a gente|vai) (?:[a-z']{1,12} ){0,4}${article})`,
)
const thisDay = /\b(?:today|hoy|hoje|hj)\b/u
/** "Need 3 more boxes on level 6": where something is missing. */
const requested = re(
  `${clauseStart}(?:(?:we|i|they|me|nos|a gente|still|also) )?(?:needs?|faltan?|necesit(?:o|amos|an)|ocup(?:o|amos|an)|precis(?:a|o|amos)|waiting|esperando|aguardando|can (?:you|someone)) (?:[a-z0-9'/]{1,12} ){1,6}${article}`,
)
/** "Waiting on the crane", "tower crane was down": a machine, no place. */
const awaited = re(`\\b(?:wait(?:ing|ed)?|esperando|aguardando) (?:(?:on|for|a|por|pel[ao]) )?${article}`)
const broken =
  /^ (?:(?:was|is|went|estuvo|estaba|esta|quedo|estava|ficou|ta) )?(?:down|broken?|parad[ao]|descompuest[ao]|quebrad[ao]|no (?:jalo|jala|funcion[ao]|sirve|sirvio)|nao funcion\w{1,3})\b/u
const later = /^ ?(?:tomorrow|tmrw|manana|amanha)\b/u

const isDenied = (before: string, tongue: Tongue | undefined) => denied.test(before) || (tongue === 'es' && deniedInSpanish.test(before))
const isElsewhere = (before: string, after: string) => elsewhere.test(before) || later.test(after)
const isTakenBack = (toNext: string, after: string) => retraction.test(toNext) || openRetraction.test(after)

/** A place that is named for another reason than work: a request, a machine. */
const isNoWorkPlace = (before: string, name: string, after: string) =>
  awaited.test(before) || requested.test(before) || (/crane|gr[uú]a|guindaste/iu.test(name) && broken.test(after))
const isAlternative = (before: string, after: string, last: Found | undefined) =>
  alternative.test(after) || (last?.end !== undefined && between.test(before))
/** `isBesideToday`: the text names another place or the day of today. */
const isOtherDay = (before: string, isBesideToday: boolean) => moveLater.test(before) || (isBesideToday && otherDay.test(before))

/** Leaves out places that are taken back or denied, and alternatives. `text`: the whole text in plain letters. */
export function withoutRetracted(found: readonly Found[], text: string, tongue: Tongue | undefined): readonly Found[] {
  return found.filter(({ at, name, end = at }, n) => {
    const last = found[n - 1]
    const [before, after] = [text.slice(last?.end ?? 0, at), text.slice(end)]
    const toNext = text.slice(end, found[n + 1]?.at ?? end)
    const isOneOfTwo = isAlternative(before, after, last)
    if (isOneOfTwo || isTakenBack(toNext, after)) return false
    if (isNoWorkPlace(before, name, after) || isOtherDay(before, n > 0 || thisDay.test(text))) return false
    return !isDenied(before, tongue) && (found.length === 1 || !isElsewhere(before, after))
  })
}
