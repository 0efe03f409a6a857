import { isFirstName } from './isFirstName.ts'
import { is, isKind, isNumber, isSign, isWhole, isWord, join, type Node, past, type Rule } from './Node.ts'

/* A part of the counted workers that came later or left earlier: how long they worked is open. */

const left = (nodes: readonly Node[], at: number, end: number): Node => join(nodes.slice(at, end), 'done', Number.NaN, { text: 'left' })
const isCountedBefore = (nodes: readonly Node[], at: number) =>
  nodes.slice(0, at).some((node, n) => isNumber(node) && is(nodes[n + 1], 'worker', 'hour'))

const partVerbs =
  'left went quit took showed came got arrived started began leaving salio salieron fue fueron fui fuimos llego llegaron entro entraron empezo empezaron saiu sairam foi foram chegou chegaram entrou entraram comecou comecaram'.split(
    ' ',
  )
const isPartLink = (node: Node | undefined) =>
  is(node, 'worker', 'of', 'them', 'only') ||
  isWord(node, 'us', 'who', 'had', 'to', 'se', 'nos', 'me', 'just', 'only', 'que', 'had', 'solo', 'so')
const isBeforeClock = (node: Node | undefined) =>
  isWord(node, 'at', 'las', 'la', 'as', 'until', 'till', 'til', 'hasta', 'ate', 'by', 'around', 'ao', 'al')
const isTimeWord = (node: Node | undefined) =>
  isNumber(node) ||
  isKind(node, 'clock') ||
  isWord(node, 'noon', 'midday', 'lunch', 'mediodia', 'medio', 'meio', 'almuerzo', 'almoco', 'quarter', 'half')
const isPart = (nodes: readonly Node[], at: number) =>
  !is(nodes[at - 1], 'start', 'end', 'to', 'from', 'until') && !isBeforeClock(nodes[at - 1])
const isPartSubject = (nodes: readonly Node[], at: number) =>
  isKind(nodes[at], 'word')
    ? is(nodes[at], 'self', 'relative') || isFirstName(nodes[at]?.text ?? '')
    : isWhole(nodes[at]) && isPart(nodes, at)

const goneVerbs = 'fueron fue salieron salio retiraron retiro sairam saiu foram left'.split(' ')
/** Returns whether a verb before a number says that people left. "Fueron 5" are those who came, "salieron 3" can be the end of a shift. */
function isGone(nodes: readonly Node[], at: number, number: number): boolean {
  if (!isWord(nodes[at], ...goneVerbs) || nodes.slice(0, at).some((node) => is(node, 'start'))) return false
  if (isWord(nodes[at], 'fue', 'fueron')) return isWord(nodes[at - 1], 'se')
  return !isWord(nodes[at], 'foram') || number > at + 1
}

/** "Se fueron dos a mediodía", "saíram dois ao meio-dia". */
const partGone: Rule = (nodes, at) => {
  const number = past(nodes, at + 1, (node) => isWord(node, 'embora', 'ya', 'ja', 'unos'))
  if (!isGone(nodes, at, number) || !isCountedBefore(nodes, at) || !isWhole(nodes[number]) || is(nodes[number + 1], 'hour'))
    return undefined
  const noun = is(nodes[number + 1], 'worker') ? number + 2 : number + 1
  const time = past(nodes, noun, (node) => isBeforeClock(node) || isWord(node, 'a'))
  const end = time > noun && isTimeWord(nodes[time]) ? time + 1 : noun
  const last = isWord(nodes[end - 1], 'medio', 'meio') ? past(nodes, end, (node) => isSign(node, '-') || isWord(node, 'dia')) : end
  return [last - at, left(nodes, at, last)]
}

/** "Lost 1 man to the dentist at 10". */
const lostOne: Rule = (nodes, at) => {
  if (!isWord(nodes[at], 'lost', 'lose', 'perdimos', 'perdi', 'perdemos') || !isWhole(nodes[at + 1]) || !is(nodes[at + 2], 'worker'))
    return undefined
  return [3, left(nodes, at, at + 3)]
}

/** "2 guys got here at 9", "mike left at noon": beside counted workers, a part of them with other hours. */
const partTime: Rule = (nodes, at) => {
  if (!isPartSubject(nodes, at) || !isCountedBefore(nodes, at)) return undefined
  const verb = past(nodes, past(nodes, at + 1, isPartLink), isPartLink)
  if (!isWord(nodes[verb], ...partVerbs)) return undefined
  const end = endOfTime(nodes, verb + 1)
  // "1 left at noon with 5": their hours are said.
  if (end === undefined || isWord(nodes[end], 'with', 'con', 'com', 'after')) return undefined
  return [end - at, left(nodes, at, end)]
}

/** Returns the end of "home at noon" or "up around 10"; undefined if no time follows. */
function endOfTime(nodes: readonly Node[], at: number): number | undefined {
  let end = at
  while (end < at + 4 && nodes[end]?.kind === 'word' && !isBeforeClock(nodes[end])) end++
  while (end < at + 7 && isBeforeClock(nodes[end])) end++
  if (!isBeforeClock(nodes[end - 1]) || !isTimeWord(nodes[end])) return undefined
  const isDay = isWord(nodes[end], 'medio', 'meio') && is(nodes[end + 1], 'day')
  return isDay || isKind(nodes[end + 1], 'clock') ? end + 2 : end + 1
}

/** Applied to numbers before times of day and hours. */
export const departureRules: readonly Rule[] = [lostOne, partGone, partTime]
