import { numberWithTypo } from './phrases.ts'
import { is, isFraction, isNumber, isSign, isWhole, isWord, join, type Node, type Rule } from './Node.ts'

/* Numbers of several words: "twenty five", "8 1/2", "a dozen", "ocho y media". */

const isSpelled = (text: string) => /^[a-z]/u.test(text)

/** "twenty five", "treinta y dos", "diez y seis". */
const tensAndOnes: Rule = (nodes, at) => {
  const [first, joiner, last] = nodes.slice(at, at + 3)
  if (!isNumber(first) || !isSpelled(first.text) || first.value < 10 || first.value % 10 !== 0) return undefined
  const isJoined = isWord(joiner, '-', 'y', 'e', 'and', 'i')
  if (first.value === 10 && !isWord(joiner, 'y', 'e', 'i')) return undefined
  const unit = isJoined ? last : joiner
  const most = first.value === 100 ? 99 : 9
  if (!isNumber(unit) || !isSpelled(unit.text) || unit.value < 1 || unit.value > most) return undefined
  const used = nodes.slice(at, at + (isJoined ? 3 : 2))
  return [used.length, join(used, 'number', first.value + unit.value)]
}

const isDozen = (text: string | undefined) =>
  text === 'dozen' || text === 'docena' || text === 'docenas' || text === 'duzia' || text === 'duzias'

/** "a dozen", "half a dozen", "two dozen", "un par de", "a couple of". */
const dozen: Rule = (nodes, at) => {
  const first = nodes[at]
  const isHalf = is(first, 'half')
  const isLed = isWord(first, 'a', 'an', 'una', 'uma', 'un', 'um')
  if (!isHalf && !isLed && !isNumber(first)) return undefined
  const namedAt = isHalf && isWord(nodes[at + 1], 'a') ? at + 2 : at + 1
  const size = setSize(nodes[namedAt], isLed)
  if (size === undefined) return undefined
  const factor = isNumber(first) && !isSpelledOne(first.text) ? first.value : 1
  const end = isWord(nodes[namedAt + 1], 'of', 'de') ? namedAt + 2 : namedAt + 1
  return [end - at, join(nodes.slice(at, end), 'number', size * (isHalf ? 0.5 : factor), { text: 'dozen' })]
}
function setSize(node: Node | undefined, isLed: boolean): number | undefined {
  if (isDozen(node?.text)) return 12
  return isLed && isWord(node, 'par', 'pair', 'couple') ? 2 : undefined
}
const isSpelledOne = (text: string) => text === 'um' || text === 'uma' || text === 'una'

/** "8 1/2", "8 and a half", "ocho y media": not "8 hrs y media hora de comida". */
const withFraction: Rule = (nodes, at) => {
  const [first, second] = nodes.slice(at, at + 2)
  if (first === undefined || !isWhole(first)) return undefined
  const isDashed = isWord(second, '-') && second?.from === first.to
  const fraction = isDashed ? nodes[at + 2] : second
  if (isWritten(fraction)) return [isDashed ? 3 : 2, join([first, fraction], 'number', first.value + fraction.value, { text: 'half' })]
  if (!isWord(second, 'and', 'y', 'e', '&', 'n', 'i', '+')) return undefined
  const half = isWord(nodes[at + 2], 'a') ? at + 3 : at + 2
  const size = nodes[half]
  if (!is(size, 'half') && !isWritten(size)) return undefined
  if (is(nodes[half + 1], 'day', 'break') || is(nodes[half + 2], 'break')) return undefined
  return [half + 1 - at, join(nodes.slice(at, half + 1), 'number', first.value + (isFraction(size) ? size.value : 0.5), { text: 'half' })]
}
const isWritten = (node: Node | undefined): node is Node => isFraction(node) && /[/½¼¾]/u.test(node.text)

/** "seven and three quarter hours", "siete y tres cuartos". */
const withQuarters: Rule = (nodes, at) => {
  const [first, joiner, quarters, unit] = nodes.slice(at, at + 4)
  const isThree = isNumber(quarters) && quarters.value === 3
  const isOne = isWord(quarters, 'a', 'un', 'um')
  if (!isWhole(first) || !isWord(joiner, 'and', 'y', 'e') || !(isThree || isOne)) return undefined
  if (!isWord(unit, 'quarter', 'quarters', 'cuartos', 'cuarto', 'quartos') || !is(nodes[at + 4], 'hour')) return undefined
  return [4, join(nodes.slice(at, at + 4), 'number', first.value + (isThree ? 0.75 : 0.25), { text: 'half' })]
}

/** "eight point five", "ocho punto cinco", "oito virgula cinco". */
const decimal: Rule = (nodes, at) => {
  const [first, point, last] = nodes.slice(at, at + 3)
  if (!isWhole(first) || !isWord(point, 'point', 'punto', 'ponto', 'coma', 'virgula', ',') || !isWhole(last)) return undefined
  // A sign that was said can be the end of a part: "oito vírgula oito horas cada".
  if (![5, 25, 50, 75].includes(last.value) || (isSign(point, ',') && point !== undefined && point.to - point.from === 1)) return undefined
  return [3, join([first, last], 'number', Number(`${first.value}.${last.value}`), { text: 'half' })]
}

/** "sevn men", "tewlve guys", "onzi pessoa": a number with a typo, before workers or hours. */
const misspelled: Rule = (nodes, at) => {
  const node = nodes[at]
  if (node?.kind !== 'word' || node.text.length < 4 || !is(nodes[at + 1], 'worker', 'hour') || isNumber(nodes[at - 1])) return undefined
  const value = numberWithTypo(node.text)
  return value === undefined ? undefined : [1, join([node], 'number', value)]
}

/** "cada uno", "todo mundo", "no one", "the one": words with a number in them that is no count. */
const noNumber: Rule = (nodes, at) => {
  const [first, second] = nodes.slice(at, at + 2)
  if (
    isWord(first, 'cada', 'cd', 'each', 'c') &&
    isWord(second, 'uno', 'una', 'um', 'uma', 'quien', 'one', 'cual', 'qual', 'cabeza', 'quem')
  )
    return [2, join(nodes.slice(at, at + 2), 'word', Number.NaN, { text: 'each' })]
  if (isWord(first, 'todo', 'tudo') && isWord(second, 'mundo'))
    return [2, join(nodes.slice(at, at + 2), 'word', Number.NaN, { text: 'each' })]
  return isWord(first, 'no', 'any', 'every', 'some', 'this', 'that') && isWord(second, 'one')
    ? [2, join(nodes.slice(at, at + 2), 'done', Number.NaN)]
    : undefined
}

/** Builds one number from the words of a number. */
export const numberRules: readonly (readonly Rule[])[] = [
  [noNumber, misspelled, dozen, tensAndOnes],
  [withQuarters, withFraction, decimal],
]
