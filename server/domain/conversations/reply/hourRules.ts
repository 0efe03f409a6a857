import {
  is,
  isFraction,
  isKind,
  isNumber,
  isPlain,
  isSign,
  isWhole,
  isWord,
  join,
  type Match,
  type Node,
  past,
  round,
  type Rule,
} from './Node.ts'
import { isLabel } from './labelRules.ts'

/* Hours of work: of each worker, of all workers, parts of a day, overtime. */

const isManHour = (nodes: readonly Node[], at: number) =>
  (isWord(nodes[at], 'man', 'crew', 'labor', 'total') && is(nodes[isWord(nodes[at + 1], '-') ? at + 2 : at + 1], 'hour')) ||
  isWord(nodes[at], 'hh', 'mh', 'manhours', 'man-hours') ||
  (isWord(nodes[at], 'homem', 'hombre', 'homens', 'hombres') &&
    is(nodes[isWord(nodes[at + 1], '-') ? at + 2 : at + 1], 'hour') &&
    !isNumber(nodes[at + 3]))

const manHoursLength = (nodes: readonly Node[], at: number) => {
  if (isWord(nodes[at], 'hh', 'mh', 'manhours', 'man-hours')) return 1
  return isWord(nodes[at + 1], '-') ? 3 : 2
}

const manHours: Rule = (nodes, at) => {
  const value = nodes[at]
  if (!isNumber(value) || !isManHour(nodes, at + 1)) return undefined
  // "Headcount 8 total hours 64": the words are the label of the next number.
  if (isWord(nodes[at + 1], 'total') && isNumber(nodes[past(nodes, at + 3, (node) => isSign(node, ':='))])) return undefined
  const length = 1 + manHoursLength(nodes, at + 1)
  return [length, join(nodes.slice(at, at + length), 'allHours', value.value)]
}

const hoursInTotal: Rule = (nodes, at) => {
  const value = nodes[at]
  if (!isNumber(value) || !is(nodes[at + 1], 'hour')) return undefined
  const next = past(nodes, at + 2, (node) => isWord(node, 'in', 'en', 'na', 'ao', 'em', 'all', 'entre', '-', 'de'))
  const isSum =
    is(nodes[next], 'total') ||
    (isWord(nodes[next], 'told', 'together', 'todo', 'todos') && isWord(nodes[next - 1], 'entre', 'all', 'ao')) ||
    (isWord(nodes[next], 'hombre', 'homem') && (next === at + 2 || isWord(nodes[next - 1], '-')))
  return isSum ? [next + 1 - at, join(nodes.slice(at, next + 1), 'allHours', value.value)] : undefined
}

/** "Horas hombre totales 64". */
function labelledManHours(nodes: readonly Node[], at: number): Match | undefined {
  const next = past(nodes, at + 2, (node) => is(node, 'total') || isSign(node, ':='))
  const sum = nodes[next]
  return isNumber(sum) ? [next + 1 - at, join(nodes.slice(at, next + 1), 'allHours', sum.value)] : undefined
}

/** Returns the words before a total, past "in" or "workers of". */
function nodeBeforeTotal(nodes: readonly Node[], at: number): Node | undefined {
  const isLinked = isWord(nodes[at - 1], 'en', 'in', 'na', 'no', 'al', 'us') || is(nodes[at - 1], 'worker')
  if (!isLinked) return nodes[at - 1]
  return nodes[isWord(nodes[at - 2], 'of') ? at - 3 : at - 2]
}

const isTotalLink = (node: Node | undefined) =>
  is(node, 'of', 'hour', 'total') || isSign(node, ':=-') || isWord(node, 'was', 'were', 'is', 'hombre', 'homem')

/** "Total hours: 64", "man hours 64", "total of 64 hours". */
function hoursAfterTotal(nodes: readonly Node[], at: number): Match | undefined {
  const next = past(nodes, at + 1, isTotalLink)
  const value = nodes[next]
  const isNamed = nodes.slice(at, next).some((node) => is(node, 'hour') || isWord(node, 'hh', 'mh')) && !is(nodes[next + 1], 'each')
  if (!isNumber(value) || !(isNamed || is(nodes[next + 1], 'hour'))) return undefined
  const end = is(nodes[next + 1], 'hour') ? next + 2 : next + 1
  return [end - at, join(nodes.slice(at, end), 'allHours', value.value)]
}

const totalOfHours: Rule = (nodes, at) => {
  if (is(nodes[at], 'hour') && isWord(nodes[at + 1], 'hombre', 'homem') && !isNumber(nodes[at - 1])) return labelledManHours(nodes, at)
  if (!is(nodes[at], 'total') && !isManHour(nodes, at)) return undefined
  const isLabelled = is(nodes[at + 1], 'hour') && isNumber(nodes[past(nodes, at + 2, (node) => isSign(node, ':='))])
  // "12 in total": the total belongs to the number before it.
  if (isNumber(nodeBeforeTotal(nodes, at)) && !isLabelled) return undefined
  return hoursAfterTotal(nodes, at)
}

const isFigureLabel = (node: Node | undefined) =>
  isSign(node, ':=-') ||
  is(node, 'worker', 'crew') ||
  isWord(node, 'manpower', 'headcount', 'count', 'hc', 'personal', 'pessoal', 'efetivo', 'efectivo')

/** "Crew 9 hours 8": the hours are the label of the next number. */
function isLabelOfNext(nodes: readonly Node[], at: number): boolean {
  const next = isSign(nodes[at + 2], ':=-?') ? at + 3 : at + 2
  if (!isNumber(nodes[next])) return false
  if (isSign(nodes[at + 2], ':=') || isWord(nodes[at - 1], 'headcount', 'manpower', 'hc', 'count')) return true
  // "Masons 5 helpers 3 hours 9".
  if (is(nodes[at - 1], 'worker', 'trade') && isNumber(nodes[at - 2]) && is(nodes[at - 3], 'worker', 'trade')) return true
  return isFigureLabel(nodes[at - 1]) && (next > at + 2 || !isPlain(nodes[next + 1])) && !is(nodes[next + 1], 'worker')
}

/** Returns the part of an hour after "8 hours", and where it ends. */
function moreThanHours(nodes: readonly Node[], at: number): readonly [number, number] {
  const next = past(nodes, at, (node) => isWord(node, 'and', 'y', 'e', 'con', 'com'))
  const minutes = nodes[next]
  const isWalk = isPlain(nodes[next + 2]) && !is(nodes[next + 2], 'each', 'all', 'filler', 'and', 'by', 'of', 'spot')
  if (isWhole(minutes) && is(nodes[next + 1], 'minute') && !isWalk) return [minutes.value / 60, next + 2]
  if (!isWord(nodes[at], 'y', 'e', 'and')) return [0, at]
  const half = isWord(nodes[at + 1], 'a') ? at + 2 : at + 1
  const isQuarter =
    isWord(nodes[half], 'quarter', 'cuarto', 'quarto') || (isNumber(nodes[half]) && nodes[half].value === 15 && !isPlain(nodes[half + 1]))
  if (isQuarter && !is(nodes[half + 1], 'of', 'day')) return [0.25, half + 1]
  return is(nodes[half], 'half') && !is(nodes[half + 1], 'hour', 'day', 'break') ? [0.5, half + 1] : [0, at]
}

const isUnitOf = (nodes: readonly Node[], at: number) => {
  const isTight = isWord(nodes[at], '-') && nodes[at]?.from === nodes[at - 1]?.to
  const unitAt = isTight ? at + 1 : at
  return is(nodes[unitAt], 'hour') ? unitAt : undefined
}

/** "4 men 10 hrs each = 40 hrs". */
const isProduct = (nodes: readonly Node[], at: number) =>
  is(nodes[at - 1], 'worker') && isNumber(nodes[at - 2]) && nodes.slice(at + 1, at + 4).some((node) => isSign(node, '='))

/** "8 hours", "8h30", "4 hrs 15 min", "10-hour day". */
const hoursWithUnit: Rule = (nodes, at) => {
  const first = nodes[at]
  if (!isNumber(first)) return undefined
  const unit = isUnitOf(nodes, at + 1)
  if (unit === undefined || (isLabel(nodes, unit) && !isProduct(nodes, at)) || isLabelOfNext(nodes, at)) return undefined
  if (first.value > 24) return [unit + 1 - at, join(nodes.slice(at, unit + 1), 'allHours', first.value, { text: 'many' })]
  // A person does not work 17 hours: a time of day, or the hours of all.
  if (first.value > 16) return [unit + 1 - at, join(nodes.slice(at, unit + 1), 'doubt', Number.NaN, { text: 'hour' })]
  const [more, end] = moreThanHours(nodes, unit + 1)
  const last = is(nodes[end], 'day') && !isWord(nodes[end], 'dia') ? end + 1 : end
  return [last - at, join(nodes.slice(at, last), 'hours', round(first.value + more))]
}

/** "50 horas divididas entre 5"; "11 horas entre 4" can be the hours of each, too. */
const sharedHours: Rule = (nodes, at) => {
  const first = nodes[at]
  if (!isNumber(first) || !is(nodes[at + 1], 'hour')) return undefined
  const between = past(nodes, at + 2, (node) => isWord(node, 'divididas', 'divididos', 'repartidas', 'split', 'divided', 'dividido'))
  const next = past(nodes, between + 1, (node) => isWord(node, 'los', 'las', 'the', 'os', 'nosotros', 'all'))
  const count = nodes[next]
  if (!isWord(nodes[between], 'entre', 'between', 'among', 'by', 'por') || !isWhole(count) || is(nodes[next + 1], 'hour')) return undefined
  if (isWord(nodes[between], 'by', 'por') && between === at + 2) return undefined
  const isSum = between > at + 2 || first.value > 16
  const hours = join(nodes.slice(at, next), isSum ? 'allHours' : 'doubt', isSum ? first.value : Number.NaN, { text: 'hour' })
  const end = is(nodes[next + 1], 'worker') ? next + 2 : next + 1
  return [end - at, hours, join(nodes.slice(next, end), 'count', count.value)]
}

/** "An hour", "hour and a half", "half an hour", "media hora". */
const hourInWords: Rule = (nodes, at) => {
  if (isNumber(nodes[at - 1]) || isWord(nodes[at - 1], 'in', 'en', 'em', 'dentro', 'daqui', 'within')) return undefined
  const isHalf = is(nodes[at], 'half')
  const unit = past(nodes, isHalf || isWord(nodes[at], 'a', 'an', 'una', 'uma') ? at + 1 : at, (node) => isWord(node, 'an', 'a', 'de'))
  if (!isWord(nodes[unit], 'hour', 'hora', 'horita', 'hr')) return undefined
  const half = past(nodes, unit + 2, (node) => isWord(node, 'a'))
  const isMore = isWord(nodes[unit + 1], 'and', 'y', 'e') && is(nodes[half], 'half')
  if (unit === at && !isMore) return undefined
  const end = isMore ? half + 1 : unit + 1
  return [end - at, join(nodes.slice(at, end), 'hours', (isHalf ? 0.5 : 1) + (isMore ? 0.5 : 0))]
}

/** "7h30", "8:48 each". */
const clockHours: Rule = (nodes, at) => {
  const first = nodes[at]
  if (first?.kind !== 'clock' || !(first.value <= 960) || isWord(nodes[at - 1], 'at', 'a', 'las', 'as', 'la')) return undefined
  const isDuration = is(nodes[at + 1], 'each', 'hour', 'overtime') || first.text.includes('h')
  const end = isDuration && is(nodes[at + 1], 'hour') ? 2 : 1
  return isDuration ? [end, join([first], 'hours', round(first.value / 60))] : undefined
}

const isEachWord = (node: Node | undefined) =>
  is(node, 'each') && !is(node, 'worker') && !isWord(node, 'persona', 'pessoa', 'person', 'cabeza', 'head')
const eachHours: Rule = (nodes, at) => {
  const first = nodes[at]
  // "9 todos hicieron 8": nine people.
  const isPeople = is(nodes[at + 1], 'all') && is(nodes[at + 2], 'by') && isKind(nodes[at + 3], 'number', 'hours')
  const isBeforeHours = is(nodes[at + 1], 'all') && isNumber(nodes[at + 2]) && is(nodes[at + 3], 'hour')
  return isNumber(first) && first.value <= 16 && isEachWord(nodes[at + 1]) && !isPeople && !isBeforeHours
    ? [2, join(nodes.slice(at, at + 2), 'hours', first.value)]
    : undefined
}

/** "10s", "8's". */
const namedShift: Rule = (nodes, at) => {
  const first = nodes[at]
  if (!isWhole(first) || first.value < 4 || first.value > 16) return undefined
  // "4-10s": a week of four days.
  const isWeek = first.value <= 6 && isWord(nodes[at + 1], '-') && isWhole(nodes[at + 2]) && isWord(nodes[at + 3], 's')
  if (isWeek) return [4, join(nodes.slice(at, at + 4), 'hours', (nodes[at + 2] as Node).value)]
  const end = isSign(nodes[at + 1], "'") ? at + 2 : at + 1
  return isWord(nodes[end], 's') ? [end + 1 - at, join(nodes.slice(at, end + 1), 'hours', first.value)] : undefined
}

const named: Readonly<Record<string, number>> = { tens: 10, eights: 8, twelves: 12, nines: 9, sixes: 6 }

/** Returns the hours that a first word gives to "day", or undefined. */
function dayHours(first: Node | undefined): number | undefined {
  if (is(first, 'half')) return 4
  if (isWord(first, '3/4')) return 6
  if (isNumber(first) && isFraction(first)) return first.value * 8
  return is(first, 'full', 'all') ? 8 : undefined
}

/** "10s" in words: "tens", "four tens" (a week of four days with ten hours). */
const namedHours: Rule = (nodes, at) => {
  const at2 = isWhole(nodes[at]) ? at + 1 : at
  const value = named[nodes[at2]?.text ?? '']
  return value === undefined || nodes[at2]?.kind !== 'word' ? undefined : [at2 + 1 - at, join(nodes.slice(at, at2 + 1), 'hours', value)]
}

const rainWords = 'choveu llovio rained rain raining lost perdimos snowed lluvia chuva'.split(' ')

/** "Dia completo", "dia todo", "jornada completa de 10". */
function fullDay(nodes: readonly Node[], at: number): Match | undefined {
  const isFull = is(nodes[at], 'day') && is(nodes[at + 1], 'full')
  const hoursAt = past(nodes, at + 2, (node) => is(node, 'of'))
  const said = nodes[hoursAt]
  if (isFull && hoursAt > at + 2 && isNumber(said) && said.value <= 16 && !is(nodes[hoursAt + 1], 'worker'))
    return [hoursAt + (is(nodes[hoursAt + 1], 'hour') ? 2 : 1) - at, join(nodes.slice(at, hoursAt + 1), 'hours', said.value)]
  const isAllDay = isWord(nodes[at], 'dia', 'jornada', 'turno') && is(nodes[at + 1], 'all', 'each')
  return isFull || isAllDay ? [2, join(nodes.slice(at, at + 2), 'hours', 8)] : undefined
}

/** "Full day", "half a day", "3/4 of a day". */
function shareOfDay(nodes: readonly Node[], at: number): Match | undefined {
  const first = nodes[at]
  const hours = dayHours(first)
  const after = past(nodes, at + 1, (node) => is(node, 'a', 'of'))
  // "Todo dia" is every day, "a medio dia" is noon.
  const isOther =
    (isWord(first, 'todo', 'toda', 'todos') && after === at + 1) ||
    (isWord(first, 'medio', 'meio') && isWord(nodes[at - 1], 'a', 'al', 'ao'))
  if (hours === undefined || isOther || !is(nodes[after], 'day')) return undefined
  const isWhole = is(first, 'all') && !is(first, 'full')
  return [after + 1 - at, join(nodes.slice(at, after + 1), 'hours', hours, { text: isWhole ? 'all day' : 'part of day' })]
}

const partOfDay: Rule = (nodes, at) => {
  // "Rained half a day" is no work.
  if (nodes.slice(Math.max(0, at - 2), at).some((node) => isWord(node, ...rainWords))) return undefined
  return fullDay(nodes, at) ?? shareOfDay(nodes, at)
}

const isHoursLink = (node: Node | undefined) =>
  is(node, 'each') ||
  isSign(node, ',') ||
  isSign(node, ':=-?') ||
  isWord(
    node,
    ...'per were did worked con fez fizeram hicieron hizo on de for por a got had get put pulled logged trabajaron trabalharam trabajamos trabalhamos fizemos hicimos le metieron metimos jalaron hacen fazem do were are right bien si son estan correctas certas sao tao'.split(
      ' ',
    ),
  )

/** "Hours 8 guys 12", not "hours: 8 guys": the noun behind the hours is the label of the next number. `next` is the place of the hours. */
const isPairOfLabels = (nodes: readonly Node[], at: number, next: number) =>
  isNumber(nodes[next + 2]) && !is(nodes[next + 3], 'hour', 'worker') && !isNumber(nodes[at - 1])

/** "Hours 8", "each did 9". */
const labelledHours: Rule = (nodes, at) => {
  const isEach = isEachWord(nodes[at]) && !is(nodes[at], 'worker') && !isWord(nodes[at], 'tudo')
  if ((!is(nodes[at], 'hour') && !isEach) || (isEach && is(nodes[at - 1], 'hour'))) return undefined
  const next = past(nodes, at + 1, isHoursLink)
  const value = nodes[next]
  if (!isNumber(value) || value.value > 24) return undefined
  const isPaired = !isEach && isPairOfLabels(nodes, at, next)
  if (is(nodes[next + 1], 'worker') && !isPaired) return undefined
  if (isEach && is(nodes[next + 1], 'hour')) return [next - at, join(nodes.slice(at, next), 'done', Number.NaN)]
  return [next + 1 - at, join(nodes.slice(at, next + 1), 'hours', value.value)]
}

const isOvertimeLink = (node: Node | undefined) =>
  is(node, 'and', 'were') || isSign(node, ',+;') || isWord(node, 'with', 'con', 'com', 'a', 'an', 'de', 'in', 'each')

/** "12 hrs (4 OT)": the overtime is a part of the hours before. */
const overtimeInside: Rule = (nodes, at) => {
  if (!isSign(nodes[at], '(') || !isKind(nodes[at - 1], 'hours')) return undefined
  const end = nodes.slice(at, at + 6).findIndex((node) => isSign(node, ')'))
  const inside = nodes.slice(at + 1, at + Math.max(end, 1))
  const isPart =
    inside.some((node) => is(node, 'overtime')) &&
    inside.some((node) => isKind(node, 'number', 'hours') && node.value < (nodes[at - 1]?.value ?? 0) / 2)
  return end > 0 && isPart && !inside.some((node) => isSign(node, '+'))
    ? [end + 1, join(nodes.slice(at, at + end + 1), 'done', Number.NaN)]
    : undefined
}

/** Returns whether what is before a number makes it hours: "6 @ 8", "6 guys 8", "6 guys, 8". */
function isAtHours(nodes: readonly Node[], at: number): boolean {
  const [third, second, before] = [nodes[at - 3], nodes[at - 2], nodes[at - 1]]
  const isBare = is(before, 'worker') || isWord(before, 'at', 'con', 'com')
  const value = nodes[at]?.value ?? 0
  const isInList = isSign(before, ',') && is(second, 'worker') && isNumber(third) && value >= 4 && value <= 12
  return isSign(before, '@') || (isBare && isNumber(second)) || isInList
}

/** "8 regular 2 overtime", "8 hours + 3 hours extra", "8 hrs, OT: 2". */
const overtime: Rule = (nodes, at) => {
  const first = nodes[at]
  if (first === undefined || !isKind(first, 'hours', 'number', 'span')) return undefined
  const afterFirst = past(nodes, at + 1, (node) => is(node, 'regular', 'each', 'hour', 'day') || isWord(node, 'time'))
  const isRegular = nodes.slice(at + 1, afterFirst).some((node) => is(node, 'regular'))
  if (first.kind === 'number' && !isRegular && !isAtHours(nodes, at)) return undefined
  const more = past(nodes, afterFirst, isOvertimeLink)
  const found = extraHours(nodes, more)
  if (!found || first.value + found[0] > 24) return undefined
  const kind = first.kind === 'span' ? 'span' : 'hours'
  return [
    found[1] - at,
    join(nodes.slice(at, found[1]), kind, round(first.value + found[0]), first.ends && { ends: first.ends, isMarked: true }),
  ]
}

/** Returns the hours of "2 hours of overtime" or "OT: 2", and where they end. */
function extraHours(nodes: readonly Node[], at: number): readonly [number, number] | undefined {
  if (is(nodes[at], 'overtime')) {
    const next = past(nodes, at + 1, (node) => is(node, 'of', 'hour') || isSign(node, ':='))
    const value = nodes[next]
    return isKind(value, 'hours', 'number') && !is(nodes[next + 1], 'worker') ? [value?.value ?? 0, next + 1] : undefined
  }
  const more = nodes[at]
  if (!isKind(more, 'hours', 'number')) return undefined
  const end = past(nodes, at + 1, (node) => is(node, 'of', 'hour', 'each', 'more') || isWord(node, 'tiempo', 'time', 'tempo'))
  const isExtra = is(nodes[end], 'overtime') || nodes.slice(at + 1, end).some((node) => is(node, 'more'))
  const last = past(nodes, end, (node) => is(node, 'overtime', 'each'))
  return isExtra ? [more?.value ?? 0, last] : undefined
}

/** "including 2 hours overtime" repeats a part; other hours of overtime leave open what the whole day was. */
const otherOvertime: Rule = (nodes, at) => {
  const isOfIt =
    isKind(nodes[at], 'hours', 'number') &&
    is(nodes[at + 1], 'of') &&
    isWord(nodes[at + 2], 'it', 'them', 'those', 'which', 'ellas', 'esas', 'las', 'delas')
  if (isOfIt && is(nodes[past(nodes, at + 3, (node) => is(node, 'were'))], 'overtime'))
    return [4, join(nodes.slice(at, at + 4), 'done', Number.NaN)]
  const isPart = is(nodes[at], 'them') || isWord(nodes[at], '(')
  const start = isPart ? at + 1 : at
  const found = isKind(nodes[start], 'hours', 'number') || is(nodes[start], 'overtime') ? extraHours(nodes, start) : undefined
  if (!found || (!isPart && !nodes.slice(start, found[1]).some((node) => is(node, 'overtime')))) return undefined
  const made = nodes.slice(at, found[1])
  // "On overtime 12 hours": too many for the overtime alone.
  if (!isPart && found[0] >= 8) return [made.length, join(made, 'hours', found[0])]
  return [
    made.length,
    is(nodes[at], 'them') ? join(made, 'done', Number.NaN) : join(made, 'doubt', Number.NaN, { text: 'hour', hours: found[0] }),
  ]
}

/** "12 x 8 = 96", "8 guys x 8 hrs = 64": the result is right, or nothing is certain. */
const product: Rule = (nodes, at) => {
  const first = nodes[at]
  const by = past(nodes, at + 1, (node) => is(node, 'worker'))
  const second = nodes[by + 1]
  const equals = past(nodes, by + 2, (node) => is(node, 'hour', 'each'))
  const sum = nodes[equals + 1]
  if (
    !isWhole(first) ||
    !isWord(nodes[by], 'x', '*', '@', 'por', 'by') ||
    !isNumber(second) ||
    !isWord(nodes[equals], '=') ||
    !isNumber(sum)
  )
    return undefined
  const end = past(nodes, equals + 2, (node) => is(node, 'hour', 'total') || isWord(node, 'man'))
  return first.value * second.value === sum.value
    ? [end - at, join([first], 'count', first.value), join([second], 'hours', second.value)]
    : [end - at, join(nodes.slice(at, end), 'doubt', Number.NaN, { text: 'all' })]
}

/** "12 guys x 8 hours = 96 hours": the result is right, or nothing is certain. */
const result: Rule = (nodes, at) => {
  const hoursAt = isKind(nodes[at + 1], 'hours') ? at + 1 : at + 2
  const equalsAt = past(nodes, hoursAt + 1, (node) => is(node, 'each'))
  const [count, hours, equals, sum] = [nodes[at], nodes[hoursAt], nodes[equalsAt], nodes[equalsAt + 1]]
  if (!isKind(count, 'count') || !isKind(hours, 'hours') || !isWord(equals, '=') || !isKind(sum, 'number', 'hours', 'allHours'))
    return undefined
  const start = equalsAt + 2
  const isRight = round((count?.value ?? 0) * (hours?.value ?? 0)) === sum?.value
  return [start - at, ...(isRight ? [count as Node, hours as Node] : [join(nodes.slice(at, start), 'doubt', Number.NaN, { text: 'all' })])]
}

/** "5 min walk": minutes that are no break and no work. */
const leftMinutes: Rule = (nodes, at) =>
  isNumber(nodes[at]) && isWord(nodes[at + 1], 'min', 'mins', 'minutes', 'minute', 'minutos', 'minuto')
    ? [2, join(nodes.slice(at, at + 2), 'done', Number.NaN)]
    : undefined

/** Recognizes hours, in the order in which the rules are tried. */
export const hourRules: readonly (readonly Rule[])[] = [
  [
    namedHours,
    partOfDay,
    manHours,
    hoursInTotal,
    totalOfHours,
    sharedHours,
    hoursWithUnit,
    hourInWords,
    clockHours,
    eachHours,
    namedShift,
    labelledHours,
  ],
  [overtimeInside, overtime],
  [otherOvertime, leftMinutes],
]
/** Products that state what they give: "12 x 8 = 96". */
export const productRule = product
export const resultRule = result
