import { is, isKind, isSign, isWord, type Node } from './Node.ts'

/* Numbers of other days and of requests: "tomorrow will be 14", "yesterday we had 12", "need 2 more". */

const isEnd = (node: Node | undefined) => node === undefined || isWord(node, 'mas') || isSign(node, ',.;!?') || is(node, 'but')
const isEdge = (node: Node | undefined) => isEnd(node) || is(node, 'and')

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

/** Marks numbers of other days as done. Each word is looked at a bounded number of times. */
export function setAside(nodes: readonly Node[]): Node[] {
  const result = [...nodes]
  let edge = 0
  for (let at = 0; at < nodes.length; at++) {
    if (isEdge(nodes[at]) && !isOtherDay(nodes, at)) edge = at
    if (!isOtherDay(nodes, at)) continue
    // "9 yesterday 11 today".
    const isBetween = is(nodes[at], 'past') && isKind(nodes[at - 1], 'number') && isKind(nodes[at + 1], 'number')
    if (isBetween) {
      result[at - 1] = { ...(nodes[at - 1] as Node), kind: 'done', value: Number.NaN, text: 'other' }
      continue
    }
    let end = at + 1
    while (!isEnd(nodes[end])) end++
    const isBare = !nodes.slice(edge, end).some((node) => isKind(node, 'number', 'clock'))
    if (isBare && isSign(nodes[end], ',') && end - at <= 2 && at - edge <= 1) {
      end++
      while (!isEnd(nodes[end])) end++
    }
    for (let n = edge; n < end; n++)
      if (isKind(nodes[n], 'number', 'clock')) result[n] = { ...(nodes[n] as Node), kind: 'done', value: Number.NaN, text: 'other' }
    edge = end
    at = end - 1
  }
  // A report that comes a day late has no other numbers.
  const isNumberLeft = result.some((node) => isKind(node, 'number', 'clock'))
  const isLate = nodes.some((node) => is(node, 'past')) && !nodes.some((node) => is(node, 'future', 'need', 'weekday'))
  return isNumberLeft || !isLate ? result : [...nodes]
}
