import { is, isKind, join, type Match, type Node, reduce, type Rule, tokensOf } from './tokens.ts'
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

const halfOfDay: Rule = (nodes, at) => {
  const time = nodes[at]
  if (!isWhole(time) && !isKind(time, 'clock') && !(isNumber(time) && /^\d{1,2}\.\d0$/u.test(time.text))) return undefined
  const next = nodes[at + 1]
  const isDotted = isWord(next, 'a', 'p') && isWord(nodes[at + 2], '.') && isWord(nodes[at + 3], 'm')
  const isSpoken =
    isWord(next, 'de', 'da') &&
    (isWord(nodes[at + 2], 'la') ? isWord(nodes[at + 3], 'manana', 'tarde', 'noche') : isWord(nodes[at + 2], 'manha', 'tarde', 'noite'))
  if (!isWord(next, 'am', 'pm') && !isDotted && !isSpoken) return undefined
  const spoken = isWord(nodes[at + 2], 'la') ? nodes[at + 3] : nodes[at + 2]
  const length = isDotted ? (isWord(nodes[at + 4], '.') ? 5 : 4) : isSpoken ? (isWord(nodes[at + 2], 'la') ? 4 : 3) : 2
  const minutes = minutesOf(time as Node)
  const isAfternoon = isDotted ? isWord(next, 'p') : isSpoken ? isWord(spoken, 'tarde', 'noche', 'noite') : isWord(next, 'pm')
  if (minutes > 24 * 60) return undefined
  return [length, join(nodes.slice(at, at + length), 'clock', isAfternoon && minutes < 720 ? minutes + 720 : minutes, { isMarked: true })]
}

/** Minutes after midnight; "7.30" is half past seven in a shift. */
function minutesOf(node: Node): number {
  if (node.kind === 'clock') return node.value
  const [, hour, minute] = /^(\d{1,2})\.?(\d\d)$/u.exec(node.text) ?? []
  if (node.value <= 24 && (node.value * 2) % 1 === 0 && /^[a-z]/u.test(node.text)) return node.value * 60
  if (node.value <= 24 && Number.isInteger(node.value)) return node.value * 60
  return hour === undefined ? node.value * 60 : Number(hour) * 60 + Number(minute)
}

const isTime = (node: Node | undefined): node is Node =>
  (isNumber(node) &&
    (((Number.isInteger(node.value) || (/^[a-z]/u.test(node.text) && (node.value * 2) % 1 === 0)) && node.value <= 24) ||
      /^(?:1?\d|2[0-4])\.?(?:00|15|30|45)$/u.test(node.text))) ||
  node?.kind === 'clock'

/** "7 to 3:30", "from 6 to 2", "entramos a las 7 y salimos a las 5". `hasBreak` and `from` prove that these are times. */
const shiftRule =
  (hasBreak: boolean): Rule =>
  (nodes, at) => {
    const isLed = is(nodes[at], 'from') || is(nodes[at], 'start')
    const isStart = is(nodes[at], 'start')
    let next = isLed ? at + 1 : at
    next = past(nodes, next, (node) => isWord(node, 'at', 'a', 'las', 'as', 'la', 'from', 'de', 'desde'))
    const first = nodes[next]
    if (!isTime(first) || (!isLed && next !== at)) return undefined
    next = isWord(nodes[next + 1], 'h', 'hrs', 'hs') && isTimeJoin(nodes[next + 2]) ? next + 2 : next + 1
    const joinedAt = next
    next = past(nodes, next, (node) => is(node, 'to', 'end') || isSign(node, ',') || isWord(node, 'at', 'a', 'las', 'as', 'la'))
    next = past(nodes, next, (node) => is(node, 'end') || isWord(node, 'at', 'a', 'las', 'as', 'la'))
    const joiners = nodes.slice(joinedAt, next)
    const last = nodes[next]
    if (!isTime(last) || joiners.length === 0) return undefined
    const isOut = joiners.some((node) => is(node, 'end'))
    if (!isOut && joiners.some((node) => isSign(node, ','))) return undefined
    if (isStart && !isOut && joiners.every((node) => !isWord(node, '-', 'to', 'a', 'as', 'ate', 'hasta', 'until', 'till', 'til')))
      return undefined
    const isAnd = !isOut && joiners.every((node) => isWord(node, 'and', 'y', 'e'))
    if (isAnd && !isWord(nodes[at], 'between', 'entre')) return undefined
    const end = isWord(nodes[next + 1], 'h') && !isKind(last, 'clock') ? next + 2 : next + 1
    const isMaybeEach = isWord(joiners[0], 'a', 'as') && !isLed && joiners.length === 1
    if (isMaybeEach && is(nodes[next + 1], 'hour') && first.isMarked !== true && !isWord(nodes[joinedAt - 1], 'h')) return undefined
    if (is(nodes[end], 'worker', 'hour') || (end === next + 2 && first.isMarked !== true && !isWord(nodes[at + 1], 'h') && !isLed))
      return unsureRange(nodes, at, next)
    const isProved =
      first.isMarked === true ||
      last.isMarked === true ||
      isOut ||
      (isLed && !is(nodes[at], 'worker')) ||
      hasBreak ||
      isWord(nodes[joinedAt - 1], 'h', 'hrs')
    const [from, to] = [minutesOf(first), minutesOf(last)]
    if (!isProved && !(to < from && to >= 60)) return undefined
    const until = to <= from ? to + 720 : to
    const minutes = until - from
    if (minutes <= 0 || minutes > 16 * 60 || from > 1440) return undefined
    return [end - at, join(nodes.slice(at, end), 'span', round(minutes / 60), { ends: [from, until] })]
  }

const isTimeJoin = (node: Node | undefined) => is(node, 'to')

/** "8 to 10 guys", "8-10 hours": the person does not know. */
function unsureRange(nodes: readonly Node[], at: number, next: number): Match {
  const end = nodes[next + 1]
  const used = nodes.slice(at, next + 2)
  return [used.length, join(used, 'doubt', Number.NaN, { text: is(end, 'worker') ? 'worker' : 'hour' })]
}

const unsure: Rule = (nodes, at) => {
  if (!isNumber(nodes[at])) return undefined
  const next = past(nodes, at + 1, (node) => is(node, 'or', 'were') || isSign(node, ',-') || isWord(node, 'to', 'a', 'maybe', 'ate'))
  if (next === at + 1 || !isNumber(nodes[next])) return undefined
  const joiners = nodes.slice(at + 1, next)
  const isOpen = joiners.some((node) => isWord(node, 'or', 'o', 'ou', 'maybe'))
  const isRange =
    joiners.length === 1 &&
    isWord(joiners[0], '-', 'to', 'a', 'ate') &&
    is(nodes[next + 1], 'worker', 'hour') &&
    !(isWord(joiners[0], 'a') && is(nodes[next + 1], 'hour'))
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
const breakRule: Rule = (nodes, at) => {
  let start = past(
    nodes,
    at,
    (node) => is(node, 'less') || isWord(node, 'with', 'con', 'com', 'a', 'an', 'una', 'uma', 'um', 'un', 'la', 'w'),
  )
  if (is(nodes[at], 'no') && is(nodes[at + 1], 'break')) return [2, join(nodes.slice(at, at + 2), 'break', 0)]
  const size = sizeOf(nodes[start])
  if (size !== undefined) start = past(nodes, start + 1, (node) => is(node, 'a') || isWord(node, '-'))
  const unit = nodes[start]
  if (is(unit, 'hour', 'minute')) {
    const extra = isWord(nodes[start + 1], 'y', 'e') && is(nodes[start + 2], 'half') ? 0.5 : 0
    const end = past(nodes, start + (extra ? 3 : 1), isLittle)
    if (!is(nodes[end], 'break') && !isWord(nodes[end], 'comer', 'unpaid', 'cafe')) return undefined
    const value = (size ?? 1) + extra
    return [end + 1 - at, join(nodes.slice(at, end + 1), 'break', is(unit, 'hour') ? value : value / 60)]
  }
  if (size === 0.5 && start > at + 1 && isWord(nodes[at], 'with', 'w') && (unit === undefined || isSign(unit, '.,;')))
    return [start - at, join(nodes.slice(at, start), 'break', 0.5)]
  if (size !== undefined && size < 1 && is(unit, 'break')) return [start + 1 - at, join(nodes.slice(at, start + 1), 'break', size)]
  if (!is(nodes[at], 'break')) return undefined
  const next = past(nodes, at + 1, (node) => isLittle(node) || isWord(node, 'que', 'e', ':'))
  const later = sizeOf(nodes[next])
  const after = later === undefined ? next : past(nodes, next + 1, (node) => is(node, 'a') || isWord(node, '-'))
  if (later === undefined || !is(nodes[after], 'hour', 'minute')) return undefined
  return [after + 1 - at, join(nodes.slice(at, after + 1), 'break', is(nodes[after], 'hour') ? later : later / 60)]
}

/* Hours. */

const isManHour = (nodes: readonly Node[], at: number) =>
  (isWord(nodes[at], 'man', 'crew', 'labor', 'total') && is(nodes[isWord(nodes[at + 1], '-') ? at + 2 : at + 1], 'hour')) ||
  isWord(nodes[at], 'hh', 'mh', 'manhours') ||
  (isWord(nodes[at], 'homem', 'hombre') && isWord(nodes[at + 1], '-') && is(nodes[at + 2], 'hour'))

const allHours: Rule = (nodes, at) => {
  if (isNumber(nodes[at]) && isManHour(nodes, at + 1)) {
    const length = isWord(nodes[at + 1], 'hh', 'mh', 'manhours') ? 2 : isWord(nodes[at + 2], '-') ? 4 : 3
    return [length, join(nodes.slice(at, at + length), 'allHours', (nodes[at] as Node).value)]
  }
  if (isNumber(nodes[at]) && is(nodes[at + 1], 'hour')) {
    const next = past(nodes, at + 2, (node) => isWord(node, 'in', 'en', 'no', 'ao', 'em', 'all', 'entre', '-', 'de'))
    if (
      is(nodes[next], 'total') ||
      (isWord(nodes[next], 'hombre', 'homem', 'told', 'together', 'todo', 'todos') && isWord(nodes[next - 1], '-', 'entre', 'all', 'ao')) ||
      (next === at + 2 && isWord(nodes[next], 'hombre', 'homem'))
    )
      return [next + 1 - at, join(nodes.slice(at, next + 1), 'allHours', (nodes[at] as Node).value)]
  }
  if (is(nodes[at], 'total') || isManHour(nodes, at)) {
    let next = past(
      nodes,
      at + 1,
      (node) => is(node, 'of', 'hour') || isSign(node, ':=-') || isWord(node, 'was', 'were', 'is', 'hombre', 'homem'),
    )
    const isNamed = nodes.slice(at, next).some((node) => is(node, 'hour')) && !is(nodes[next + 1], 'each')
    if (!isNumber(nodes[next]) || !(isNamed || is(nodes[next + 1], 'hour'))) return undefined
    const value = (nodes[next] as Node).value
    if (!isNamed) next++
    if (is(nodes[next + 1], 'hour')) next++
    return [next + 1 - at, join(nodes.slice(at, next + 1), 'allHours', value)]
  }
  return undefined
}

/** "8 hours", "8h30", "4 hrs 15 min", "8 each", "hours: 8", "10s", "half a day". */
const hoursRule: Rule = (nodes, at) => {
  const first = nodes[at]
  if (isNumber(first) && is(nodes[at + 1], 'hour') && first.value <= 24) {
    // "Crew 9 hours 8": the hours are a label of the next number.
    const labelled = isSign(nodes[at + 2], ':=-?') ? at + 3 : at + 2
    const before = nodes[at - 1]
    const isAfterLabel = isSign(before, ':=-') || is(before, 'worker', 'crew') || isWord(before, 'manpower', 'headcount', 'efetivo')
    if (
      isNumber(nodes[labelled]) &&
      isAfterLabel &&
      (labelled > at + 2 || !isPlain(nodes[labelled + 1])) &&
      !is(nodes[labelled + 1], 'worker')
    )
      return undefined
    if (isSign(nodes[at + 2], ':=') && isNumber(nodes[at + 3])) return undefined
    let next = at + 2
    let value = first.value
    const minutes = past(nodes, next, (node) => isWord(node, 'and', 'y', 'e', 'con', 'com'))
    if (isWhole(nodes[minutes]) && is(nodes[minutes + 1], 'minute')) {
      value += (nodes[minutes] as Node).value / 60
      next = minutes + 2
    } else if (isWord(nodes[next], 'y', 'e', 'and')) {
      const half = isWord(nodes[next + 1], 'a') ? next + 2 : next + 1
      if (is(nodes[half], 'half') && !is(nodes[half + 1], 'hour', 'day', 'break')) {
        value += 0.5
        next = half + 1
      }
    }
    return [next - at, join(nodes.slice(at, next), 'hours', round(value))]
  }
  if (
    first?.kind === 'clock' &&
    (is(nodes[at + 1], 'each', 'hour', 'overtime') || /h/u.test(first.text)) &&
    first.value <= 960 &&
    !isWord(nodes[at - 1], 'a', 'as', 'las', 'at')
  )
    return [1, join([first], 'hours', round(first.value / 60))]
  if (
    isNumber(first) &&
    first.value <= 24 &&
    is(nodes[at + 1], 'each') &&
    !isWord(nodes[at + 1], 'persona', 'pessoa', 'person', 'cabeza', 'head')
  )
    return [2, join(nodes.slice(at, at + 2), 'hours', first.value)]
  if (isWhole(first) && isWord(nodes[at + 1], 's') && first.value >= 4 && first.value <= 16)
    return [2, join(nodes.slice(at, at + 2), 'hours', first.value)]
  if (isWhole(first) && isSign(nodes[at + 1], "'") && isWord(nodes[at + 2], 's') && first.value >= 4 && first.value <= 16)
    return [3, join(nodes.slice(at, at + 3), 'hours', first.value)]
  return partOfDay(nodes, at) ?? labelledHours(nodes, at)
}

const named: Readonly<Record<string, number>> = { tens: 10, eights: 8, twelves: 12, nines: 9 }

function partOfDay(nodes: readonly Node[], at: number): Match | undefined {
  const first = nodes[at]
  const value = named[first?.text ?? '']
  if (value !== undefined) return [1, join([first as Node], 'hours', value)]
  const after = past(nodes, at + 1, (node) => is(node, 'a', 'of'))
  if (is(first, 'half') && is(nodes[after], 'day') && !isWord(nodes[at - 1], 'a', 'al'))
    return [after + 1 - at, join(nodes.slice(at, after + 1), 'hours', 4)]
  if (isFraction(first) && is(nodes[after], 'day'))
    return [after + 1 - at, join(nodes.slice(at, after + 1), 'hours', (first as Node).value * 8)]
  if (is(first, 'full') && is(nodes[at + 1], 'day')) return [2, join(nodes.slice(at, at + 2), 'hours', 8)]
  if (is(first, 'day') && is(nodes[at + 1], 'full')) return [2, join(nodes.slice(at, at + 2), 'hours', 8)]
  if (is(first, 'all') && is(nodes[after], 'day') && !(isWord(first, 'todo', 'toda', 'todos') && after === at + 1))
    return [after + 1 - at, join(nodes.slice(at, after + 1), 'hours', 8)]
  if (isWord(first, 'dia') && is(nodes[at + 1], 'all', 'each')) return [2, join(nodes.slice(at, at + 2), 'hours', 8)]
  return undefined
}

function labelledHours(nodes: readonly Node[], at: number): Match | undefined {
  const isEach =
    is(nodes[at], 'each') && !is(nodes[at], 'worker') && !isWord(nodes[at], 'tudo', 'persona', 'pessoa', 'person', 'cabeza', 'head')
  if (!is(nodes[at], 'hour') && !isEach) return undefined
  const next = past(
    nodes,
    at + 1,
    (node) =>
      is(node, 'each') ||
      isSign(node, ':=-?') ||
      isWord(node, 'were', 'did', 'worked', 'con', 'fez', 'fizeram', 'hicieron', 'hizo', 'on', 'de', 'for', 'por', 'a'),
  )
  const value = nodes[next]
  if (!isNumber(value) || value.value > 24) return undefined
  if (
    is(nodes[next + 1], 'worker') &&
    !(isNumber(nodes[next + 2]) && !is(nodes[next + 3], 'hour', 'worker') && !isEach && !isNumber(nodes[at - 1]))
  )
    return undefined
  if (isEach && is(nodes[next + 1], 'hour')) return [next - at, join(nodes.slice(at, next), 'done', Number.NaN)]
  return [next + 1 - at, join(nodes.slice(at, next + 1), 'hours', value.value)]
}

/** "8 regular 2 overtime", "8 hours + 3 hours extra", "9 hrs y hora y media extra". */
const overtime: Rule = (nodes, at) => {
  const first = nodes[at]
  if (!isKind(first, 'hours', 'number')) return undefined
  let next = past(nodes, at + 1, (node) => is(node, 'regular', 'each', 'hour'))
  const isRegular = nodes.slice(at + 1, next).some((node) => is(node, 'regular'))
  next = past(nodes, next, (node) => is(node, 'and') || isSign(node, ',+'))
  const more = nodes[next]
  const isHourAndHalf = is(more, 'hour') && isWord(nodes[next + 1], 'y', 'e') && is(nodes[next + 2], 'half')
  const value = isHourAndHalf ? 1.5 : more?.value
  if (!isHourAndHalf && !isKind(more, 'hours', 'number')) return undefined
  next = past(nodes, next + (isHourAndHalf ? 3 : 1), (node) => is(node, 'of', 'hour', 'each'))
  if (!is(nodes[next], 'overtime') || (first?.kind === 'number' && !isRegular)) return undefined
  const sum = (first?.value ?? 0) + (value ?? 0)
  return sum > 24 ? undefined : [next + 1 - at, join(nodes.slice(at, next + 1), 'hours', round(sum))]
}

/* Workers. */

const isPlain = (node: Node | undefined) => node?.kind === 'word'
const adjectives = new Set(
  'fkn fucking setter pinches more other regular skilled general total good new concrete steel drywall site otros buenos outros union pipe tile of de da del en em da the la my our mis meus'.split(
    ' ',
  ),
)

/** "4 carpenters", "1 super", "4 of us", "a helper". */
const counted: Rule = (nodes, at) => {
  const first = nodes[at]
  const isOne =
    is(first, 'a') &&
    isWord(first, 'a', 'an', 'un', 'um', 'uma', 'una') &&
    is(nodes[at + 1], 'worker') &&
    !isKind(nodes[at - 1], 'number', 'count')
  if (isOne) return [2, join(nodes.slice(at, at + 2), 'count', 1)]
  if (!isWhole(first) || first.value > 2000) return undefined
  if (is(nodes[at + 1], 'of') && isWord(nodes[at + 2], 'us', 'nosotros', 'nos'))
    return [3, join(nodes.slice(at, at + 3), 'count', first.value)]
  if (isWord(nodes[at + 1], '-') && isWord(nodes[at + 2], 'man', 'person') && is(nodes[at + 3], 'crew'))
    return [4, join(nodes.slice(at, at + 4), 'count', first.value)]
  if (is(nodes[at + 1], 'crew')) {
    const size = past(nodes, at + 2, (node) => is(node, 'of') || isWord(node, 'con', 'com', 'with'))
    if (isWhole(nodes[size]) && size > at + 2) {
      const end = is(nodes[size + 1], 'worker') ? size + 2 : size + 1
      return [end - at, join(nodes.slice(at, end), 'count', first.value * (nodes[size] as Node).value)]
    }
    return undefined
  }
  const noun = past(nodes, at + 1, (node) => isPlain(node) && adjectives.has(node?.text ?? ''))
  if (!is(nodes[noun], 'worker')) return undefined
  const next = past(nodes, noun + 1, (node) => is(node, 'worker'))
  const sum = past(nodes, next, (node) => isWord(node, 'in', 'en', 'no', 'ao'))
  const isSum = is(nodes[sum], 'total') || (isWord(nodes[sum], 'todo') && sum > next)
  return [
    (isSum ? sum + 1 : next) - at,
    join(nodes.slice(at, isSum ? sum + 1 : next), 'count', first.value, { isMarked: isSum, text: nodes[noun]?.text ?? '' }),
  ]
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
  let next = at
  let sum = 0
  let isMine = false
  let isAlone = false
  for (let guard = 0; guard < 8; guard++) {
    const item = past(nodes, next, isJoin)
    if (sum > 0 && item === next) break
    const node = nodes[item]
    if (is(node, 'self') && !isMine) isMine = true
    else if (is(node, 'relative')) isAlone = false
    else if (isKind(node, 'count') && isMine) sum += (node as Node).value - 1
    else if (isWhole(node) && isMine && !is(nodes[item + 1], 'hour', 'each') && item > next) {
      sum += node.value - 1
      next =
        is(nodes[item + 1], 'worker', 'other') || isWord(nodes[item + 1], 'others', 'mas', 'mais', 'more', 'otros', 'outros')
          ? item + 1
          : item
      sum++
      next++
      continue
    } else if (
      isKind(node, 'count', 'number') &&
      Number.isInteger((node as Node).value) &&
      !isMine &&
      sum === 0 &&
      isMeAfter(nodes, item + 1)
    )
      sum += (node as Node).value - 1
    else break
    sum++
    next = item + 1
  }
  if (isMine && isWord(nodes[next], 'alone', 'solo', 'sola', 'sozinho', 'sozinha')) next++
  isAlone = isMine && sum === 1
  if (!isMine || (isAlone && !isOnly(nodes, at))) return undefined
  return [next - at, join(nodes.slice(at, next), 'count', sum)]
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
const beside: Rule = (nodes, at) => {
  const first = nodes[at]
  if (is(first, 'them')) {
    let next = at + 1
    while (next < at + 12 && nodes[next] !== undefined && !isSign(nodes[next], '.,;()') && !isKind(nodes[next], 'hours', 'span')) next++
    return nodes.slice(at, next).some((node) => isKind(node, 'count', 'number'))
      ? [next - at, join(nodes.slice(at, next), 'done', Number.NaN)]
      : undefined
  }
  if (isWord(first, 'faltaron', 'falto', 'faltaram', 'faltou', 'minus') && isKind(nodes[at + 1], 'number', 'count'))
    return [2, join(nodes.slice(at, at + 2), 'done', Number.NaN)]
  if (!isKind(first, 'number', 'count') || first === undefined) return undefined
  const next = past(nodes, at + 1, (node) =>
    isWord(
      node,
      'en',
      'no',
      'w',
      'who',
      'que',
      'went',
      'were',
      'was',
      'are',
      'is',
      'out',
      'called',
      'in',
      'estan',
      'estaban',
      'estavam',
      'on',
      'the',
      'con',
      'com',
      'de',
      'did',
      'se',
      'of',
      'cubic',
      'square',
      'linear',
      'more',
      'new',
    ),
  )
  if (isWord(nodes[next], 'them', 'those', 'ellos', 'deles', 'delas'))
    return [next + 1 - at, join(nodes.slice(at, next + 1), 'done', Number.NaN)]
  if (
    is(nodes[next], 'thing') &&
    first.kind === 'number' &&
    !(next > at + 1 && isWord(nodes[next - 1], 'on', 'in', 'the')) &&
    !is(nodes[next + 1], 'worker')
  )
    return [next + 1 - at, join(nodes.slice(at, next + 1), 'done', Number.NaN)]
  if (
    is(nodes[next], 'absent', 'planned') ||
    isWord(nodes[next], 'fue', 'fueron', 'home', 'embora', 'saiu', 'sairam', 'salio', 'salieron')
  ) {
    const end = past(
      nodes,
      next + 1,
      (node) => isWord(node, 'at', 'early', 'after', 'lunch', 'noon', 'home', 'antes', 'temprano', 'mais', 'cedo') || isKind(node, 'clock'),
    )
    return [end - at, join(nodes.slice(at, end), 'done', Number.NaN)]
  }
  return undefined
}

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
  if (!isWhole(value) || (isKind(nodes[next + 1], 'word') && !is(nodes[next + 1], 'and', 'filler')) || isTimeJoin(nodes[next + 1]))
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
  nodes = reduce(nodes, [breakRule])
  const hasBreak = nodes.some((node) => node.kind === 'break')
  nodes = reduce(nodes, [product, shiftRule(hasBreak), planned, unsure])
  nodes = reduce(nodes, [lonelyTime])
  nodes = reduce(nodes, [allHours, hoursRule])
  nodes = reduce(nodes, [overtime])
  nodes = reduce(nodes, [namedCrew, tradesFirst])
  nodes = reduce(nodes, [counted])
  nodes = reduce(nodes, [brackets, beside])
  nodes = reduce(nodes, [withMe])
  nodes = reduce(nodes, [byHours])
  nodes = reduce(nodes, [labelledCount, tradeFirst, placed, alone])
  return reduce(reduce(nodes, [byHours]), [result])
}
