import { num, type Piece, re } from './Piece.ts'
import { each, hourWords, numeral, numeralWithHalf as amount, workers } from './phrases.ts'

const clock = '(\\d{1,2})(?:[:h.]?([0-5]\\d))?(h)? ?(a\\.?m\\.?|p\\.?m\\.?)?'
const range = re(
  `(from|worked|working|de|das|desde(?: las)?|between|entre)? ?(?:las |as )?(?<![\\d:.,])${clock} ?(?:to|-|until|till|til|a las|as|a|ate as|ate|hasta las|hasta|thru|and|y|e) ?(?:las |as )?${clock}(?![\\d/])(?! ?(?:${workers})\\b)`,
)
const clockAlone =
  /(?:\b(?:at|by|a las|as|around|until|till|til|hasta las|ate as) )?\b\d{1,2}(?::\d{2}| ?[ap]\.?m\.?\b|h\d{2}\b)(?: ?[ap]\.?m\.?\b)?/u
const minuteWords = 'minutes?|mins?|minutos?'
const pause = '(?:meal |coffee )?(?:lunch(?:es)?|breaks?|meal|almuerzo|comida|lonche|descanso|almoco|intervalo|pausas?)'
const between = '(?: of| for| de| para| pra| unpaid| off)*(?: el| la| o| a)? ?'
const breaks: readonly RegExp[] = [
  re(
    `(?:less|minus|menos|with|con|com)? ?(?:an? |un |una |um |uma )?(${amount}|half|media|meia)?(?: (?:an?|of an))?[ -]?(${minuteWords}|${hourWords})${between}${pause}\\b`,
  ),
  re(`\\b${pause}(?: of| de|:)? ?(${amount}|half|media|meia)[ -]?(?:an? )?(${minuteWords}|${hourWords})\\b`),
]
const noBreak = re(`\\b(?:no|without|sin|sem|worked through|skipped) (?:a |the |el |o )?${pause}\\b`)

const overtime = 'overtime|over time|ot|extras?|de mas|a mais'
const withOvertime: readonly RegExp[] = [
  re(
    `(${amount}) ?(?:${hourWords})?(?: each| c/u)? ?(?:reg(?:ular)?|straight(?: time)?|st|normales|normais)(?: (?:${hourWords}))? ?(?:and|plus|,|\\+|&|y|mas|e|mais)? ?(${amount}) ?(?:(?:${hourWords})(?: of| de)? )?(?:${overtime})\\b(?! ?(?:${workers})\\b)`,
  ),
  re(
    `(${amount}) ?(?:${hourWords})(?: each| c/u)? ?(?:and|plus|,|\\+|&|y|mas|e|mais) ?(${amount}) ?(?:(?:${hourWords})(?: of| de)? )?(?:${overtime})\\b(?! ?(?:${workers})\\b)`,
  ),
]
const totalHours = [
  re(`(?:totals?|totales|totais)(?: of| de|:)? (${amount}) ?(?:man ?-?)?(?:${hourWords})\\b`),
  re(
    `(?<!\\d ?)(?:total|man|crew|labor)[ -]?(?:${hourWords})(?: of| was| were| is|:|=)? ?(${amount})(?![\\d])(?! ?(?:${each}|${workers})\\b)`,
  ),
  re(`(?:horas?|hrs?)[ -](?:totales|totais|hombre|homem)(?: de|:|=) ?(${amount})(?![\\d])`),
  re(`(${amount}) ?(?:total |man[ -]?|crew |labor )(?:${hourWords})\\b`),
  re(`(${amount}) ?(?:horas?[ -](?:hombre|homem|totales|totais)|hh\\b|mh\\b)`),
  re(`(${amount}) ?(?:${hourWords}) (?:total|in total|altogether|all together|all told|combined|en total|no total|ao todo|em total)\\b`),
]
const labelled = re(
  `(?:\\b(?:hours|hrs|horas)(?: each| worked| per (?:man|person)| cada uno| cada um| c/u| trabajadas| trabalhadas)? ?[:=]|(?:^|[.,;~] ?)(?:hours|hrs|horas)) ?(${amount})(?= ?(?:[.,;~]|$| [a-z]))(?! ?(?:${workers})\\b)`,
)
/** Matches "10s" and "four tens": shifts that are named by their hours. */
const shifts: readonly (readonly [RegExp, number | undefined])[] = [
  [/\b(?:four|4|five|5|six|6)[ -](?:tens|10'?s)\b/u, 10],
  [/\b(?:four|4|five|5|six|6)[ -](?:eights|8'?s)\b/u, 8],
  [/\b(?:four|4|five|5|six|6)[ -](?:twelves|12'?s)\b/u, 12],
  [/\b(?:all|working|worked|doing|running|on|pulling|did) tens\b/u, 10],
  [/\b(?:all|working|worked|doing|running|on|pulling|did) eights\b/u, 8],
  [/\b(?:all|working|worked|doing|running|on|pulling|did) twelves\b/u, 12],
  [/(?<![\d.:a-z])(\d{1,2})'?s\b/u, undefined],
]
const workHours = [
  re(`(${amount}) ?(?:${hourWords})\\b(?:[ ,]*(?:of work|de trabajo|de trabalho))?(?: ?${each})?`),
  re(`\\b(?:each|cada uno|cada um|c/u)(?: (?:did|worked|for|trabajo|trabalhou|hizo|fez))? (${amount})\\b`),
  re(`(${amount}) ?${each}(?![a-z])`),
]
const days: readonly (readonly [RegExp, number])[] = [
  [/(?<![\d.,])3\/4 (?:of )?(?:a |the |de |do )?(?:days?|dia)\b/u, 6],
  [/(?<![\d.,])1\/4 (?:of )?(?:a |the |de |do )?(?:days?|dia)\b/u, 2],
  [/(?<![\d.,]|\d )1\/2 (?:of )?(?:a |the |de |do )?(?:days?|dia)\b/u, 4],
  [
    /\b(?:half (?:of )?(?:a |the )?(?:day|shift)|medio (?:dia|turno)|media jornada|meio (?:dia|periodo|turno|expediente)|meia jornada)\b/u,
    4,
  ],
  [
    /\b(?:full days?|whole day|all day|dia completo|jornada completa|todo el dia|dia inteiro|o dia todo|dia todo|full shift|turno (?:completo|inteiro))\b/u,
    8,
  ],
]

const minutesToo = re(
  `(?<![\\d.,:])(\\d{1,2}) ?(?:${hourWords}) ?(?:and |y |e |con |com )?([0-5]\\d) ?(?:m|mins?|minutes?|minutos?)?(?![a-z\\d])|(?<![\\d.,:])(\\d{1,2}):([0-5]\\d) ?${each}`,
)
const openRange = re(`(?<![\\d.,:])\\d{1,2} ?(?:to|-|or|a|o|ou|ate) ?\\d{1,2} ?(?:${hourWords})\\b`)
const ofAll = re(
  `\\b(?:everyone|everybody|all|todos|todo mundo|todo el mundo)(?: of us| of them)? (?:did|worked|hicieron|hizo|fez|fizeram|trabajaron|trabalharam|on|de) (${amount})(?![\\d])`,
)
const arrival = '(?:started|start|clocked in|got in|checaron|entramos|entraron|empezamos|comecamos|comecou|pegamos)'
const departure = '(?:finished|left|clocked out|got out|done|salimos|salieron|saimos|sairam|largamos|acabamos)'
const shift = re(`${arrival}(?: at| a las| as)? ?${clock}[ ,]{1,2}(?:and |y |e )?${departure}(?: at| a las| as)? ?${clock}(?![\\d/])`)

export interface WorkHours {
  /** Hours of each worker. */
  readonly each?: number | undefined
  /** Hours of all workers together. */
  readonly total?: number | undefined
  /** The text contains hours that the rules cannot assign. */
  readonly isUnsure?: true
}

/** Takes the hours of the work: a total, a range of times less its break, a duration, or a part of a day. */
export function hoursIn(piece: Piece): WorkHours {
  const rest = takeBreak(piece)
  if (piece.take(openRange)) return { isUnsure: true }
  const extra = takeOvertime(piece)
  if (extra !== undefined) return { each: extra }
  const total = firstNumber(piece, totalHours)
  if (total !== undefined) return { total }
  const clocked = takeClockHours(piece, rest > 0)
  takeTimes(piece)
  if (clocked === undefined) return single(piece, takeLabelled(piece) ?? takeShift(piece) ?? takeWorkHours(piece))
  // Times of day and a duration in the same text: the duration is what the person counts.
  return single(piece, takeWorkHours(piece) ?? Math.round((clocked - rest) * 100) / 100)
}

/** Two different durations, such as "full day" and "half day", belong to groups that the rules do not know. */
function single(piece: Piece, hours: number | undefined): WorkHours {
  if (hours === undefined) return {}
  const before = piece.text
  const other = takeShift(piece) ?? takeWorkHours(piece)
  piece.text = before
  return other === undefined || other === hours ? { each: hours } : { isUnsure: true }
}

/** Takes the number of the first of these patterns that matches. */
export function firstNumber(piece: Piece, patterns: readonly RegExp[]): number | undefined {
  for (const pattern of patterns) {
    const match = piece.take(pattern)
    if (match) return num(match[1])
  }
  return undefined
}

/** Takes a break such as "30 min lunch" and returns its hours, or 0 if there is none. */
function takeBreak(piece: Piece): number {
  if (piece.take(noBreak)) return 0
  for (const pattern of breaks) {
    const match = piece.take(pattern)
    if (!match) continue
    const [, size, unit = ''] = match
    const value = size === undefined ? 1 : breakSize(size)
    return unit.startsWith('m') ? value / 60 : value
  }
  return 0
}

const breakSize = (size: string) => (/^(?:half|media|meia)$/u.test(size) ? 0.5 : num(size))

/** Takes "8 hours plus 2 overtime" and returns the sum. */
function takeOvertime(piece: Piece): number | undefined {
  for (const pattern of withOvertime) {
    const match = piece.exec(pattern)
    const sum = num(match?.[1]) + num(match?.[2])
    if (match && sum <= 24) {
      piece.blank(match.index, match[0].length)
      return sum
    }
  }
  return undefined
}

/** Takes hours that the text gives as a range of times or as "7h30". */
function takeClockHours(piece: Piece, hasBreak: boolean): number | undefined {
  const times = piece.exec(shift)
  const span = times ?? piece.exec(range)
  const worked = span && hoursBetween(times ? ['', 'from', ...times.slice(1)] : [...span], hasBreak)
  if (span && worked !== undefined) {
    piece.blank(span.index, span[0].length)
    return worked
  }
  const written = piece.take(/\b(\d{1,2})h(15|30|45)\b/u)
  if (written && Number(written[1]) <= 16) return Number(written[1]) + Number(written[2]) / 60
  return undefined
}

/** Returns the hours of a range such as "7 to 3:30", or undefined if it is probably something else. */
function hoursBetween(match: readonly (string | undefined)[], hasBreak: boolean): number | undefined {
  const [whole = '', lead, h1, m1, mark1, half1, h2, m2, mark2, half2] = match
  const marked = [m1, mark1, half1, m2, mark2, half2].some((mark) => mark !== undefined)
  const isJoined = /\b(?:and|y|e)\b/u.test(whole)
  if (isJoined && lead !== 'between' && lead !== 'entre') return undefined
  if (!marked && !hasBreak && (lead === undefined || isJoined)) return undefined
  const minutes = (h: string | undefined, m: string | undefined, half: string | undefined) =>
    (Number(h) + (half?.startsWith('p') && Number(h) < 12 ? 12 : 0)) * 60 + Number(m ?? 0)
  const from = minutes(h1, m1, half1)
  let to = minutes(h2, m2, half2)
  if (from > 24 * 60 || to > 24 * 60) return undefined
  if (to <= from) to += 12 * 60
  const hours = (to - from) / 60
  return hours > 0 && hours <= 16 ? Math.round(hours * 100) / 100 : undefined
}

/** Takes times of day without a duration. */
function takeTimes(piece: Piece): void {
  for (let guard = 0; guard < 4; guard++) if (!piece.take(clockAlone)) break
}

function takeLabelled(piece: Piece): number | undefined {
  const match = piece.exec(labelled)
  if (!match || num(match[1]) > 24) return undefined
  piece.blank(match.index, match[0].length)
  return num(match[1])
}

function takeShift(piece: Piece): number | undefined {
  for (const [pattern, worth] of shifts) {
    const match = piece.exec(pattern)
    const value = worth ?? num(match?.[1])
    if (match && value >= 4 && value <= 16) {
      piece.blank(match.index, match[0].length)
      return value
    }
  }
  return undefined
}

/** Takes hours with a unit, or words such as "half a day". */
function takeWorkHours(piece: Piece): number | undefined {
  const exact = piece.take(minutesToo)
  if (exact) return Math.round((num(exact[1] ?? exact[3]) + num(exact[2] ?? exact[4]) / 60) * 100) / 100
  const all = piece.take(ofAll)
  if (all) return num(all[1])
  for (const pattern of workHours) {
    const match = piece.exec(pattern)
    if (match && num(match[1]) <= 24) {
      piece.blank(match.index, match[0].length)
      return num(match[1]) + takeHalf(piece, match.index + match[0].length)
    }
  }
  for (const [pattern, worth] of days) if (piece.take(pattern)) return worth
  return undefined
}

/** Takes the half hour after a number: "siete horas y media". Returns 0 if there is none. */
function takeHalf(piece: Piece, from: number): number {
  const half = /^ ?(?:y media|e meia|and a half|½)/u.exec(piece.text.slice(from))
  if (!half) return 0
  piece.blank(from, half[0].length)
  return 0.5
}

const pair = re(
  `(?<![\\d.,])(${numeral})(?!\\d|[.,]\\d) ?(?:[a-z' -]{0,30}?(?:${workers}))? ?(?:for|x|@|,|-|:|por|de|a|com|con|did|worked|trabajaron|trabalharam)? ?(${amount}) ?(?:${hourWords})\\b(?! ?(?:of |de )?(?:${overtime})\\b)`,
)

/** Takes groups with different hours, such as "4 guys 8 hrs and 2 guys 6 hrs". Takes nothing if there is one group only. */
export function takeGroups(piece: Piece): { readonly count: number; readonly total: number } | undefined {
  const before = piece.text
  const groups: (readonly [number, number])[] = []
  for (let guard = 0; guard < 8; guard++) {
    const match = piece.take(pair)
    if (!match) break
    groups.push([num(match[1]), num(match[2])])
  }
  const isSure = groups.length > 1 && groups.every(([count, hours]) => Number.isInteger(count) && hours <= 24)
  if (isSure)
    return { count: groups.reduce((sum, [count]) => sum + count, 0), total: groups.reduce((sum, [count, hours]) => sum + count * hours, 0) }
  piece.text = before
  return undefined
}
