import { is, isFraction, isKind, isNumber, isSign, isWhole, isWord, join, type Node, past, type Rule } from './Node.ts'

/* Breaks: "30 min lunch", "an hour for lunch", "lunch 12 to 1", "no lunch". A break without a length is NaN hours. */

const sizeOf = (node: Node | undefined): number | undefined => {
  if (isNumber(node)) return node.value
  return is(node, 'half') ? 0.5 : undefined
}
const isLittle = (node: Node | undefined) =>
  is(node, 'a', 'of', 'noise') ||
  isSign(node, '-') ||
  isWord(node, 'for', 'para', 'pra', 'pa', 'unpaid', 'off', 'meal', 'to', 'their', 'su', 'sus')
const isBefore = (node: Node | undefined) =>
  is(node, 'less') || isWord(node, 'with', 'con', 'com', 'a', 'an', 'una', 'uma', 'um', 'un', 'la', 'w', 'took', 'tomamos', 'tomaron')
const isDash = (node: Node | undefined) => is(node, 'a') || isWord(node, '-')
const isBreakWord = (node: Node | undefined) =>
  is(node, 'break') || isWord(node, 'comer', 'unpaid', 'cafe', 'almorzar', 'almocar', 'lonchar', 'descansar', 'jantar')

/** "no lunch", "worked through lunch", "lunch was paid". */
const noBreak: Rule = (nodes, at) => {
  const named = past(nodes, at + 1, (node) => is(node, 'a', 'of'))
  const isNone = is(nodes[at], 'no') || isWord(nodes[at], 'through', 'thru', 'skipped', 'paid')
  if (isNone && is(nodes[named], 'break')) return [named + 1 - at, join(nodes.slice(at, named + 1), 'break', 0)]
  const next = past(nodes, at + 1, (node) => is(node, 'were') || isWord(node, 'break'))
  return is(nodes[at], 'break') && isWord(nodes[next], 'paid', 'pagado', 'pagada', 'pago', 'paga')
    ? [next + 1 - at, join(nodes.slice(at, next + 1), 'break', 0)]
    : undefined
}

/** Returns how often a break was taken: "2 15 min breaks". */
const timesOf = (nodes: readonly Node[], at: number): number => {
  const first = nodes[at]
  return isWhole(first) &&
    first.value <= 4 &&
    !isWord(nodes[at - 1], '-', 'to', 'a', 'till', 'til', 'hasta', 'ate', 'as') &&
    isNumber(nodes[at + 1]) &&
    nodes[at + 1]?.from !== first.to
    ? first.value
    : 0
}

/** "30 min lunch", "an hour for lunch", "half hour lunch", "una hora de comida". */
const breakLast: Rule = (nodes, at) => {
  const times = timesOf(nodes, at)
  const start = times > 0 ? at + 1 : past(nodes, at, isBefore)
  const size = sizeOf(nodes[start])
  const unitAt = size === undefined ? start : past(nodes, start + 1, isDash)
  const unit = nodes[unitAt]
  // "7 to 5 hour lunch": the number is a time.
  if (!is(unit, 'hour', 'minute') || (is(unit, 'hour') && size !== undefined && size > 2)) return undefined
  const extra = isWord(nodes[unitAt + 1], 'y', 'e', 'and') && is(nodes[past(nodes, unitAt + 2, isDash)], 'half') ? 0.5 : 0
  const end = past(nodes, extra ? past(nodes, unitAt + 2, isDash) + 1 : unitAt + 1, isLittle)
  const isUnpaid = isWord(nodes[end - 1], 'unpaid')
  if (!isBreakWord(nodes[end]) && !isUnpaid) return undefined
  const value = ((size ?? 1) + extra) * Math.max(1, times)
  const last = isBreakWord(nodes[end]) ? end + 1 : end
  return [last - at, join(nodes.slice(at, last), 'break', is(unit, 'hour') ? value : value / 60, { isMarked: is(nodes[at], 'less') })]
}

/** "two breaks of 15". */
const breaksOf: Rule = (nodes, at) => {
  const times = nodes[at]
  if (!isWhole(times) || times.value > 4 || !is(nodes[at + 1], 'break')) return undefined
  const next = past(nodes, at + 2, (node) => is(node, 'of') || isWord(node, 'cada', 'at'))
  const size = nodes[next]
  if (!isWhole(size) || size.value < 5 || size.value > 60 || is(nodes[next + 1], 'hour')) return undefined
  const end = is(nodes[next + 1], 'minute') ? next + 2 : next + 1
  return [end - at, join(nodes.slice(at, end), 'break', (times.value * size.value) / 60)]
}

/** "half lunch", "with a half", "30 for lunch". */
const halfBreak: Rule = (nodes, at) => {
  const isLess = is(nodes[at], 'less')
  const [size, start] = smallSize(nodes, at, isLess)
  if (size === undefined) return undefined
  const isMinutes = size >= 10
  const next = past(nodes, start + 1, (node) => isDash(node) || ((isMinutes || isLess || size === 0.5) && isLittle(node)))
  const made = (end: number) => join(nodes.slice(at, end), 'break', isMinutes ? size / 60 : size, { isMarked: isLess })
  if (is(nodes[next], 'break')) return [next + 1 - at, made(next + 1)]
  const isEnd = nodes[next] === undefined || isSign(nodes[next], '.,;')
  return isEnd && start > at && size < 1 && isWord(nodes[at], 'with', 'w') ? [next - at, made(next)] : undefined
}

/** Returns a size without a unit that can be a break, "half", "30", "minus one", and its place. */
function smallSize(nodes: readonly Node[], at: number, isLess: boolean): readonly [number | undefined, number] {
  const after = past(nodes, at, isBefore)
  if (isLess && isWord(nodes[after - 1], 'una', 'uma', 'um')) return [1, after - 1]
  const size = sizeOf(nodes[after]) ?? 0
  const isMinutes = size >= 10 && size % 5 === 0 && size <= 90
  const isSmall = size > 0 && (size < 1 || isMinutes || (isLess && size <= 2))
  return [isSmall ? size : undefined, after]
}

const isBreakLink = (node: Node | undefined) =>
  isLittle(node) || is(node, 'were', 'no') || isWord(node, 'que', 'e', ':', 'was', 'is', 'es', 'fue', 'foi', 'break', 'only', '(')

/** "lunch 30 min", "almuerzo: 1 hora", "lunch half hour". */
const breakFirst: Rule = (nodes, at) => {
  if (!is(nodes[at], 'break')) return undefined
  const next = past(nodes, at + 1, isBreakLink)
  const size = sizeOf(nodes[next])
  const after = size === undefined ? next : past(nodes, next + 1, isDash)
  if (!is(nodes[after], 'hour', 'minute') || (size === undefined && next === at + 1)) return undefined
  const value = size ?? 1
  return [after + 1 - at, join(nodes.slice(at, after + 1), 'break', is(nodes[after], 'hour') ? value : value / 60)]
}

/** "lunch from 12 to 1": a shift that was built before, of at most two hours. */
const breakSpan: Rule = (nodes, at) => {
  if (!is(nodes[at], 'break')) return undefined
  const next = past(nodes, at + 1, isBreakLink)
  const span = nodes[next]
  return span?.kind === 'span' && span.value <= 2 ? [next + 1 - at, join(nodes.slice(at, next + 1), 'break', span.value)] : undefined
}

const isTimeReference = (node: Node | undefined) =>
  isWord(node, 'after', 'before', 'antes', 'despues', 'depois', 'until', 'till', 'at', 'by')

/** "minus lunch", "with lunch": a break, but not how long. */
const openBreak: Rule = (nodes, at) => {
  if (!is(nodes[at], 'break')) return undefined
  const before = past([nodes[at - 3], nodes[at - 2], nodes[at - 1]] as Node[], 0, (node) => !isTimeReference(node))
  return before < 3 ? undefined : [1, join(nodes.slice(at, at + 1), 'break', Number.NaN)]
}

const isUnit = (node: Node | undefined) => is(node, 'hour', 'minute')

/** "8 hours minus half an hour": what is left. */
const lessTime: Rule = (nodes, at) => {
  const next = past(nodes, at + 1, isDash)
  // "minus an hour".
  const isOne = next > at + 1 && is(nodes[next], 'hour')
  const size = isOne ? 1 : sizeOf(nodes[next])
  const unitAt = isOne ? next : past(nodes, next + 1, isDash)
  if (!is(nodes[at], 'less') || size === undefined || !isUnit(nodes[unitAt]) || !isKind(nodes[at - 1], 'span', 'clock')) return undefined
  if (!isFraction(nodes[next]) && size > 2 && is(nodes[unitAt], 'hour')) return undefined
  return [unitAt + 1 - at, join(nodes.slice(at, unitAt + 1), 'break', is(nodes[unitAt], 'hour') ? size : size / 60)]
}

export const breakRules: readonly Rule[] = [noBreak, breaksOf, breakLast, halfBreak, breakFirst]
/** Applied after the shifts. */
export const laterBreakRules: readonly Rule[] = [breakSpan, lessTime, openBreak]
