import { trimEnd } from '../../../contract/rules/trimEnds.ts'
import {
  commonPlaces,
  each,
  hourWords,
  levelWords,
  numeral,
  numeralWithHalf as amount,
  ordinal,
  ordinalValue,
  phrases,
  type Tongue,
  tongueOf,
  valueOf,
  workers,
} from './phrases.ts'

/** The last question of the bot: everything, one part, or a confirmation. */
export type Expects = 'all' | 'count' | 'hours' | 'location' | 'confirm' | 'comment' | 'more'

export type Intent = 'yes' | 'no' | 'nil' | 'same' | 'wrong' | 'pause' | 'stop' | 'rude' | 'thanks' | 'none'

/** The content of a text, as far as the rules recognize it. */
export interface ParsedReply {
  readonly tongue?: Tongue | undefined
  readonly intent?: Intent | undefined
  readonly count?: number | undefined
  /** Hours of each worker. */
  readonly hours?: number | undefined
  /** The text says "same hours": the hours of the previous answer. */
  readonly sameHours?: boolean | undefined
  readonly location?: string | undefined
  readonly notes?: string | undefined
}

/** Lower case without accents, character by character: an index is valid in both texts. */
const plainOf = (text: string): string =>
  Array.from(text, (char) => {
    const [base = ' '] = char.normalize('NFD').toLowerCase()
    return base.length === char.length ? base : char
  })
    .join('')
    .replaceAll(/[’‘`´]/g, "'")
    .replaceAll(/[‐‑–—]/g, '-')

/** A text from which patterns take parts one after the other. A part that was taken becomes blank. */
class Piece {
  readonly original: string
  text: string
  constructor(original: string) {
    this.original = original
    this.text = plainOf(original)
  }
  exec(pattern: RegExp): RegExpExecArray | undefined {
    return pattern.exec(this.text) ?? undefined
  }
  /** Returns the first match and blanks it. */
  take(pattern: RegExp): RegExpExecArray | undefined {
    const match = pattern.exec(this.text)
    if (!match) return undefined
    this.blank(match.index, match[0].length)
    return match
  }
  blank(from: number, length: number): void {
    this.text = this.text.slice(0, from) + '~'.repeat(length) + this.text.slice(from + length)
  }
  at(from: number, length: number): string {
    return this.original.slice(from, from + length)
  }
}

/** Maximum number of characters that are read: the length of one text message. */
const longestText = 1600
// regex: at most 1600 characters, cut in parseReply()
const re = (source: string, flags = 'u') => new RegExp(source, flags)
const num = (text: string | undefined) => (text === undefined ? Number.NaN : valueOf(text.trim()))

const noteMark = /(?:^|[\s.,;])(?:notes?|notas?|obs|observ\w*|comments?|comentarios?|fyi|ps)\s*[:-]\s*(.+)$/su

/** Parses a text. `places` are the locations of the project and have priority over free text. */
export function parseReply(original: string, { expects, places = [] }: { expects: Expects; places?: readonly string[] }): ParsedReply {
  const text = original.slice(0, longestText).replaceAll(/\s+/g, ' ').trim()
  const piece = new Piece(text)
  const whole = piece.text
  const tongue = tongueOf(whole, text)

  const told = note(piece)
  const place = placesIn(piece, places)
  const figures = figuresIn(piece, expects)
  const some = figures.count !== undefined || figures.hours !== undefined
  const intent = intentOf(whole, some, expects)
  if (isWholeAnswer(intent)) return { tongue, intent, ...(place !== '' && { location: place }) }
  const location = place || (expects === 'confirm' ? '' : freePlace(piece, expects, some))
  const notes = told ?? restOf(piece, some || location !== '')
  return {
    tongue,
    ...(intent !== undefined && !some && { intent }),
    ...figures,
    ...(location !== '' && intent === undefined && { location }),
    ...(notes !== undefined && expects !== 'confirm' && { notes }),
  }
}

/** Returns whether the rest of the text does not matter beside this intent. */
const isWholeAnswer = (intent: Intent | undefined): intent is Exclude<Intent, 'yes' | 'no'> =>
  intent !== undefined && intent !== 'yes' && intent !== 'no'

type Phrase = keyof typeof phrases

/** Phrases that count beside figures too, in the order in which they are tried. */
const strongPhrases: readonly Phrase[] = ['stop', 'rude', 'wrong']
const closingPhrases: readonly Phrase[] = ['thanks', 'yes', 'no']
const answerPhrases: readonly Phrase[] = ['pause', 'same', 'nil', ...closingPhrases]
/** The other phrases by the last question, in the order in which they are tried. */
const phrasesAfter: Readonly<Record<Expects, readonly Phrase[]>> = {
  all: answerPhrases,
  count: answerPhrases,
  hours: answerPhrases,
  comment: answerPhrases,
  location: ['none', ...answerPhrases],
  more: ['finished', 'pause', ...closingPhrases],
  confirm: ['yes', 'no', 'pause', 'thanks'],
}

function intentOf(whole: string, figures: boolean, expects: Expects): Intent | undefined {
  const trimmed = whole.trim()
  const isIn = (phrase: Phrase) => phrases[phrase].test(trimmed)
  const found = strongPhrases.find(isIn) ?? (figures ? undefined : phrasesAfter[expects].find(isIn))
  return found === 'finished' ? 'none' : found
}

/** Takes a note: "Notes: …" until the end. */
function note(piece: Piece): string | undefined {
  const match = noteMark.exec(piece.text)
  const rest = match?.[1]
  if (!match || rest === undefined) return undefined
  const from = match.index + match[0].length - rest.length
  const said = piece.at(from, rest.length).trim()
  piece.blank(match.index, match[0].length)
  return said || undefined
}

const levelTail = `(?:st|nd|rd|th|er|ro|do|to|mo|vo|no|o|a|º|ª|°)?`
const joiner = '(?: ?(?:,|and|&|y|e|-|to|a|ate|hasta|thru|through|/|\\+) ?)'
const levels = re(
  `\\b(?:${levelWords})\\.? ?(?:#|no\\.? |numero )?((?:${numeral})${levelTail}(?:${joiner}(?:(?:${levelWords})\\.? ?)?\\d{1,2}(?!\\d)(?! ?(?:${workers}|${hourWords})\\b))*)\\b`,
)
const ordinalLevel = re(
  `\\b(?:(${ordinal})|(\\d{1,3})(?:st|nd|rd|th|er|ro|do|to|mo|vo|no|o|a|º|ª|°))(?:${joiner}(?:(${ordinal})|(\\d{1,3})(?:st|nd|rd|th|er|ro|do|to|mo|vo|no|o|a|º|ª|°)))? (?:${levelWords})\\b`,
)
const numberedLevel = re(`\\b(\\d{1,3}) (?:${levelWords})\\b`)
const levelWord = re(`(?:${levelWords})`, 'gu')
const letterLevel = /\b([lp])-?(\d{1,2})\b/u
const zones = re(
  `\\b(?:zone|area|sector|zona|setor|building|bldg|edificio|predio|tower|torre|block|bloque|bloco|gate|porton|portao|phase|fase|unit|unidad|unidade|room|wing|ala|grid(?: ?lines?)?|lote|lot|stair|escalera|escada|deck|bay|pier|podium|quad|area)s? (?:#)?((?:\\d{1,4}|[a-z])(?:-?[a-z0-9]{1,3})?(?: ?(?:-|to|thru|a|y|and|e) ?(?:\\d{1,4}|[a-z]))?)(?![a-z])`,
)
const more = re(
  `^ ?(?:,|and|&|y|e|\\+|plus|mas|mais) ?(?:on |in |at |en |na |no )?(?:the |el |la |los |las |o |a |os |as )?((?!${numeral}|(?:notes?|we|they|all|each|every|no|all|todos|cada|for|por|note)\\b)[a-z'][a-z' -]{2,28}?)(?= ?(?:[.,;~!]|$| and | y | for | por | with | con | com ))`,
)

interface Found {
  readonly at: number
  readonly name: string
}

/** Returns all locations in text order. Uses the names of the project list where they match. */
function placesIn(piece: Piece, list: readonly string[]): string {
  const found: Found[] = []
  const known = list.map((label) => ({ label, plain: plainOf(label) })).sort((a, b) => b.plain.length - a.plain.length)
  const listed = (name: string) => known.find(({ plain }) => plain === plainOf(name))?.label ?? name
  const add = (match: RegExpExecArray | undefined, names: readonly string[]) => {
    if (!match) return false
    for (const name of names) found.push({ at: match.index, name })
    addMore(piece, match.index + match[0].length, found)
    return true
  }
  /** Returns the only place in the list that has this name or starts with it. */
  const nearest = (plainName: string) => {
    const alike = known.filter(({ plain }) => plain === plainName || plain.startsWith(`${plainName} `))
    return alike.length === 1 ? alike[0]?.label : undefined
  }
  /** Returns the place of a letter and a number, such as "L3" or "P1". */
  const ofLetter = ([, letter, number]: RegExpExecArray) => {
    const name = `${letter?.toUpperCase()}${number}`
    const label = known.find(({ plain }) => plain.endsWith(` ${name.toLowerCase()}`))?.label
    return label ?? (letter === 'l' ? listed(`Level ${number}`) : name)
  }
  const addLabels = (labels: typeof known) => {
    for (const { label, plain } of labels) {
      const pattern = re(`(?<![a-z0-9])${plain.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![a-z0-9])`)
      add(piece.take(pattern), [label])
    }
  }
  // Skips numbered levels, which may continue: "level 11 and 12".
  addLabels(known.filter(({ plain }) => !/^[a-z]+ \d+$/u.test(plain)))
  for (let guard = 0; guard < 6; guard++) {
    const nth = piece.take(ordinalLevel)
    if (nth) {
      const numbers = [nth[1] ?? nth[2], nth[3] ?? nth[4]].filter((n): n is string => n !== undefined)
      add(
        nth,
        numbers.map((n) => listed(`Level ${ordinalValue(n) ?? Number(n)}`)),
      )
      continue
    }
    const plural = levels.exec(piece.text)
    if (plural) {
      piece.blank(plural.index, plural[0].length)
      add(plural, levelNames(plural[1] ?? '').map(listed))
      continue
    }
    const numbered = piece.take(numberedLevel)
    if (numbered) {
      add(numbered, [listed(`Level ${Number(numbered[1])}`)])
      continue
    }
    const letter = piece.take(letterLevel)
    if (letter) {
      add(letter, [ofLetter(letter)])
      continue
    }
    const zone = piece.take(zones)
    if (!zone) break
    add(zone, [listed(capital(piece.at(zone.index, zone[0].length)))])
  }
  addLabels(known)
  for (const [word, name] of Object.entries(commonPlaces).sort(([a], [b]) => b.length - a.length)) {
    const match = piece.take(re(`(?<![a-z])${word}(?![a-z])`))
    if (match) add(match, [nearest(plainOf(name)) ?? name])
  }
  const inOrder = found.sort((a, b) => a.at - b.at).map(({ name }) => name)
  return [...new Set(inOrder)].join(', ')
}

/** Adds a place that follows another place: "… and the crane pad". */
function addMore(piece: Piece, from: number, found: Found[]): void {
  const match = more.exec(piece.text.slice(from))
  const words = match?.[1]
  if (!match || words === undefined || isChatter(words.trim()) || re(`\\b(?:${workers}|${hourWords})\\b`).test(words)) return
  const start = from + match[0].length - words.length
  found.push({ at: start, name: capital(piece.at(start, words.length).trim()) })
  piece.blank(from, match[0].length)
}

function levelNames(text: string): string[] {
  const bare = text.replaceAll(levelWord, ' ')
  const parts = bare.split(/ ?(?:,|&|\/|\+|\band\b|\by\b|\be\b) ?/u).map((part) => part.trim())
  return parts.flatMap((part) => {
    const range = /^(\d{1,2})\D*?(?:-|to|a|ate|hasta|thru|through) ?(\d{1,2})/u.exec(part)
    const [first, last] = range ? [Number(range[1]), Number(range[2])] : [num(/^[a-z0-9]+/u.exec(part)?.[0]), Number.NaN]
    if (!Number.isNaN(last) && last > first && last - first < 20)
      return Array.from({ length: last - first + 1 }, (_, n) => `Level ${first + n}`)
    return Number.isNaN(first) ? [] : [`Level ${first}`]
  })
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

const clock = '(\\d{1,2})(?:[:h](\\d{2}))?h? ?(a\\.?m\\.?|p\\.?m\\.?)?'
const range = re(
  `(from|de|das|desde(?: las)?|between)? ?(?:las |as )?\\b${clock} ?(?:to|-|until|till|til|a las|as|a|ate as|ate|hasta las|hasta|thru) ?${clock}(?![\\d/])(?! ?(?:${workers})\\b)`,
)
const clockAlone =
  /(?:\b(?:at|by|a las|as|around|until|till|til|hasta las|ate as) )?\b\d{1,2}(?::\d{2}| ?[ap]\.?m\.?\b|h\d{2}\b)(?: ?[ap]\.?m\.?\b)?/u
const totalHours = [
  re(`(?:total|totals?|totales|totais)(?: of| de|:)? (${amount}) ?(?:man ?-?)?(?:${hourWords})\\b`),
  re(`(${amount}) ?(?:total |man[ -]?|crew |labor )(?:${hourWords})\\b`),
  re(`(${amount}) ?(?:horas?[ -](?:hombre|homem|totales|totais)|hh\\b|mh\\b)`),
  re(`(${amount}) ?(?:${hourWords}) (?:total|in total|altogether|all together|all told|combined|en total|no total|ao todo|em total)\\b`),
]
const workHours = [
  re(`(${amount}) ?(?:${hourWords})\\b(?:[ ,]*(?:of work|de trabajo|de trabalho))?(?: ?${each})?`),
  re(`\\b(?:each|cada uno|cada um|c/u)(?: (?:did|worked|for|trabajo|trabalhou|hizo|fez))? (${amount})\\b`),
  re(`(${amount}) ?${each}(?![a-z])`),
]
const words: readonly (readonly [RegExp, number])[] = [
  [/\b(?:half a day|half day|medio dia|media jornada|meio dia|meio periodo)\b/u, 4],
  [
    /\b(?:full days?|whole day|all day|dia completo|jornada completa|todo el dia|dia inteiro|o dia todo|dia todo|full shift|turno completo)\b/u,
    8,
  ],
]
const without = re(
  `\\b(${numeral}) (?:(?:of them|${workers}) )?(?:were |was |are |is |out |estan |estaban |estavam |esta )*(?:sick|absent|out|off|no[ -]?shows?|missing|called (?:in|out)|enfermos?|faltaron|falto|ausentes?|doentes?|faltaram|faltou|de baja|left early)\\b`,
)
/** Matches a phone number, which is not a figure. */
const toCall = /(?:\+\d[\d ().-]{7,30}\d|\(?\b\d{3}\)?[ .-]?\d{3}[ .-]?\d{4}\b)/u
const adjective =
  '(?:(?:more|other|regular|skilled|general|total|good|new|union|mas|otros|buenos|outros|mais|concrete|steel|drywall|site|de los|of my|of our|of the|of) )?'
const meAnd = re(
  `\\b(?:me|myself|i|yo|eu)(?:,)? ?(?:and|plus|\\+|&|y|mas|e|mais|con|com|with|were)(?: my| mis| meus)? (${numeral})\\b(?: ?${adjective}(?:${workers})\\b)?`,
)
const plusMe = re(`\\b(${numeral}) ?(?:(?:${workers}) )?(?:and|plus|\\+|&|y|mas|e|mais) (?:me|myself|yo|eu)\\b`)
const alone = /\b(?:just me|only me|by myself|solo yo|nomas yo|solamente yo|so eu|somente eu|apenas eu|just myself)\b/u
const counted = re(`(?<![\\d.,])(${numeral}) ?${adjective}(?:${workers})\\b(?: (?:total|in total|en total|no total|ao todo))?`)
const part = /(?:including|incl\.?|of which|incluyendo|de los cuales|incluindo|sendo|dos quais) ?[^~.,;]*/u
const crewOf = re(
  `\\b(?:(?:crew|team|gang|cuadrilla|equipo|equipe|turma|time|grupo) (?:of|de|com|con)|total(?: of| de)?:?|headcount:?|count:?|manpower:?|(?:we )?had|there were|we were|we are|it was|we'?ve got|we have|got|tuvimos|tenemos|hubo|habia|habian|eramos|fuimos|somos|estuvimos|fueron|son|tivemos|temos|teve|havia|foram|fomos|eramos|sao|estavam|vinieron|vieram|sent|brought|working|worked|trabajaron|trabalharam|trajimos|trouxemos) (?:about |around |like |como |unos |umas? |uns |aproximadamente |cerca de |just |only |solo |solamente |so |apenas |a crew of )?(${numeral})(?! ?(?:${hourWords})\\b)\\b`,
)
const manCrew = re(`\\b(${numeral})[ -]?man (?:crew|team)\\b`)
const forHours = re(`(?:for|x|@|\\*|por|at|during|durante|de|a|com|con|with|doing|did|worked|haciendo|fazendo|,|-|/) ?(${amount})(?![\\d])`)
const anyNumber = re(`(?<![\\d.,a-z])(${amount})(?![a-z])`)
const same = /\bsame (?:hours|hrs)\b|\b(?:las )?mismas horas\b|\b(?:as )?mesmas horas\b/u

interface Figures {
  readonly count?: number
  readonly hours?: number
  readonly sameHours?: boolean
}

/** Takes the number of workers and the hours of each. */
function figuresIn(piece: Piece, expects: Expects): Figures {
  const sameHours = piece.take(same) !== undefined
  takeOtherNumbers(piece)
  const total = firstNumber(piece, totalHours)
  let hours = total === undefined ? takeClockHours(piece) : undefined
  takeTimes(piece)
  if (total === undefined) hours ??= takeWorkHours(piece)
  piece.take(part)
  let count = takeCount(piece)
  if (expects !== 'hours') count ??= takeWholeNumber(piece)
  if (hours === undefined && total === undefined) ({ count, hours } = takeBareHours(piece, count, expects))
  if (total !== undefined && count !== undefined && count > 0) hours = Math.round((total / count) * 100) / 100
  return { ...(isCount(count) && { count }), ...(hours !== undefined && { hours }), ...(sameHours && { sameHours }) }
}

const isCount = (count: number | undefined): count is number => count !== undefined && count <= 2000 && Number.isInteger(count)

/** Takes numbers that are neither workers on site nor hours. */
function takeOtherNumbers(piece: Piece): void {
  piece.take(toCall)
  piece.take(without)
  piece.take(/\bno one\b/u)
  // "6 workers (2 foremen, 4 laborers)" are six.
  piece.take(re(`\\([^)]*\\d[^)]*\\b(?:${workers})\\b[^)]*\\)`))
  piece.take(/\b(?:started|start|starting|empezamos|comecamos)(?: at| a las| as)? \d{1,2}\b/u)
}

/** Takes times of day without a duration. */
function takeTimes(piece: Piece): void {
  for (let guard = 0; guard < 4; guard++) if (!piece.take(clockAlone)) break
}

/** Takes the number of the first of these patterns that matches. */
function firstNumber(piece: Piece, patterns: readonly RegExp[]): number | undefined {
  for (const pattern of patterns) {
    const match = piece.take(pattern)
    if (match) return num(match[1])
  }
  return undefined
}

/** Takes hours that the text gives as a range of times or as "7h30". */
function takeClockHours(piece: Piece): number | undefined {
  const span = piece.exec(range)
  const between = span && hoursBetween(span)
  if (span && between !== undefined) {
    piece.blank(span.index, span[0].length)
    return between
  }
  const written = piece.take(/\b(\d{1,2})h(15|30|45)\b/u)
  if (written && Number(written[1]) <= 16) return Number(written[1]) + Number(written[2]) / 60
  return undefined
}

/** Takes hours with a unit, or words such as "half a day". */
function takeWorkHours(piece: Piece): number | undefined {
  for (const pattern of workHours) {
    const match = piece.exec(pattern)
    if (match && num(match[1]) <= 24) {
      piece.blank(match.index, match[0].length)
      return num(match[1]) + takeHalf(piece, match.index + match[0].length)
    }
  }
  for (const [pattern, worth] of words) if (piece.take(pattern)) return worth
  return undefined
}

/** Takes the half hour after a number: "siete horas y media". Returns 0 if there is none. */
function takeHalf(piece: Piece, from: number): number {
  const half = /^ ?(?:y media|e meia|and a half|½)/u.exec(piece.text.slice(from))
  if (!half) return 0
  piece.blank(from, half[0].length)
  return 0.5
}

/** Takes the number of workers where words say that it is one. */
function takeCount(piece: Piece): number | undefined {
  const withMe = piece.take(meAnd) ?? piece.take(plusMe)
  let count = withMe ? num(withMe[1]) + 1 : takeSingleCount(piece)
  for (let guard = 0; guard < 8; guard++) {
    const match = piece.take(counted)
    if (!match) break
    // "12 workers total" is the sum of the earlier counts.
    if (/total|todo/u.test(match[0])) count = num(match[1])
    else if (!withMe) count = (count ?? 0) + num(match[1])
  }
  return count ?? firstNumber(piece, [crewOf])
}

/** "Only me" or "a 5-man crew". */
const takeSingleCount = (piece: Piece): number | undefined => (piece.take(alone) ? 1 : firstNumber(piece, [manCrew]))

function takeWholeNumber(piece: Piece): number | undefined {
  const match = piece.exec(anyNumber)
  if (!match || !Number.isInteger(num(match[1]))) return undefined
  piece.blank(match.index, match[0].length)
  return num(match[1])
}

interface CountAndHours {
  readonly count: number | undefined
  readonly hours: number | undefined
}

/** Takes the hours from a number without a unit. */
function takeBareHours(piece: Piece, count: number | undefined, expects: Expects): CountAndHours {
  const asked = expects === 'hours' && count === undefined ? piece.exec(anyNumber) : undefined
  const match = asked ?? piece.exec(forHours) ?? (count === undefined ? undefined : piece.exec(anyNumber))
  const value = num(match?.[1])
  const isReversed = count !== undefined && count <= 16 && Number.isInteger(value)
  if (!match || !(value <= 24 || isReversed)) return { count, hours: undefined }
  piece.blank(match.index, match[0].length)
  // If the figures are in reverse order: a person does not work 40 hours a day.
  return value <= 24 ? { count, hours: value } : { count: value, hours: count }
}

/** Returns the hours of a range such as "7 to 3:30", or undefined if it is probably something else. */
function hoursBetween(match: RegExpExecArray): number | undefined {
  const [whole, lead, h1, m1, half1, h2, m2, half2] = match
  const sure = lead !== undefined || m1 !== undefined || m2 !== undefined || half1 !== undefined || half2 !== undefined
  if (!sure || /^(?:de|das)?\s*\d+ ?a ?\d+$/u.test(whole.trim()) === false) {
    if (!sure) return undefined
  }
  const minutes = (h: string | undefined, m: string | undefined, half: string | undefined) =>
    (Number(h) + (half?.startsWith('p') && Number(h) < 12 ? 12 : 0)) * 60 + Number(m ?? 0)
  const from = minutes(h1, m1, half1)
  let to = minutes(h2, m2, half2)
  if (to <= from) to += 12 * 60
  const hours = (to - from) / 60
  return hours > 0 && hours <= 16 ? Math.round(hours * 100) / 100 : undefined
}

const chatter =
  /^(?:site|sitio|obra|la obra|work|today|hoy|hoje|total|all|the morning|the afternoon|job ?site|the job|the site|time|campo|general|here|aqui|ai|each|cada|place|progress|it|them|us|me|my|our|overtime|yesterday|ayer|ontem|track|schedule|good|thanks?|gracias|obrigad[oa]|la manana|la tarde|manha|tarde|a obra|man|hours|everyone|some)\b/u
const isChatter = (text: string) => chatter.test(text) || text.length < 3

const preposition = re(
  `(?:^|[\\s,;~])(?:on|at|in|en|em|no|na|nos|nas|near|by|around|cerca de|perto d[oa]|outside|inside|below|above) (?:the |el |la |los |las |o |a |os |as )?((?!${numeral}\\b)[a-z][a-z0-9'/& -]{2,40}?)(?= ?(?:[.,;~!]|$| and we | y | for | por | with | con | com | doing | today| hoy| hoje| we | they ))`,
)

/** Returns a place in free text: after a preposition, or the whole answer if the bot asked for the place. */
function freePlace(piece: Piece, expects: Expects, figures: boolean): string {
  if (expects === 'location' && !figures) {
    const said = trimEnd(
      piece.original.replace(
        /^(?:we (?:were|worked)|they were|working|estuvimos|estabamos|estavamos|trabajamos|trabalhamos|foi|fue|it was|all)?\s*(?:(?:on|at|in|en|em|no|na|nos|nas)\s+)?(?:(?:the|el|la|los|las|o|a|os|as)\s+)?/iu,
        '',
      ),
      /[.!\s]/,
    )
    if (said.length >= 2 && said.length <= 120 && !said.includes('?')) {
      piece.blank(0, piece.text.length)
      return capital(said)
    }
    return ''
  }
  if (!figures) return ''
  for (let guard = 0; guard < 3; guard++) {
    const match = preposition.exec(piece.text)
    const found = match?.[1]?.trim()
    if (!match || found === undefined) return ''
    const from = match.index + match[0].length - (match[1]?.length ?? 0)
    piece.blank(match.index, match[0].length)
    if (!isChatter(found)) return capital(piece.at(from, found.length).trim())
  }
  return ''
}

/** Returns the sentences from which no part was taken, or undefined if there are none. */
function restOf(piece: Piece, taken: boolean): string | undefined {
  if (!taken) return undefined
  let from = 0
  const kept: string[] = []
  for (const sentence of piece.text.split(/(?<=[.;!?])\s+|(?<!\s)\s+-\s+/u)) {
    const start = piece.text.indexOf(sentence, from)
    from = start + sentence.length
    if (
      !sentence.includes('~') &&
      sentence.trim().split(/\s+/u).length >= 2 &&
      !phrases.thanks.test(sentence.trim()) &&
      !/^(?:hi|hello|hey|hola|oi|ola|good|buen|bom|boa)\b/u.test(sentence)
    )
      kept.push(piece.at(start, sentence.length).trim())
  }
  return kept.length > 0 ? kept.join(' ') : undefined
}
