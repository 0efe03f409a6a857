import { is, isKind, isNumber, isPlain, isSign, isWhole, isWord, join, type Match, type Node, past, round, type Rule } from './Node.ts'

/* Times of day and shifts. */

/** A number of minutes in words that can follow an hour: "seven thirty", "siete y quince". */
const isMinuteWord = (node: Node | undefined) => isNumber(node) && isSpelled(node) && [15, 30, 45].includes(node.value)
const isSpelled = (node: Node) => /^[a-z]/u.test(node.text)
const isOfClock = (node: Node | undefined): node is Node => isWhole(node) && node.value >= 1 && node.value <= 12
const clock = (nodes: readonly Node[], at: number, end: number, value: number): Match => [
  end - at,
  join(nodes.slice(at, end), 'clock', value, { isMarked: true }),
]
const isQuarter = (node: Node | undefined) => isWord(node, 'quarter', 'cuarto', 'quarto', '1/4')

/** "half seven til four", "half seven to half three": in Britain half past the hour. */
const halfHour: Rule = (nodes, at) => {
  const hour = nodes[at + 1]
  const isShift =
    isRange(nodes[at + 2]) ||
    isRange(nodes[at - 1]) ||
    is(nodes[at - 1], 'start', 'end') ||
    (isWord(nodes[at - 1], 'at') && is(nodes[at - 2], 'start', 'end'))
  return isWord(nodes[at], 'half') && isOfClock(hour) && isShift && !is(nodes[at + 2], 'hour')
    ? clock(nodes, at, at + 2, hour.value * 60 + 30)
    : undefined
}

/** "quarter to four", "half past seven". */
const timeAfterPart: Rule = (nodes, at) => {
  const isLed = isWord(nodes[at], 'a')
  const first = nodes[isLed ? at + 1 : at]
  const [way, hour] = nodes.slice(isLed ? at + 2 : at + 1, isLed ? at + 4 : at + 3)
  if (!(isQuarter(first) || is(first, 'half')) || !isOfClock(hour)) return undefined
  const minutes = isQuarter(first) ? 15 : 30
  const end = isLed ? at + 4 : at + 3
  if (isWord(way, 'past', 'after')) return clock(nodes, at, end, hour.value * 60 + minutes)
  return isQuarter(first) && isWord(way, 'to', 'till', 'til', 'of') ? clock(nodes, at, end, hour.value * 60 - minutes) : undefined
}

/** "cuatro menos cuarto", "siete y cuarto", "7 o'clock". */
const timeInWords: Rule = (nodes, at) => {
  const [hour, second, third] = nodes.slice(at, at + 3)
  if (!isOfClock(hour)) return undefined
  if (isWord(second, "o'clock", 'oclock')) return clock(nodes, at, at + 2, hour.value * 60)
  if (isWord(second, 'en', 'em') && isWord(third, 'punto', 'ponto')) return clock(nodes, at, at + 3, hour.value * 60)
  if (isWord(second, 'menos') && isQuarter(third)) return clock(nodes, at, at + 3, hour.value * 60 - 15)
  const isPast = isWord(second, 'y', 'e') && isQuarter(third) && !is(nodes[at + 3], 'of', 'hour', 'day')
  return isPast ? clock(nodes, at, at + 3, hour.value * 60 + 15) : undefined
}

/** "seven thirty", "siete y quince", "6 to 2 30". */
const timeWithMinutes: Rule = (nodes, at) => {
  const [hour, second, third] = nodes.slice(at, at + 3)
  if (!isOfClock(hour)) return undefined
  const minuteAt = isSpelled(hour) && isWord(second, 'y', 'e') ? at + 2 : at + 1
  const minutes = nodes[minuteAt]
  if (isSpelled(hour) && isNumber(minutes) && isMinuteWord(minutes)) return clock(nodes, at, minuteAt + 1, hour.value * 60 + minutes.value)
  if (!isNumber(second) || !['00', '15', '30', '45'].includes(second.text) || is(third, 'minute', 'hour', 'worker')) return undefined
  return isRange(nodes[at - 1]) || isRange(third) ? clock(nodes, at, at + 2, hour.value * 60 + second.value) : undefined
}

const pastHyphen = (nodes: readonly Node[], at: number) => (isWord(nodes[at], '-') ? at + 1 : at)

/** "noon", "mediodia", and "medio dia" after "hasta": elsewhere it is half a day. */
const noon: Rule = (nodes, at) => {
  const [first, before] = [nodes[at], nodes[at - 1]]
  if (isWord(first, 'noon', 'midday')) return clock(nodes, at, at + 1, 720)
  const isLed = (isRange(before) && !isWord(before, 'as')) || isWord(before, 'al', 'ao', 'do', 'del')
  if (isWord(first, 'mediodia')) return isLed || isWord(before, 'de') ? clock(nodes, at, at + 1, 720) : undefined
  const dayAt = pastHyphen(nodes, at + 1)
  const isNoon = (isLed || is(before, 'end', 'from')) && isWord(first, 'medio', 'meio') && isWord(nodes[dayAt], 'dia')
  return isNoon ? clock(nodes, at, dayAt + 1, 720) : undefined
}

/** "midnight", "meia-noite". */
const midnight: Rule = (nodes, at) => {
  if (isWord(nodes[at], 'midnight', 'medianoche')) return clock(nodes, at, at + 1, 1440)
  const nightAt = pastHyphen(nodes, at + 1)
  const isMidnight = isWord(nodes[at], 'meia', 'media') && isWord(nodes[nightAt], 'noite', 'noche')
  return isMidnight ? clock(nodes, at, nightAt + 1, 1440) : undefined
}

const partsOfDay = new Set('manana manha tarde noche noite morning afternoon evening night madrugada'.split(' '))
const mornings = new Set('manana manha morning madrugada'.split(' '))

/** Returns how many words name the half of the day, and whether it is the afternoon: "pm", "p.m.", "de la tarde", "in the morning". */
function halfNamed(nodes: readonly Node[], at: number): readonly [number, boolean] | undefined {
  const next = nodes[at]
  if (isWord(next, 'am', 'pm')) return [1, isWord(next, 'pm')]
  if (isWord(next, 'a', 'p')) {
    const length = lettersOfHalf(nodes, at)
    return length > 0 ? [length, isWord(next, 'p')] : undefined
  }
  return isWord(next, 'de', 'da', 'in', 'en', 'por', 'na', 'at') ? partNamed(nodes, at) : undefined
}

/** Returns the number of nodes of "p.m.", "p m" or the "p" of "3p". */
function lettersOfHalf(nodes: readonly Node[], at: number): number {
  const [, second, third] = nodes.slice(at, at + 3)
  if (isWord(second, '.') && isWord(third, 'm')) return isWord(nodes[at + 3], '.') ? 4 : 3
  if (isWord(second, 'm') && third?.from !== second?.to) return 2
  return isTightLetter(nodes, at) && !isWord(second, 'las', 'la') ? 1 : 0
}

/** The "p" of "3p", "10p-6a". */
function isTightLetter(nodes: readonly Node[], at: number): boolean {
  const [before, letter, next] = nodes.slice(at - 1, at + 2)
  return letter?.from === before?.to && (next?.from !== letter?.to || isWord(next, '-'))
}

function partNamed(nodes: readonly Node[], at: number): readonly [number, boolean] | undefined {
  const [next, second, third] = nodes.slice(at, at + 3)
  const named = isWord(second, 'la', 'the') ? third : second
  // "6 de noche" are six people on the night shift.
  if (named === undefined || (isWord(next, 'de') && named === second) || !partsOfDay.has(named.text)) return undefined
  return [named === third ? 3 : 2, !mornings.has(named.text)]
}

/** "1 PM 1 super": a project manager in a list of people. */
function isManager(nodes: readonly Node[], at: number): boolean {
  const next = isSign(nodes[at + 2], ',') ? at + 3 : at + 2
  return isWord(nodes[at + 1], 'pm') && nodes[at]?.to !== nodes[at + 1]?.from && isWhole(nodes[next]) && is(nodes[next + 1], 'worker')
}

/** "5 en la noche" are people, "a las 5 en la noche" is a time. `end` is the place after the part of the day. */
function isPeopleInPartOfDay(nodes: readonly Node[], at: number, end: number): boolean {
  if (nodes[at]?.kind !== 'number' || !isWord(nodes[at + 1], 'en', 'na', 'in', 'at', 'on')) return false
  const before = nodes[at - 1]
  return !(isAt(before) || isRange(before) || is(before, 'from', 'start', 'end', 'until') || isRange(nodes[end]))
}

/** Converts a time of the 12-hour clock to minutes after midnight. A time of the 24-hour clock stays. */
function minutesInHalf(minutes: number, isAfternoon: boolean): number {
  if (isAfternoon) return minutes < 720 ? minutes + 720 : minutes
  const isNoonHour = minutes >= 720 && minutes < 780
  return isNoonHour ? minutes - 720 : minutes
}

/** "7 am", "3 de la tarde". */
const halfOfDay: Rule = (nodes, at) => {
  const time = nodes[at]
  if (!isTime(time) || isManager(nodes, at)) return undefined
  const half = halfNamed(nodes, at + 1)
  if (!half) return undefined
  const [length, isAfternoon] = half
  const end = at + 1 + length
  return isPeopleInPartOfDay(nodes, at, end) ? undefined : clock(nodes, at, end, minutesInHalf(minutesOf(time), isAfternoon))
}

/** Minutes after midnight; "7.30" is half past seven in a shift. */
function minutesOf(node: Node): number {
  if (node.kind === 'clock') return node.value
  const [, hour, minute] = /^(\d{1,2})\.?(\d\d)$/u.exec(node.text) ?? []
  if (node.value <= 24 && (Number.isInteger(node.value) || isHalfNumber(node))) return node.value * 60
  return hour === undefined ? node.value * 60 : Number(hour) * 60 + Number(minute)
}

const isHalfNumber = (node: Node) => isSpelled(node) && (node.value * 2) % 1 === 0
const isHour = (node: Node) => node.value <= 24 && (Number.isInteger(node.value) || isHalfNumber(node))
const isTime = (node: Node | undefined): node is Node =>
  (node?.kind === 'clock' && !Number.isNaN(node.value)) ||
  (isNumber(node) && (isHour(node) || /^(?:1?\d|2[0-4])\.?(?:00|15|30|45)$/u.test(node.text)))

const rangeWords = ['-', '>', 'to', 'a', 'as', 'ate', 'hasta', 'until', 'till', 'til', 'thru', 'through', 'untill', 'al', 'ao']
const isRange = (node: Node | undefined) => isWord(node, ...rangeWords)
const isAt = (node: Node | undefined) => isWord(node, 'at', 'a', 'las', 'as', 'la', 'the')

/** "7h to 16h": the unit of a time of day. */
const units = ['h', 'hrs', 'hs', 'hr', 'horas', 'hora']

interface Shift {
  readonly first: Node
  readonly last: Node
  readonly joiners: readonly Node[]
  /** "From", "worked", "started" before the first time. */
  readonly isLed: boolean
  readonly isStart: boolean
  /** "Left", "salimos" before the last time. */
  readonly isOut: boolean
  /** "7h". */
  readonly hasUnit: boolean
  readonly end: number
}

/** Finds two times with joining words between them. */
function shiftAt(nodes: readonly Node[], at: number): Shift | undefined {
  const isLed = is(nodes[at], 'from', 'start')
  const begin = past(nodes, isLed ? at + 1 : at, (node) => isAt(node) || isWord(node, 'from', 'de', 'desde', 'das'))
  const first = nodes[begin]
  if (!isTime(first) || (!isLed && begin !== at)) return undefined
  const unit = nodes[begin + 1]
  const hasUnit = isWord(unit, ...units) && (isLed || isWord(unit, 'h')) && (is(nodes[begin + 2], 'to') || isRange(nodes[begin + 2]))
  const joinedAt = hasUnit ? begin + 2 : begin + 1
  const middle = past(
    nodes,
    joinedAt,
    (node) => is(node, 'to', 'end') || isRange(node) || isSign(node, ',') || isAt(node) || (first.kind === 'clock' && isSign(node, '/')),
  )
  const end = past(nodes, middle, (node) => is(node, 'end') || isAt(node))
  const joiners = nodes.slice(joinedAt, end)
  const last = nodes[end]
  // "11 at 8" are workers at 8 hours.
  if (!isTime(last) || joiners.every((node) => isWord(node, 'at', 'the'))) return undefined
  return { first, last, joiners, isLed, isStart: is(nodes[at], 'start'), isOut: joiners.some((node) => is(node, 'end')), hasUnit, end }
}

/** Returns whether the words between two numbers can join the times of a shift. */
function isJoined({ first, joiners, isOut, isLed, isStart }: Shift, lead: Node | undefined): boolean {
  // "2 left at noon" are two people.
  if (isOut) return isLed || first.isMarked === true || isWord(joiners[0], 'and', 'y', 'e') || isSign(joiners[0], ',')
  if (joiners.some((node) => isSign(node, ','))) return false
  if (isStart && !joiners.some((node) => isWord(node, ...rangeWords))) return false
  return isWord(lead, 'between', 'entre') || !joiners.every((node) => isWord(node, 'and', 'y', 'e'))
}

/** "4 a 8 horas": workers at 8 hours. */
const isHoursOfEach = (nodes: readonly Node[], { end, isLed, joiners }: Shift) =>
  !isLed && is(nodes[end + 1], 'hour') && isWord(joiners[0], 'a', 'as')

/** Whether the numbers are no hours of each worker, and no label with a figure. */
const isShift = (nodes: readonly Node[], at: number, shift: Shift, isMarked: boolean): boolean =>
  !(!isMarked && isHoursOfEach(nodes, shift)) && !(!shift.first.isMarked && isAfterLabel(nodes, at)) && !isHoursBeforeWorkers(nodes, shift)

/** "8h - 5 pessoas": hours, then workers. */
const isHoursBeforeWorkers = (nodes: readonly Node[], { first, last, joiners, isLed, hasUnit, end }: Shift) =>
  hasUnit && !isLed && first.kind === 'number' && last.kind === 'number' && isSign(joiners[0], '-') && is(nodes[end + 1], 'worker')

/** "8 hasta 16": a word that says until when, and numbers that are far enough apart for a shift. */
const isUntil = ({ first, last, joiners }: Shift) =>
  joiners.length === 1 && isWord(joiners[0], 'as', 'ate', 'hasta', 'until', 'till', 'til') && last.value - first.value >= 4

/** "7-17": only a clock of 24 hours has the second number. */
const isOf24Hours = ({ first, last }: Shift) =>
  first.kind === 'number' &&
  last.kind === 'number' &&
  last.value > 12 &&
  last.value <= 24 &&
  last.value - first.value >= 4 &&
  last.value - first.value <= 14

/** "7 to 3:30", "from 6 to 2", "entramos a las 7 y salimos a las 5". `hasBreak` and `from` prove that these are times. */
export const shiftRule =
  (hasBreak: boolean): Rule =>
  (nodes, at) => {
    const shift = shiftAt(nodes, at)
    if (!shift || !isJoined(shift, nodes[at])) return undefined
    const { first, last, isLed, isOut, hasUnit } = shift
    const isMarked = first.isMarked === true || last.isMarked === true || hasUnit
    if (!isShift(nodes, at, shift, isMarked)) return undefined
    const withUnit = last.kind !== 'clock' && isWord(nodes[shift.end + 1], ...(hasUnit ? units : ['h']))
    const end = shift.end + (withUnit ? 2 : 1)
    const isProved = [isMarked, isOut, isLed, hasBreak, isUntil(shift), isOf24Hours(shift), isDouble(nodes, at, shift.end + 1)].includes(
      true,
    )
    if (isMarked || !isAmount(nodes, at, end, withUnit && !isLed, shift)) return spanOf(nodes, at, end, shift, isProved)
    return isLed || last.value > first.value ? unsureRange(nodes, at, shift.end) : undefined
  }

/** "Between 5 and 7", "8 to 10 guys", "8-10 hours": two amounts, no times. */
const isAmount = (nodes: readonly Node[], at: number, end: number, isOdd: boolean, { first, last }: Shift): boolean =>
  isOdd || is(nodes[end], 'worker', 'hour') || (isWord(nodes[at], 'between', 'entre') && last.value > first.value)

/** "7-12 y 1-5": two shifts prove each other. */
function isDouble(nodes: readonly Node[], at: number, end: number): boolean {
  const isJoint = (node: Node | undefined) => is(node, 'and') || isSign(node, ',/')
  const isShift = (from: number) => isTime(nodes[from]) && isWord(nodes[from + 1], '-', 'to', 'a') && isTime(nodes[from + 2])
  return (isJoint(nodes[end]) && isShift(end + 1)) || (isJoint(nodes[at - 1]) && isShift(at - 4))
}

function spanOf(nodes: readonly Node[], at: number, end: number, { first, last, joiners }: Shift, isProved: boolean): Match | undefined {
  const [from, to] = [minutesOf(first), minutesOf(last)]
  // "9 - 8": too long for a shift that nothing proves.
  const isLoose = joiners.some((node) => isSign(node, '-')) && joiners[0]?.from !== first.to
  if (!isProved && (to >= from || (isLoose && to + 720 - from > 600))) return undefined
  const span = spanBetween(from, to)
  return span && [end - at, join(nodes.slice(at, end), 'span', round((span[1] - span[0]) / 60), { ends: span, isMarked: isProved })]
}

/** Returns when a shift begins and ends, in minutes after midnight. The end can be on the next day. */
export function spanBetween(from: number, to: number): readonly [number, number] | undefined {
  const later = to <= from ? to + 720 : to
  const until = later <= from ? later + 720 : later
  return until - from <= 16 * 60 && from <= 1440 ? [from, until] : undefined
}

/** "Painters 2 - 9 hrs": a number of a trade, then hours. */
const isAfterLabel = (nodes: readonly Node[], at: number) =>
  is(nodes[at - 1], 'worker', 'trade') && isWord(nodes[at + 1], '-') && nodes[at + 1]?.from !== nodes[at]?.to

/** "8 to 10 guys", "8-10 hours": the person does not know. */
function unsureRange(nodes: readonly Node[], at: number, next: number): Match {
  const end = nodes[next + 1]
  const used = nodes.slice(at, next + 2)
  return [used.length, join(used, 'doubt', Number.NaN, { text: is(end, 'worker') ? 'worker' : 'hour' })]
}

/** "8 to 10 guys", but "4 a 8 horas" are workers at 8 hours. */
const isRangeOf = (joiner: Node | undefined, noun: Node | undefined) =>
  isWord(joiner, '-', 'to', 'a', 'ate') && is(noun, 'worker', 'hour') && !(isWord(joiner, 'a') && is(noun, 'hour'))

/** "8 or 9", "8 o 9 hombres", "maybe 6 maybe 7". */
export const unsure: Rule = (nodes, at) => {
  const first = nodes[at]
  if (!isNumber(first)) return undefined
  const next = past(nodes, at + 1, (node) => is(node, 'or', 'were') || isSign(node, ',-/') || isWord(node, 'u', 'to', 'a', 'maybe', 'ate'))
  const last = nodes[next]
  if (next === at + 1 || !isNumber(last)) return undefined
  const joiners = nodes.slice(at + 1, next)
  const isOpen = joiners.some((node) => isWord(node, 'or', 'o', 'u', 'ou', 'maybe'))
  const isUp = joiners.length === 1 && !isAfterLabel(nodes, at) && last.value > first.value && isRangeOf(joiners[0], nodes[next + 1])
  if (!isOpen && !isUp) return undefined
  const used = nodes.slice(at, next + 2)
  const isNamed = is(nodes[next + 1], 'worker', 'hour')
  return [
    isNamed ? used.length : used.length - (nodes[next + 1] ? 1 : 0),
    join(used, 'doubt', Number.NaN, { text: is(nodes[next + 1], 'hour') ? 'hour' : 'worker' }),
  ]
}

/* A beginning and an end that are not next to each other. */

const isAfterStart = (node: Node | undefined) =>
  isAt(node) ||
  isSign(node, ':=') ||
  isWord(node, 'work', 'working', 'in', 'up', 'desde', 'since', 'there', 'trabajar', 'trabalhar', 'era', 'eran', 'eram', 'de')
const isAfterEnd = (node: Node | undefined) =>
  isAt(node) ||
  isSign(node, ':=') ||
  isWord(
    node,
    ...'o pessoal early temprano cedo home everyone it us them todos gente saco tiro tirou out off up it by down work los nos casa pra pa para their around embora mais mas antes de su'.split(
      ' ',
    ),
  )
const pastMore = (nodes: readonly Node[], at: number, test: (node: Node | undefined) => boolean) => past(nodes, past(nodes, at, test), test)

function pointAt(nodes: readonly Node[], at: number, next: number, kind: 'begin' | 'finish'): Match | undefined {
  const time = nodes[next]
  const hasUnit = isWord(nodes[next + 1], 'h') && is(nodes[at], 'until', 'start', 'end')
  if (!isTime(time) || (is(nodes[next + 1], 'worker', 'hour') && !hasUnit)) return undefined
  const end = hasUnit ? next + 2 : next + 1
  return [end - at, join(nodes.slice(at, end), kind, minutesOf(time))]
}

/** "started at 7", "desde las 7", "7 am start". */
const begin: Rule = (nodes, at) => {
  const isClocked =
    (isWord(nodes[at], 'clocked', 'punched', 'badged') && isWord(nodes[at + 1], 'in')) ||
    (isWord(nodes[at], 'showed', 'got', 'came', 'were', 'on') &&
      isWord(nodes[at + 1], 'up', 'there', 'in', 'site') &&
      isWord(nodes[at + 2], 'at')) ||
    (isWord(nodes[at], 'in') && isWord(nodes[at + 1], 'at'))
  if (isClocked || is(nodes[at], 'start') || isWord(nodes[at], 'desde', 'since', 'from')) {
    const next = past(nodes, at + 1, isAfterStart)
    return pointAt(nodes, at, next, 'begin')
  }
  const time = nodes[at]
  return isTime(time) && isWord(nodes[at + 1], 'start', 'inicio') ? [2, join(nodes.slice(at, at + 2), 'begin', minutesOf(time))] : undefined
}

/** "left early at 3", "hasta la 1", "the rain sent us home at 11", "3:30 finish". */
const finish: Rule = (nodes, at) => {
  const isRain = isWord(nodes[at], 'saco', 'saca', 'tirou', 'corrio') && (isWord(nodes[at + 1], 'a') || isWord(nodes[at + 1], 'as'))
  const isGone =
    isRain ||
    (isWord(nodes[at], 'out') && isWord(nodes[at + 1], 'at')) ||
    (isWord(nodes[at], 'fuimos', 'fomos') && isWord(nodes[at + 1], 'a', 'embora'))
  if ((isGone || is(nodes[at], 'end', 'until')) && !(isKind(nodes[at - 1], 'number', 'count') && !isAfterStart(nodes[at - 2]))) {
    const next = pastMore(nodes, at + 1, isAfterEnd)
    return pointAt(nodes, at, next, 'finish')
  }
  const time = nodes[at]
  return isTime(time) && isWord(nodes[at + 1], 'finish', 'quit', 'salida', 'saida')
    ? [2, join(nodes.slice(at, at + 2), 'finish', minutesOf(time))]
    : undefined
}

/** Returns one shift for the only beginning and the only end of a text. Others are times of day that say nothing. */
export function withShift(nodes: readonly Node[]): Node[] {
  const begins = nodes.filter((node) => node.kind === 'begin')
  const ends = nodes.filter((node) => node.kind === 'finish')
  const [first, last] = [begins[0], ends[0]]
  // "6 hasta las 11, entramos a las 7": an end that only looks like a shift.
  const span = begins.length === 1 && ends.length === 1 && first && last ? spanBetween(first.value, last.value) : undefined
  if (!span) return nodes.map((node) => (isKind(node, 'begin', 'finish') ? { ...node, kind: 'clock', value: Number.NaN } : node))
  const made = round((span[1] - span[0]) / 60)
  return nodes.map((node) => {
    if (node === last) return { ...node, kind: 'span', value: made, ends: span, isMarked: true }
    return node === first ? { ...node, kind: 'done', value: Number.NaN } : node
  })
}

const isArrived = (node: Node | undefined) => isWord(node, 'chegou', 'chegaram', 'llego', 'llegaron', 'arrived')

/** "delivery at 2." at the end of a part of the text: not "4 guys at 8". */
const isAtTime = (nodes: readonly Node[], at: number) =>
  isWord(nodes[at], 'at') &&
  isPlain(nodes[at - 1]) &&
  !is(nodes[at - 1], 'worker', 'by', 'each', 'all', 'were') &&
  (nodes[at + 2] === undefined || isSign(nodes[at + 2], ',.;') || isWord(nodes[at + 2], 'but', 'and'))

const isBeforeTime = (nodes: readonly Node[], at: number) =>
  is(nodes[at], 'until') ||
  isArrived(nodes[at]) ||
  (isWord(nodes[at], 'a', 'as') && isWord(nodes[at + 1], 'las', 'la')) ||
  isWord(nodes[at], 'as') ||
  isAtTime(nodes, at)

/** "until 2", "a las 12": a time of day that is no part of a shift. */
export const lonelyTime: Rule = (nodes, at) => {
  if (!isBeforeTime(nodes, at)) return undefined
  const next = past(nodes, at + 1, (node) => isWord(node, 'a', 'la', 'las', 'as'))
  const time = nodes[next]
  const hasUnit = isArrived(nodes[at]) && isWord(nodes[next + 1], 'h')
  // "Llegaron 8" are people: only a unit, an article or the form of the time shows that it is no number of workers.
  if (isArrived(nodes[at]) && !hasUnit && next === at + 1 && time?.kind !== 'clock') return undefined
  const end = hasUnit ? next + 2 : next + 1
  return isTime(time) && !is(nodes[end], 'hour', 'worker', 'each', 'day')
    ? [end - at, join(nodes.slice(at, end), 'clock', Number.NaN)]
    : undefined
}

/** Recognizes times of day. */
export const timeRules: readonly (readonly Rule[])[] = [
  [timeAfterPart, halfHour, timeInWords, timeWithMinutes, noon, midnight],
  [halfOfDay],
]
/** Recognizes the beginning and the end of a shift in different places of a text. */
export const pointRules: readonly Rule[] = [begin, finish]
