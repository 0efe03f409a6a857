import { is, isKind, isNumber, isSign, isWord, type Node } from './Node.ts'

/* Numbers of other days and of requests: "tomorrow will be 14", "yesterday we had 12", "need 2 more". */

const isEnd = (node: Node | undefined) => node === undefined || isWord(node, 'mas') || isSign(node, ',.;!?') || is(node, 'but')
const isEdge = (node: Node | undefined) =>
  isEnd(node) || is(node, 'and') || isWord(node, 'will', "we'll", "i'll", 'van', 'vao', 'teremos', 'tendremos', 'tendre', 'terei')

/** "Same as yesterday" and "one more than yesterday" compare; "la manana" is the morning. */
function isOtherDay(nodes: readonly Node[], at: number): boolean {
  const node = nodes[at]
  if (is(node, 'past'))
    return !nodes
      .slice(Math.max(0, at - 3), at)
      .some((before) => is(before, 'same') || isWord(before, 'than', 'as', 'like', 'from', 'que', 'como', 'de', 'do'))
  if (isWord(node, 'manana')) return !isWord(nodes[at - 1], 'la', 'esta') && !(isWord(nodes[at + 1], 'y') && isWord(nodes[at + 2], 'tarde'))
  // "Monday we'll have 12".
  if (is(node, 'weekday'))
    return nodes
      .slice(at + 1, at + 4)
      .some((next) => isWord(next, "we'll", 'will', 'vamos', 'van', 'teremos', 'tendremos', 'seremos', 'vao'))
  if (isWord(node, 'back')) return is(nodes[at + 1], 'weekday') || (isWord(nodes[at + 1], 'on', 'with') && is(nodes[at + 2], 'weekday'))
  return is(node, 'future', 'need')
}

const isFigure = (node: Node | undefined): node is Node => isKind(node, 'number', 'clock')
const asOther = (node: Node): Node => ({ ...node, kind: 'done', value: Number.NaN, text: 'other' })

function nextEnd(nodes: readonly Node[], at: number): number {
  let end = at
  while (!isEnd(nodes[end])) end++
  return end
}

/** Returns the end of what is said about another day. "Tomorrow, 14 guys": after a bare word, the part behind the comma belongs to it. */
function endOfOtherDay(nodes: readonly Node[], edge: number, at: number): number {
  const end = nextEnd(nodes, at + 1)
  const isBare = !nodes.slice(edge, end).some(isFigure)
  return isBare && isSign(nodes[end], ',') && end - at <= 2 && at - edge <= 1 ? nextEnd(nodes, end + 1) : end
}

const isOnly = (node: Node | undefined) => isWord(node, 'only', 'just', 'solo', 'nomas', 'so', 'apenas', 'somente')
/** "10 today for 8 hrs, only 5 on friday": the second number is of another day. `edge` is where the part begins. */
const isOnlyOnWeekday = (nodes: readonly Node[], edge: number, at: number) =>
  is(nodes[at], 'weekday') && nodes.slice(Math.max(edge, at - 4), at + 3).some(isOnly) && nodes.slice(0, edge).some(isFigure)

/** A report that comes a day late has only numbers of the day before. `rest` is the report without them. */
function isLateReport(nodes: readonly Node[], rest: readonly Node[]): boolean {
  const isLate = nodes.some((node) => is(node, 'past')) && !nodes.some((node) => is(node, 'future', 'need', 'weekday'))
  return isLate && !rest.some(isFigure)
}

/** "6 today 8 tomorrow", "9 yesterday 11 today": the other day belongs to the number before it alone. */
function isOfNumberBefore(nodes: readonly Node[], at: number, hasFigureBefore: boolean): boolean {
  if (is(nodes[at], 'future') || isWord(nodes[at], 'manana')) return isNumber(nodes[at - 2]) || hasFigureBefore
  return is(nodes[at], 'past') && isNumber(nodes[at + 1])
}

/** Marks numbers of other days as done. Each word is looked at a bounded number of times. */
export function setAside(nodes: readonly Node[], hasToday = false): Node[] {
  const result = [...nodes]
  let edge = 0
  for (let at = 0; at < nodes.length; at++) {
    if (!isOtherDay(nodes, at) && !(hasToday && isOnlyOnWeekday(nodes, edge, at))) {
      if (isEdge(nodes[at])) edge = at
      continue
    }
    const before = nodes[at - 1]
    if (isNumber(before) && isOfNumberBefore(nodes, at, hasToday && nodes.slice(edge, at - 1).some(isFigure))) {
      result[at - 1] = asOther(before)
      continue
    }
    const end = endOfOtherDay(nodes, edge, at)
    for (const [n, node] of nodes.slice(edge, end).entries())
      if (isFigure(node) || (is(node, 'hour') && isFigure(nodes[edge + n - 1]))) result[edge + n] = asOther(node)
    edge = end
    at = end - 1
  }
  return isLateReport(nodes, result) ? [...nodes] : result
}
