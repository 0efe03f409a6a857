import { is, isKind, join, type Match, type Node, reduce, type Rule, tokensOf } from './tokensOf.ts'
import type { Piece } from './Piece.ts'

const isNumber = (node: Node | undefined): node is Node => node?.kind === 'number'
const isWhole = (node: Node | undefined): node is Node => isNumber(node) && Number.isInteger(node.value)
const isSign = (node: Node | undefined, signs: string) => node?.kind === 'sign' && signs.includes(node.text)
const isWord = (node: Node | undefined, ...words: readonly string[]) => node !== undefined && words.includes(node.text)
/** Returns the first place from `at` that is none of these little words. At most three are passed over. */
function past(nodes: readonly Node[], at: number, test: (node: Node | undefined) => boolean): number {
  let next = at
  while (next < at + 3 && test(nodes[next])) next++
  return next
}
const round = (value: number) => Math.round(value * 100) / 100

/* Numbers of several words: "twenty five", "8 1/2", "a dozen", "ocho y media". */

const tensAndOnes: Rule = (nodes, at) => {
  const [first, joiner, last] = nodes.slice(at, at + 3)
  if (!isNumber(first) || !/^[a-z]/u.test(first.text) || first.value < 20 || first.value % 10 !== 0) return undefined
  const isJoined = isWord(joiner, '-', 'y', 'e')
  const unit = isJoined ? last : joiner
  if (!isNumber(unit) || !/^[a-z]/u.test(unit.text) || unit.value < 1 || unit.value > 9) return undefined
  const used = nodes.slice(at, at + (isJoined ? 3 : 2))
  return [used.length, join(used, 'number', first.value + unit.value)]
}

const dozen: Rule = (nodes, at) => {
  if (!isWord(nodes[at], 'a', 'una', 'uma', 'un', 'um', 'half')) return undefined
  const isPair = isWord(nodes[at + 1], 'par') && isWord(nodes[at + 2], 'de')
  const named = nodes[at + 1]
  if (!isPair && !isWord(named, 'dozen', 'docena', 'duzia', 'couple')) return undefined
  const end = isWord(nodes[at + 2], 'of', 'de') ? at + 3 : at + 2
  const value = isPair ? 2 : (named?.value ?? 0)
  return [end - at, join(nodes.slice(at, end), 'number', isWord(nodes[at], 'half') ? value / 2 : value)]
}

const isFraction = (node: Node | undefined): boolean => isNumber(node) && node.value < 1 && node.value > 0

/** "8 1/2", "8 and a half", "ocho y media": not "8 hrs y media hora de comida". */
const withFraction: Rule = (nodes, at) => {
  const [first, second] = nodes.slice(at, at + 2)
  if (first === undefined || !isWhole(first)) return undefined
  if (second !== undefined && isFraction(second) && /[/½¼¾]/u.test(second.text))
    return [2, join([first, second], 'number', first.value + second.value)]
  if (!isWord(second, 'and', 'y', 'e')) return undefined
  const half = isWord(nodes[at + 2], 'a') ? at + 3 : at + 2
  if (!is(nodes[half], 'half') && nodes[half]?.text !== '1/2') return undefined
  if (is(nodes[half + 1], 'day', 'break')) return undefined
  return [half + 1 - at, join(nodes.slice(at, half + 1), 'number', first.value + 0.5)]
}

/** "cada uno", "todo mundo", "no one": words with a number in them that count nobody. */
const noNumber: Rule = (nodes, at) => {
  const [first, second] = nodes.slice(at, at + 2)
  if (isWord(first, 'cada', 'cd', 'each') && isWord(second, 'uno', 'una', 'um', 'uma', 'quien', 'one'))
    return [2, join(nodes.slice(at, at + 2), 'word', Number.NaN, { text: 'each' })]
  if (isWord(first, 'todo') && isWord(second, 'mundo')) return [2, join(nodes.slice(at, at + 2), 'word', Number.NaN, { text: 'each' })]
  return isWord(first, 'no') && isWord(second, 'one') ? [2, join(nodes.slice(at, at + 2), 'done', Number.NaN)] : undefined
}

/* Times of day, shifts and breaks. */

/** Returns how many words name the half of the day, and whether it is the afternoon: "pm", "p.m.", "de la tarde". */
function halfNamed(nodes: readonly Node[], at: number): readonly [number, boolean] | undefined {
  const [next, second, third] = nodes.slice(at, at + 3)
  if (isWord(next, 'am', 'pm')) return [1, isWord(next, 'pm')]
  if (isWord(next, 'a', 'p') && isWord(second, '.') && isWord(third, 'm')) return [isWord(nodes[at + 3], '.') ? 4 : 3, isWord(next, 'p')]
  if (!isWord(next, 'de', 'da')) return undefined
  if (isWord(second, 'la')) return isWord(third, 'manana', 'tarde', 'noche') ? [3, !isWord(third, 'manana')] : undefined
  return isWord(second, 'manha', 'tarde', 'noite') ? [2, !isWord(second, 'manha')] : undefined
}

const halfOfDay: Rule = (nodes, at) => {
  const time = nodes[at]
  if (!isTime(time)) return undefined
  const half = halfNamed(nodes, at + 1)
  if (!half) return undefined
  const minutes = minutesOf(time)
  const value = half[1] && minutes < 720 ? minutes + 720 : minutes
  return [1 + half[0], join(nodes.slice(at, at + 1 + half[0]), 'clock', value, { isMarked: true })]
}

/** Minutes after midnight; "7.30" is half past seven in a shift. */
function minutesOf(node: Node): number {
  if (node.kind === 'clock') return node.value
  const [, hour, minute] = /^(\d{1,2})\.?(\d\d)$/u.exec(node.text) ?? []
  if (node.value <= 24 && (node.value * 2) % 1 === 0 && /^[a-z]/u.test(node.text)) return node.value * 60
  if (node.value <= 24 && Number.isInteger(node.value)) return node.value * 60
  return hour === undefined ? node.value * 60 : Number(hour) * 60 + Number(minute)
}

const isHalfNumber = (node: Node) => /^[a-z]/u.test(node.text) && (node.value * 2) % 1 === 0
const isHour = (node: Node) => node.value <= 24 && (Number.isInteger(node.value) || isHalfNumber(node))
const isTime = (node: Node | undefined): node is Node =>
  node?.kind === 'clock' || (isNumber(node) && (isHour(node) || /^(?:1?\d|2[0-4])\.?(?:00|15|30|45)$/u.test(node.text)))

const isAt = (node: Node | undefined) => isWord(node, 'at', 'a', 'las', 'as', 'la')

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
  const begin = past(nodes, isLed ? at + 1 : at, (node) => isAt(node) || isWord(node, 'from', 'de', 'desde'))
  const first = nodes[begin]
  if (!isTime(first) || (!isLed && begin !== at)) return undefined
  const hasUnit = isWord(nodes[begin + 1], 'h', 'hrs', 'hs') && is(nodes[begin + 2], 'to')
  const joinedAt = hasUnit ? begin + 2 : begin + 1
  const middle = past(nodes, joinedAt, (node) => is(node, 'to', 'end') || isSign(node, ',') || isAt(node))
  const end = past(nodes, middle, (node) => is(node, 'end') || isAt(node))
  const joiners = nodes.slice(joinedAt, end)
  const last = nodes[end]
  if (!isTime(last) || joiners.length === 0) return undefined
  return { first, last, joiners, isLed, isStart: is(nodes[at], 'start'), isOut: joiners.some((node) => is(node, 'end')), hasUnit, end }
}

const rangeWords = ['-', 'to', 'a', 'as', 'ate', 'hasta', 'until', 'till', 'til']

/** Returns whether the words between two numbers can join the times of a shift. */
function isJoined({ joiners, isOut, isStart }: Shift, lead: Node | undefined): boolean {
  if (isOut) return true
  if (joiners.some((node) => isSign(node, ','))) return false
  if (isStart && !joiners.some((node) => isWord(node, ...rangeWords))) return false
  return isWord(lead, 'between', 'entre') || !joiners.every((node) => isWord(node, 'and', 'y', 'e'))
}

/** "4 a 8 horas": workers at 8 hours. */
const isHoursOfEach = (nodes: readonly Node[], { end, isLed, joiners }: Shift) =>
  !isLed && is(nodes[end + 1], 'hour') && isWord(joiners[0], 'a', 'as')

/** "7 to 3:30", "from 6 to 2", "entramos a las 7 y salimos a las 5". `hasBreak` and `from` prove that these are times. */
const shiftRule =
  (hasBreak: boolean): Rule =>
  (nodes, at) => {
    const shift = shiftAt(nodes, at)
    if (!shift || !isJoined(shift, nodes[at])) return undefined
    const { first, last, isLed, isOut, hasUnit } = shift
    const isMarked = [first, last].some((node) => node.isMarked) || hasUnit
    if (!isMarked && isHoursOfEach(nodes, shift)) return undefined
    const withUnit = isWord(nodes[shift.end + 1], 'h') && last.kind !== 'clock'
    const end = shift.end + (withUnit ? 2 : 1)
    if (is(nodes[end], 'worker', 'hour') || (withUnit && !isMarked && !isLed)) return unsureRange(nodes, at, shift.end)
    return spanOf(nodes, at, end, shift, isMarked || isOut || isLed || hasBreak)
  }

function spanOf(nodes: readonly Node[], at: number, end: number, { first, last }: Shift, isProved: boolean): Match | undefined {
  const [from, to] = [minutesOf(first), minutesOf(last)]
  if (!isProved && to >= from) return undefined
  const until = to <= from ? to + 720 : to
  const minutes = until - from
  if (minutes <= 0 || minutes > 16 * 60 || from > 1440) return undefined
  return [end - at, join(nodes.slice(at, end), 'span', round(minutes / 60), { ends: [from, until] })]
}

/** "8 to 10 guys", "8-10 hours": the person does not know. */
function unsureRange(nodes: readonly Node[], at: number, next: number): Match {
  const end = nodes[next + 1]
  const used = nodes.slice(at, next + 2)
  return [used.length, join(used, 'doubt', Number.NaN, { text: is(end, 'worker') ? 'worker' : 'hour' })]
}

/** "8 to 10 guys", but "4 a 8 horas" are workers at 8 hours. */
const isRangeOf = (joiner: Node | undefined, noun: Node | undefined) =>
  isWord(joiner, '-', 'to', 'a', 'ate') && is(noun, 'worker', 'hour') && !(isWord(joiner, 'a') && is(noun, 'hour'))

const unsure: Rule = (nodes, at) => {
  if (!isNumber(nodes[at])) return undefined
  const next = past(nodes, at + 1, (node) => is(node, 'or', 'were') || isSign(node, ',-') || isWord(node, 'to', 'a', 'maybe', 'ate'))
  if (next === at + 1 || !isNumber(nodes[next])) return undefined
  const joiners = nodes.slice(at + 1, next)
  const isOpen = joiners.some((node) => isWord(node, 'or', 'o', 'ou', 'maybe'))
  const isRange = joiners.length === 1 && isRangeOf(joiners[0], nodes[next + 1])
  if (!isOpen && !isRange) return undefined
  const used = nodes.slice(at, next + 2)
  return [
    is(nodes[next + 1], 'worker', 'hour') ? used.length : used.length - (nodes[next + 1] ? 1 : 0),
    join(used, 'doubt', Number.NaN, { text: is(nodes[next + 1], 'hour') ? 'hour' : 'worker' }),
  ]
}

const sizeOf = (node: Node | undefined): number | undefined => {
  if (isNumber(node)) return node.value
  return is(node, 'half') ? 0.5 : undefined
}
const isLittle = (node: Node | undefined) =>
  is(node, 'a', 'of') || isSign(node, '-') || isWord(node, 'for', 'para', 'pra', 'unpaid', 'off', 'meal')

/** "30 min lunch", "an hour for lunch", "half hour lunch", "lunch 30 min", "no lunch". */
const noBreak: Rule = (nodes, at) =>
  is(nodes[at], 'no') && is(nodes[at + 1], 'break') ? [2, join(nodes.slice(at, at + 2), 'break', 0)] : undefined

const isBefore = (node: Node | undefined) =>
  is(node, 'less') || isWord(node, 'with', 'con', 'com', 'a', 'an', 'una', 'uma', 'um', 'un', 'la', 'w')
const isDash = (node: Node | undefined) => is(node, 'a') || isWord(node, '-')

const breakLast: Rule = (nodes, at) => {
  const start = past(nodes, at, isBefore)
  const size = sizeOf(nodes[start])
  const unitAt = size === undefined ? start : past(nodes, start + 1, isDash)
  const unit = nodes[unitAt]
  if (!is(unit, 'hour', 'minute')) return undefined
  const extra = isWord(nodes[unitAt + 1], 'y', 'e') && is(nodes[unitAt + 2], 'half') ? 0.5 : 0
  const end = past(nodes, unitAt + (extra ? 3 : 1), isLittle)
  if (!is(nodes[end], 'break') && !isWord(nodes[end], 'comer', 'unpaid', 'cafe')) return undefined
  const value = (size ?? 1) + extra
  return [end + 1 - at, join(nodes.slice(at, end + 1), 'break', is(unit, 'hour') ? value : value / 60)]
}

/** "half lunch", "with a half". */
const halfBreak: Rule = (nodes, at) => {
  const start = past(nodes, at, isBefore)
  const size = sizeOf(nodes[start])
  if (size === undefined || size >= 1) return undefined
  const next = past(nodes, start + 1, isDash)
  if (is(nodes[next], 'break')) return [next + 1 - at, join(nodes.slice(at, next + 1), 'break', size)]
  const isEnd = nodes[next] === undefined || isSign(nodes[next], '.,;')
  return isEnd && start > at && isWord(nodes[at], 'with', 'w') ? [next - at, join(nodes.slice(at, next), 'break', size)] : undefined
}

const breakFirst: Rule = (nodes, at) => {
  if (!is(nodes[at], 'break')) return undefined
  const next = past(nodes, at + 1, (node) => isLittle(node) || isWord(node, 'que', 'e', ':'))
  const size = sizeOf(nodes[next])
  const after = past(nodes, next + 1, isDash)
  if (size === undefined || !is(nodes[after], 'hour', 'minute')) return undefined
  return [after + 1 - at, join(nodes.slice(at, after + 1), 'break', is(nodes[after], 'hour') ? size : size / 60)]
}

/* Hours. */

const isManHour = (nodes: readonly Node[], at: number) =>
  (isWord(nodes[at], 'man', 'crew', 'labor', 'total') && is(nodes[isWord(nodes[at + 1], '-') ? at + 2 : at + 1], 'hour')) ||
  isWord(nodes[at], 'hh', 'mh', 'manhours') ||
  (isWord(nodes[at], 'homem', 'hombre') && isWord(nodes[at + 1], '-') && is(nodes[at + 2], 'hour'))

const manHoursLength = (nodes: readonly Node[], at: number) => {
  if (isWord(nodes[at], 'hh', 'mh', 'manhours')) return 1
  return isWord(nodes[at + 1], '-') ? 3 : 2
}

const manHours: Rule = (nodes, at) => {
  const value = nodes[at]
  if (!isNumber(value) || !isManHour(nodes, at + 1)) return undefined
  const length = 1 + manHoursLength(nodes, at + 1)
  return [length, join(nodes.slice(at, at + length), 'allHours', value.value)]
}

const hoursInTotal: Rule = (nodes, at) => {
  const value = nodes[at]
  if (!isNumber(value) || !is(nodes[at + 1], 'hour')) return undefined
  const next = past(nodes, at + 2, (node) => isWord(node, 'in', 'en', 'no', 'ao', 'em', 'all', 'entre', '-', 'de'))
  const isSum =
    is(nodes[next], 'total') ||
    (isWord(nodes[next], 'told', 'together', 'todo', 'todos') && isWord(nodes[next - 1], 'entre', 'all', 'ao')) ||
    (isWord(nodes[next], 'hombre', 'homem') && (next === at + 2 || isWord(nodes[next - 1], '-')))
  return isSum ? [next + 1 - at, join(nodes.slice(at, next + 1), 'allHours', value.value)] : undefined
}

const totalOfHours: Rule = (nodes, at) => {
  if (!is(nodes[at], 'total') && !isManHour(nodes, at)) return undefined
  const next = past(
    nodes,
    at + 1,
    (node) => is(node, 'of', 'hour', 'total') || isSign(node, ':=-') || isWord(node, 'was', 'were', 'is', 'hombre', 'homem'),
  )
  const value = nodes[next]
  const isNamed = nodes.slice(at, next).some((node) => is(node, 'hour') || isWord(node, 'hh', 'mh')) && !is(nodes[next + 1], 'each')
  if (!isNumber(value) || !(isNamed || is(nodes[next + 1], 'hour'))) return undefined
  const end = is(nodes[next + 1], 'hour') ? next + 2 : next + 1
  return [end - at, join(nodes.slice(at, end), 'allHours', value.value)]
}

/** "8 hours", "8h30", "4 hrs 15 min", "8 each", "hours: 8", "10s", "half a day". */
const isFigureLabel = (node: Node | undefined) => isSign(node, ':=-') || is(node, 'worker', 'crew') || isWord(node, 'manpower', 'headcount')

/** "Crew 9 hours 8": the hours are the label of the next number. */
function isLabelOfNext(nodes: readonly Node[], at: number): boolean {
  const next = isSign(nodes[at + 2], ':=-?') ? at + 3 : at + 2
  if (!isNumber(nodes[next])) return false
  if (isSign(nodes[at + 2], ':=')) return true
  return isFigureLabel(nodes[at - 1]) && (next > at + 2 || !isPlain(nodes[next + 1])) && !is(nodes[next + 1], 'worker')
}

/** Returns the part of an hour after "8 hours", and where it ends. */
function moreThanHours(nodes: readonly Node[], at: number): readonly [number, number] {
  const next = past(nodes, at, (node) => isWord(node, 'and', 'y', 'e', 'con', 'com'))
  const minutes = nodes[next]
  if (isWhole(minutes) && is(nodes[next + 1], 'minute')) return [minutes.value / 60, next + 2]
  if (!isWord(nodes[at], 'y', 'e', 'and')) return [0, at]
  const half = isWord(nodes[at + 1], 'a') ? at + 2 : at + 1
  return is(nodes[half], 'half') && !is(nodes[half + 1], 'hour', 'day', 'break') ? [0.5, half + 1] : [0, at]
}

const hoursWithUnit: Rule = (nodes, at) => {
  const first = nodes[at]
  if (!isNumber(first) || !is(nodes[at + 1], 'hour') || first.value > 24 || isLabelOfNext(nodes, at)) return undefined
  const [more, end] = moreThanHours(nodes, at + 2)
  return [end - at, join(nodes.slice(at, end), 'hours', round(first.value + more))]
}

/** "7h30", "8:48 each". */
const clockHours: Rule = (nodes, at) => {
  const first = nodes[at]
  if (first?.kind !== 'clock' || first.value > 960 || isAt(nodes[at - 1])) return undefined
  const isDuration = is(nodes[at + 1], 'each', 'hour', 'overtime') || first.text.includes('h')
  return isDuration ? [1, join([first], 'hours', round(first.value / 60))] : undefined
}

const isEachWord = (node: Node | undefined) => is(node, 'each') && !isWord(node, 'persona', 'pessoa', 'person', 'cabeza', 'head')
const eachHours: Rule = (nodes, at) => {
  const first = nodes[at]
  return isNumber(first) && first.value <= 24 && isEachWord(nodes[at + 1])
    ? [2, join(nodes.slice(at, at + 2), 'hours', first.value)]
    : undefined
}

/** "10s", "8's". */
const namedShift: Rule = (nodes, at) => {
  const first = nodes[at]
  if (!isWhole(first) || first.value < 4 || first.value > 16) return undefined
  const end = isSign(nodes[at + 1], "'") ? at + 2 : at + 1
  return isWord(nodes[end], 's') ? [end + 1 - at, join(nodes.slice(at, end + 1), 'hours', first.value)] : undefined
}

const named: Readonly<Record<string, number>> = { tens: 10, eights: 8, twelves: 12, nines: 9 }

/** Returns the hours that a first word gives to "day", or undefined. */
function dayHours(first: Node | undefined): number | undefined {
  if (is(first, 'half')) return 4
  if (isNumber(first) && isFraction(first)) return first.value * 8
  return is(first, 'full', 'all') ? 8 : undefined
}

const partOfDay: Rule = (nodes, at) => {
  const first = nodes[at]
  const value = named[first?.text ?? '']
  if (first && value !== undefined) return [1, join([first], 'hours', value)]
  if (is(first, 'day') && is(nodes[at + 1], 'full')) return [2, join(nodes.slice(at, at + 2), 'hours', 8)]
  if (isWord(first, 'dia') && is(nodes[at + 1], 'all', 'each')) return [2, join(nodes.slice(at, at + 2), 'hours', 8)]
  const hours = dayHours(first)
  const after = past(nodes, at + 1, (node) => is(node, 'a', 'of'))
  // "Todo dia" is every day, "a medio dia" is noon.
  const isOther = (isWord(first, 'todo', 'toda', 'todos') && after === at + 1) || (is(first, 'half') && isWord(nodes[at - 1], 'a', 'al'))
  if (hours === undefined || isOther || !is(nodes[after], 'day')) return undefined
  return [after + 1 - at, join(nodes.slice(at, after + 1), 'hours', hours)]
}

const isHoursLink = (node: Node | undefined) =>
  is(node, 'each') ||
  isSign(node, ':=-?') ||
  isWord(node, 'were', 'did', 'worked', 'con', 'fez', 'fizeram', 'hicieron', 'hizo', 'on', 'de', 'for', 'por', 'a')

const labelledHours: Rule = (nodes, at) => {
  const isEach = isEachWord(nodes[at]) && !is(nodes[at], 'worker') && !isWord(nodes[at], 'tudo')
  if (!is(nodes[at], 'hour') && !isEach) return undefined
  const next = past(nodes, at + 1, isHoursLink)
  const value = nodes[next]
  if (!isNumber(value) || value.value > 24) return undefined
  // "Hours 8 guys 12", not "hours: 8 guys".
  const isPaired = isNumber(nodes[next + 2]) && !is(nodes[next + 3], 'hour', 'worker') && !isEach && !isNumber(nodes[at - 1])
  if (is(nodes[next + 1], 'worker') && !isPaired) return undefined
  if (isEach && is(nodes[next + 1], 'hour')) return [next - at, join(nodes.slice(at, next), 'done', Number.NaN)]
  return [next + 1 - at, join(nodes.slice(at, next + 1), 'hours', value.value)]
}

/** "8 regular 2 overtime", "8 hours + 3 hours extra", "9 hrs y hora y media extra". */
const overtime: Rule = (nodes, at) => {
  const first = nodes[at]
  if (first === undefined || !isKind(first, 'hours', 'number')) return undefined
  const afterFirst = past(nodes, at + 1, (node) => is(node, 'regular', 'each', 'hour'))
  const isRegular = nodes.slice(at + 1, afterFirst).some((node) => is(node, 'regular'))
  const next = past(nodes, afterFirst, (node) => is(node, 'and') || isSign(node, ',+'))
  const more = nodes[next]
  const isHourAndHalf = is(more, 'hour') && isWord(nodes[next + 1], 'y', 'e') && is(nodes[next + 2], 'half')
  if (!isHourAndHalf && !isKind(more, 'hours', 'number')) return undefined
  const end = past(nodes, next + (isHourAndHalf ? 3 : 1), (node) => is(node, 'of', 'hour', 'each'))
  if (!is(nodes[end], 'overtime') || (first.kind === 'number' && !isRegular)) return undefined
  const sum = first.value + (isHourAndHalf ? 1.5 : (more?.value ?? 0))
  return sum > 24 ? undefined : [end + 1 - at, join(nodes.slice(at, end + 1), 'hours', round(sum))]
}

/* Workers. */

const isPlain = (node: Node | undefined) => node?.kind === 'word'
const adjectives = new Set(
  'fkn fucking setter pinches more other regular skilled general total good new concrete steel drywall site otros buenos outros union pipe tile of de da del en em da the la my our mis meus'.split(
    ' ',
  ),
)

/** "4 carpenters", "1 super", "4 of us", "a helper". */
const oneWorker: Rule = (nodes, at) => {
  if (!isWord(nodes[at], 'a', 'an', 'un', 'um', 'uma', 'una') || !is(nodes[at + 1], 'worker')) return undefined
  return isKind(nodes[at - 1], 'number', 'count') ? undefined : [2, join(nodes.slice(at, at + 2), 'count', 1)]
}

const ofUs: Rule = (nodes, at) => {
  const first = nodes[at]
  if (!isWhole(first)) return undefined
  if (is(nodes[at + 1], 'of') && isWord(nodes[at + 2], 'us', 'nosotros', 'nos'))
    return [3, join(nodes.slice(at, at + 3), 'count', first.value)]
  const isCrew = isWord(nodes[at + 1], '-') && isWord(nodes[at + 2], 'man', 'person') && is(nodes[at + 3], 'crew')
  return isCrew ? [4, join(nodes.slice(at, at + 4), 'count', first.value)] : undefined
}

/** "2 crews of 4". */
const crewsOf: Rule = (nodes, at) => {
  const first = nodes[at]
  if (!isWhole(first) || !is(nodes[at + 1], 'crew')) return undefined
  const next = past(nodes, at + 2, (node) => is(node, 'of') || isWord(node, 'con', 'com', 'with'))
  const size = nodes[next]
  if (!isWhole(size) || next === at + 2) return undefined
  const end = is(nodes[next + 1], 'worker') ? next + 2 : next + 1
  return [end - at, join(nodes.slice(at, end), 'count', first.value * size.value)]
}

const counted: Rule = (nodes, at) => {
  const first = nodes[at]
  if (!isWhole(first) || first.value > 2000) return undefined
  const noun = past(nodes, at + 1, (node) => isPlain(node) && adjectives.has(node?.text ?? ''))
  if (!is(nodes[noun], 'worker')) return undefined
  const next = past(nodes, noun + 1, (node) => is(node, 'worker'))
  const sum = past(nodes, next, (node) => isWord(node, 'in', 'en', 'no', 'ao'))
  const isSum = is(nodes[sum], 'total') || (isWord(nodes[sum], 'todo') && sum > next)
  const end = isSum ? sum + 1 : next
  return [end - at, join(nodes.slice(at, end), 'count', first.value, { isMarked: isSum, text: nodes[noun]?.text ?? '' })]
}

/** "crew of 9", "manpower: 9", "total 12", "we were 6", "eramos 6". */
const labelledCount: Rule = (nodes, at) => {
  const first = nodes[at]
  const isLabel =
    is(first, 'worker', 'crew', 'total', 'were') ||
    isWord(first, 'manpower', 'headcount', 'efetivo', 'personal', 'pessoal', 'efectivo', 'count', 'cuantos', 'quantos', 'total')
  if (!isLabel) return undefined
  const next = past(
    nodes,
    at + 1,
    (node) =>
      is(node, 'of', 'filler') ||
      isSign(node, ':=?-') ||
      isWord(node, 'size', 'con', 'count', 'a', 'com', 'the', 'los', 'only', 'solo', 'crew', 'power', 'obra', 'directa', 'direta'),
  )
  const value = nodes[next]
  if (!isWhole(value) || is(nodes[next + 1], 'thing', 'absent', 'planned')) return undefined
  if (
    is(nodes[next + 1], 'worker', 'crew', 'hour', 'each', 'and', 'relative') ||
    (isKind(nodes[next + 1], 'word') && !is(nodes[next + 1], 'filler', 'by', 'of', 'all') && is(first, 'were'))
  )
    return undefined
  return [next + 1 - at, join(nodes.slice(at, next + 1), 'count', value.value)]
}

/** "Crew 1 has 5": the first number is a name. */
const namedCrew: Rule = (nodes, at) => {
  const next = past(nodes, at + 2, (node) => isWord(node, 'has', 'had', 'tiene', 'tem', 'con', 'com', 'with', ':'))
  if (!is(nodes[at], 'crew') || !isWhole(nodes[at + 1]) || next === at + 2 || !isWhole(nodes[next])) return undefined
  return [next + 1 - at, join(nodes.slice(at, next + 1), 'count', (nodes[next] as Node).value)]
}

/** "pipefitters 6, welders 3": a trade and its number, not "guys 8 hours". */
const tradeFirst: Rule = (nodes, at) => {
  const value = nodes[at + 1]
  if (!is(nodes[at], 'worker') || !isWhole(value) || isKind(nodes[at - 1], 'number')) return undefined
  if (
    nodes[at + 2] !== undefined &&
    !isSign(nodes[at + 2], ',;.-/') &&
    !is(nodes[at + 2], 'worker', 'and') &&
    !isKind(nodes[at + 2], 'hours', 'span')
  )
    return undefined
  return [2, join(nodes.slice(at, at + 2), 'count', value.value)]
}

const isJoin = (node: Node | undefined) =>
  is(node, 'and') ||
  isSign(node, ',+&') ||
  isWord(node, 'con', 'com', 'with', 'my', 'mi', 'meu', 'minha', 'a', 'el', 'o', 'mis', 'meus', 'were')

/** "me and 4 guys", "my brother and me", "9 plus me", "just me". */
const withMe: Rule = (nodes, at) => {
  let [next, sum, isMine] = [at, 0, false]
  for (let guard = 0; guard < 8; guard++) {
    const item = past(nodes, next, isJoin)
    const found = sum > 0 && item === next ? undefined : person(nodes, item, isMine, item > next, sum === 0)
    if (!found) break
    isMine ||= is(nodes[item], 'self')
    sum += found[0]
    next = found[1]
  }
  if (isMine && isWord(nodes[next], 'alone', 'solo', 'sola', 'sozinho', 'sozinha')) next++
  if (!isMine || (sum === 1 && !isOnly(nodes, at))) return undefined
  return [next - at, join(nodes.slice(at, next), 'count', sum)]
}

const isOthers = (node: Node | undefined) => is(node, 'worker') || isWord(node, 'others', 'mas', 'mais', 'more', 'otros', 'outros')

/** Returns how many people an item of "me, my brother and 3 guys" is, and where it ends. */
function person(
  nodes: readonly Node[],
  at: number,
  isMine: boolean,
  isLater: boolean,
  isFirst: boolean,
): readonly [number, number] | undefined {
  const node = nodes[at]
  if (is(node, 'relative') || (is(node, 'self') && !isMine)) return [1, at + 1]
  if (node === undefined || (node.kind !== 'count' && !isWhole(node))) return undefined
  const { value } = node
  if (!isMine) return isFirst && isMeAfter(nodes, at + 1) ? [value, at + 1] : undefined
  if (isKind(node, 'count')) return [value, at + 1]
  if (!isLater || is(nodes[at + 1], 'hour', 'each')) return undefined
  return [value, isOthers(nodes[at + 1]) ? at + 2 : at + 1]
}
const isMeAfter = (nodes: readonly Node[], at: number) => is(nodes[past(nodes, at, isJoin)], 'self') && isJoin(nodes[at])
const onlyWords = [
  'just',
  'only',
  'solo',
  'sola',
  'nomas',
  'so',
  'somente',
  'apenas',
  'solamente',
  'sozinho',
  'sozinha',
  'alone',
  'mas',
  'by',
  'but',
]
const isOnly = (nodes: readonly Node[], at: number) => isWord(nodes[at - 1], ...onlyWords) || isWord(nodes[at + 1], ...onlyWords)

/** "un solo pelado", "solo hoy, 7 horas", "working alone". */
const alone: Rule = (nodes, at) => {
  if (nodes.some((node) => isKind(node, 'count', 'number'))) return undefined
  const isStart = at === 0 && isWord(nodes[0], 'solo', 'sola') && !isKind(nodes[1], 'hours', 'span')
  if ((isWord(nodes[at], 'alone', 'sozinho', 'sozinha') && !isWord(nodes[at - 1], 'me', 'hell')) || isStart)
    return [1, join(nodes.slice(at, at + 1), 'count', 1)]
  return undefined
}

/** Numbers that are neither workers on site nor hours: "2 were sick", "10 scheduled", "3 windows", "4 of them electricians". */
const partOfThem: Rule = (nodes, at) => {
  if (!is(nodes[at], 'them')) return undefined
  let next = at + 1
  while (next < at + 12 && nodes[next] !== undefined && !isSign(nodes[next], '.,;()') && !isKind(nodes[next], 'hours', 'span')) next++
  const part = nodes.slice(at, next)
  return part.some((node) => isKind(node, 'count', 'number')) ? [next - at, join(part, 'done', Number.NaN)] : undefined
}

const missing: Rule = (nodes, at) =>
  isWord(nodes[at], 'faltaron', 'falto', 'faltaram', 'faltou', 'minus') && isKind(nodes[at + 1], 'number', 'count')
    ? [2, join(nodes.slice(at, at + 2), 'done', Number.NaN)]
    : undefined

const linkWords =
  'en no w who que went were was are is out called in estan estaban estavam on the con com de did se of cubic square linear more new'.split(
    ' ',
  )
const leaving = 'fue fueron home embora saiu sairam salio salieron'.split(' ')
const leavingTimes = 'at early after lunch noon home antes temprano mais cedo'.split(' ')

const beside: Rule = (nodes, at) => {
  const first = nodes[at]
  if (!isKind(first, 'number', 'count')) return undefined
  const next = past(nodes, at + 1, (node) => isWord(node, ...linkWords))
  if (isWord(nodes[next], 'them', 'those', 'ellos', 'deles', 'delas') || isThing(nodes, at, next))
    return [next + 1 - at, join(nodes.slice(at, next + 1), 'done', Number.NaN)]
  if (!is(nodes[next], 'absent', 'planned') && !isWord(nodes[next], ...leaving)) return undefined
  const end = past(nodes, next + 1, (node) => isWord(node, ...leavingTimes) || isKind(node, 'clock'))
  return [end - at, join(nodes.slice(at, end), 'done', Number.NaN)]
}

const isThing = (nodes: readonly Node[], at: number, next: number) =>
  is(nodes[next], 'thing') &&
  isKind(nodes[at], 'number') &&
  !(next > at + 1 && isWord(nodes[next - 1], 'on', 'in', 'the')) &&
  !is(nodes[next + 1], 'worker')

/** "5 @ 8", "4 por 8", "6 con 10": workers and hours without a noun. */
const byHours: Rule = (nodes, at) => {
  const first = nodes[at]
  if (!isKind(first, 'number', 'count') || first === undefined || !Number.isInteger(first.value)) return undefined
  const next = past(nodes, at + 1, (node) => is(node, 'by', 'a') || isSign(node, '@*'))
  const value = nodes[next]
  if (
    next === at + 1 ||
    !isNumber(value) ||
    value.value > 24 ||
    is(nodes[next + 1], 'worker') ||
    (isPlain(nodes[next + 1]) &&
      !is(nodes[next + 1], 'and', 'hour', 'by', 'filler', 'all', 'each', 'from', 'of') &&
      !isWord(nodes[next + 1], 'no', 'na', 'en', 'em', 'in', 'on', 'at'))
  )
    return undefined
  return [next + 1 - at, join([first], 'count', first.value), join(nodes.slice(at + 1, next + 1), 'hours', value.value)]
}

/** A number for a place: "4 on level 5 and 3 on level 6", "level 2: 7". */
const placed: Rule = (nodes, at) => {
  const [first] = nodes.slice(at, at + 1)
  if (isWhole(first)) {
    const next = past(nodes, at + 1, (node) => isWord(node, 'on', 'in', 'at', 'en', 'em', 'no', 'na', 'the', 'el', 'la', 'o', 'a'))
    return next > at + 1 && isKind(nodes[next], 'place')
      ? [next + 1 - at, join(nodes.slice(at, next + 1), 'count', first.value)]
      : undefined
  }
  if (!isKind(first, 'place')) return undefined
  const next = past(nodes, at + 1, (node) => isSign(node, ':=-'))
  const value = nodes[next]
  if (!isWhole(value) || (isKind(nodes[next + 1], 'word') && !is(nodes[next + 1], 'and', 'filler')) || is(nodes[next + 1], 'to'))
    return undefined
  return [next + 1 - at, join(nodes.slice(at, next + 1), 'count', value.value)]
}

/** "10 scheduled but only 8 showed", "so 7", "o sea 7": the number that counts after all. */
const product: Rule = (nodes, at) => {
  const [a, by, b, equals, sum] = nodes.slice(at, at + 5)
  if (!isWhole(a) || !isWord(by, 'x', '*') || !isNumber(b) || !isWord(equals, '=') || !isNumber(sum)) return undefined
  const end = is(nodes[at + 5], 'hour') ? 6 : 5
  return a.value * b.value === sum.value
    ? [end, join([a], 'count', a.value), join([b], 'hours', b.value)]
    : [end, join([a], 'doubt', Number.NaN, { text: 'all' })]
}

/** Phone numbers, order numbers and dates. */
const reference: Rule = (nodes, at) => {
  const isNamed =
    isWord(
      nodes[at],
      'ticket',
      'po',
      'invoice',
      'order',
      'permit',
      'pedido',
      'job',
      '#',
      'apto',
      'depto',
      'unit',
      'units',
      'lote',
      'lot',
      'casa',
      'house',
      'apt',
    ) && isNumber(nodes[at + 1])
  if (!isNamed) return undefined
  const end = isWord(nodes[at + 2], 'al', 'ao', '-', 'to') && isNumber(nodes[at + 3]) ? at + 4 : at + 2
  return [end - at, join(nodes.slice(at, end), 'done', Number.NaN)]
}
/** "until 2", "a las 12": a time of day that is no part of a shift. */
const lonelyTime: Rule = (nodes, at) => {
  const isLed =
    isWord(nodes[at], 'until', 'till', 'til', 'hasta') ||
    (isWord(nodes[at], 'a', 'as') && isWord(nodes[at + 1], 'las', 'la')) ||
    isWord(nodes[at], 'as')
  const next = past(nodes, at + 1, (node) => isWord(node, 'a', 'la', 'las', 'as'))
  return isLed && isNumber(nodes[next]) && !is(nodes[next + 1], 'hour', 'worker', 'each')
    ? [next + 1 - at, join(nodes.slice(at, next + 1), 'clock', Number.NaN)]
    : undefined
}

/** "10 were supposed to come", "tenian que venir 10": not the workers on site. */
const planned: Rule = (nodes, at) => {
  if (isWord(nodes[at], 'out') && isWord(nodes[at + 1], 'of') && isNumber(nodes[at + 2]))
    return [3, join(nodes.slice(at, at + 3), 'done', Number.NaN)]
  if (!isWord(nodes[at], 'supposed', 'suposed', 'tenian', 'iban', 'pra', 'deberian', 'deviam', 'iam')) return undefined
  const next = past(nodes, at + 1, (node) => isWord(node, 'to', 'be', 'have', 'que', 'venir', 'vir', 'ser', 'a', 'had'))
  return next > at + 1 && isNumber(nodes[next]) ? [next + 1 - at, join(nodes.slice(at, next + 1), 'done', Number.NaN)] : undefined
}

/** "pedreiro 4 servente 6 carpinteiro 3": each number belongs to the trade before it. */
const tradesFirst: Rule = (nodes, at) => {
  const counts: Node[] = []
  let next = at
  while (counts.length < 12 && is(nodes[next], 'worker') && isWhole(nodes[next + 1]) && !isKind(nodes[at - 1], 'number')) {
    counts.push(join(nodes.slice(next, next + 2), 'count', (nodes[next + 1] as Node).value))
    next = isSign(nodes[next + 2], ',') ? next + 3 : next + 2
  }
  const isEnd =
    nodes[next] === undefined ||
    isSign(nodes[next], '-.;/:') ||
    isKind(nodes[next], 'hours', 'span', 'clock') ||
    is(nodes[next], 'each', 'all')
  return counts.length > 1 && isEnd ? [next - at, ...counts] : undefined
}

/** "12 workers (3 foremen)": the brackets repeat a part. */
const brackets: Rule = (nodes, at) => {
  if (!isSign(nodes[at], '(')) return undefined
  const end = nodes.slice(at, at + 14).findIndex((node) => isSign(node, ')'))
  const inside = nodes.slice(at, at + end + 1)
  return end > 0 &&
    inside.some((node) => isKind(node, 'count')) &&
    nodes.slice(Math.max(0, at - 3), at).some((node) => isKind(node, 'count', 'number') || is(node, 'total', 'worker'))
    ? [end + 1, join(inside, 'done', Number.NaN)]
    : undefined
}

/** "12 guys x 8 hours = 96 hours": the result is right, or nothing is certain. */
const result: Rule = (nodes, at) => {
  const [count, hours, equals, sum] = [nodes[at], ...nodes.slice(isKind(nodes[at + 1], 'hours') ? at + 1 : at + 2, at + 6)]
  if (!isKind(count, 'count') || !isKind(hours, 'hours') || !isWord(equals, '=') || !isKind(sum, 'number', 'hours', 'allHours'))
    return undefined
  const start = isKind(nodes[at + 1], 'hours') ? at + 3 : at + 4
  const isRight = round((count?.value ?? 0) * (hours?.value ?? 0)) === sum?.value
  return [start - at, ...(isRight ? [count as Node, hours as Node] : [join(nodes.slice(at, start), 'doubt', Number.NaN, { text: 'all' })])]
}
const date: Rule = (nodes, at) =>
  at === 0 &&
  isWhole(nodes[0]) &&
  isWord(nodes[1], '/') &&
  isWhole(nodes[2]) &&
  (nodes[1] as Node).from === (nodes[0] as Node).to &&
  (nodes[2].value > 12 || nodes[0].value > 12)
    ? [3, join(nodes.slice(0, 3), 'done', Number.NaN)]
    : undefined

/** Builds clauses from the words of a text, one kind after the other. */
export function clausesOf(piece: Piece): Node[] {
  let nodes = reduce(tokensOf(piece), [noNumber, dozen, tensAndOnes])
  nodes = reduce(nodes, [withFraction])
  nodes = reduce(nodes, [halfOfDay, date, reference])
  nodes = reduce(nodes, [noBreak, breakLast, halfBreak, breakFirst])
  const hasBreak = nodes.some((node) => node.kind === 'break')
  nodes = reduce(nodes, [product, shiftRule(hasBreak), planned, unsure])
  nodes = reduce(nodes, [lonelyTime])
  nodes = reduce(nodes, [manHours, hoursInTotal, totalOfHours, hoursWithUnit, clockHours, eachHours, namedShift, partOfDay, labelledHours])
  nodes = reduce(nodes, [overtime])
  nodes = reduce(nodes, [namedCrew, tradesFirst])
  nodes = reduce(nodes, [oneWorker, ofUs, crewsOf, counted])
  nodes = reduce(nodes, [brackets, partOfThem, missing, beside])
  nodes = reduce(nodes, [withMe])
  nodes = reduce(nodes, [byHours])
  nodes = reduce(nodes, [labelledCount, tradeFirst, placed, alone])
  return reduce(reduce(nodes, [byHours]), [result])
}
