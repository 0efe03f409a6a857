import { is, isKind, isNumber, isPlain, isSign, isWhole, isWord, join, type Match, type Node, past, type Rule } from './Node.ts'

/* What people say twice, take back, or what a phone writes for a spoken number: "seven seven people", "12, no, 13 men", "ate guys". */

const isSpelled = (node: Node) => /^[a-z]/u.test(node.text)
const isNoun = (node: Node | undefined) => is(node, 'worker', 'hour')
const made = (nodes: readonly Node[], from: number, to: number, kind: Node['kind'], more: Partial<Node> = {}): Node =>
  join(nodes.slice(from, to), kind, Number.NaN, more)

const marks: Readonly<Record<string, string>> = { period: '.', comma: ',', coma: ',', virgula: ',' }

/** "eight guys period": a sign that was said. */
const saidSign: Rule = (nodes, at) => {
  const sign = nodes[at]?.kind === 'word' ? marks[nodes[at].text] : undefined
  return sign === undefined ? undefined : [1, made(nodes, at, at + 1, 'sign', { text: sign })]
}

const heard: Readonly<Record<string, number>> = { for: 4, fore: 4, ate: 8, ait: 8, tree: 3, too: 2, sex: 6, fife: 5 }
const isLead = (node: Node | undefined) => node === undefined || is(node, 'were') || isSign(node, ',.;!')

/** "for guys ate hours": a number that the phone wrote as another word. */
const misheard: Rule = (nodes, at) => {
  const node = nodes[at]
  const value = node?.kind === 'word' && Object.hasOwn(heard, node.text) ? heard[node.text] : undefined
  if (value === undefined) return undefined
  const next = nodes[at + 1]
  const isCount = isLead(nodes[at - 1]) && isWord(next, 'guys', 'men', 'people', 'workers', 'lads', 'fellas')
  const isHours = isWord(node, 'ate', 'ait') && isWord(next, 'hours', 'hrs', 'hour') && !isNumber(nodes[at - 1])
  return isCount || isHours ? [1, join([node as Node], 'number', value)] : undefined
}

const compounds: Readonly<Record<string, readonly string[]>> = {
  media: ['cuchara'],
  medias: ['cucharas'],
  medio: ['oficial', 'cuchara'],
  medios: ['oficiales'],
  meia: ['colher'],
  meio: ['oficial'],
  no: ['show', 'shows'],
  su: ['servidor'],
  un: ['servidor'],
  fire: ['watch', 'watches'],
  hole: ['watch', 'watches'],
  full: ['time', 'timers'],
  part: ['time', 'timers'],
  traffic: ['control', 'controllers'],
  site: ['manager', 'managers', 'super', 'agent'],
  project: ['manager', 'managers', 'engineer', 'engineers'],
}

/** A number before the words, or "1 guy" before "no show". */
const isCountedCompound = (nodes: readonly Node[], at: number) =>
  isNumber(nodes[at - 1]) || (isWord(nodes[at], 'no') && isNumber(nodes[at - 2]) && is(nodes[at - 1], 'worker'))

/** "Head count 8". */
const headcount: Rule = (nodes, at) =>
  isWord(nodes[at], 'head') && isWord(nodes[at + 1], 'count') ? [2, made(nodes, at, at + 2, 'word', { text: 'headcount' })] : undefined

const ranks = 'primera segunda tercera'.split(' ')
/** "5 oficiales de primera y 3 de segunda": a class of workers, no day. */
const rank: Rule = (nodes, at) => {
  if (!isWord(nodes[at], 'de') || !isWord(nodes[at + 1], ...ranks)) return undefined
  if (is(nodes[at - 1], 'worker')) return [2, made(nodes, at, at + 2, 'done')]
  const isListed = nodes.slice(0, at).some((node) => isWord(node, 'primera', 'primeira'))
  return isNumber(nodes[at - 1]) && isListed ? [2, made(nodes, at, at + 2, 'word', { text: 'helper' })] : undefined
}

const secondsOf = (node: Node | undefined) =>
  node?.kind === 'word' && Object.hasOwn(compounds, node.text) ? compounds[node.text] : undefined

/** "3 media cuchara", "2 meia-colher", "1 fire watch": a trade of two words. */
const compound: Rule = (nodes, at) => {
  const first = nodes[at]
  const isHyphened = isSign(nodes[at + 1], '-') && first?.to === nodes[at + 1]?.from
  const second = nodes[isHyphened ? at + 2 : at + 1]
  const length = isHyphened ? 3 : 2
  const seconds = secondsOf(first)
  if (isWord(second, 'servidor') && seconds) return [2, made(nodes, at, at + 2, 'word', { text: 'yo' })]
  return seconds && isCountedCompound(nodes, at) && isWord(second, ...seconds)
    ? [length, made(nodes, at, at + length, 'word', { text: first?.text === 'no' ? 'absent' : 'helper' })]
    : undefined
}

/** "Mão de obra: 22", "mano de obra". */
const labour: Rule = (nodes, at) =>
  isWord(nodes[at], 'mao', 'mano') && isWord(nodes[at + 1], 'de') && isWord(nodes[at + 2], 'obra')
    ? [3, made(nodes, at, at + 3, 'word', { text: 'efetivo' })]
    : undefined

/** "6p 8h": people, where hours follow. */
const people: Rule = (nodes, at) => {
  const [number, letter, next] = nodes.slice(at - 1, at + 2)
  const isTight = isNumber(number) && letter?.from === number.to && !isWord(nodes[at - 2], '-', 'to', 'a', 'until')
  return isTight && isWord(letter, 'p') && (isNumber(next) || (isSign(next, ',') && isNumber(nodes[at + 2])))
    ? [1, made(nodes, at, at + 1, 'word', { text: 'pessoas' })]
    : undefined
}

/** "Son 5 fierreros": Spanish "are", no relative. */
const sonAre: Rule = (nodes, at) =>
  isWord(nodes[at], 'son') && isNumber(nodes[at + 1]) && !isWord(nodes[at - 1], 'my', 'his', 'her', 'our', 'and', 'the', 'a')
    ? [1, made(nodes, at, at + 1, 'word', { text: 'eran' })]
    : undefined

/** "Llegamos a las 8", "nos fuimos a las 4": when work began and ended. */
const wentAt: Rule = (nodes, at) => {
  const isAt = (isWord(nodes[at + 1], 'a') && isWord(nodes[at + 2], 'las', 'la')) || isWord(nodes[at + 1], 'as', 'at')
  if (!isAt) return undefined
  if (isWord(nodes[at], 'llegamos', 'llegue', 'chegamos', 'cheguei', 'arrived', 'there'))
    return [1, made(nodes, at, at + 1, 'word', { text: 'entramos' })]
  return isWord(nodes[at], 'fuimos', 'fomos', 'vinimos') ? [1, made(nodes, at, at + 1, 'word', { text: 'salimos' })] : undefined
}

/** "8hrs *6 guys": a correction in a chat. Between two numbers it is a product. */
const starred: Rule = (nodes, at) => {
  const [before, star, next] = nodes.slice(Math.max(0, at - 1), at + 2)
  const isFixing =
    isWord(star, '*') && isNumber(next) && !isNumber(before) && (is(before, 'hour') || isSign(before, ',.;') || star?.to === next.from)
  return isFixing ? [1, made(nodes, at, at + 1, 'word', { text: 'correction' })] : undefined
}

/** "Foreman x1, fitters x3": a sign between a trade and its number. */
const times: Rule = (nodes, at) =>
  isWord(nodes[at], 'x') &&
  isNumber(nodes[at + 1]) &&
  nodes[at + 1]?.from === nodes[at]?.to &&
  is(nodes[at - 1], 'worker', 'trade') &&
  !isNumber(nodes[at - 2])
    ? [1]
    : undefined

/** "Time in: 7:00", "clock out 3:30". */
const clocked: Rule = (nodes, at) => {
  if (!isWord(nodes[at], 'time', 'clock', 'punch', 'clocked') || !isWord(nodes[at + 1], 'in', 'out')) return undefined
  const next = past(nodes, at + 2, (node) => isSign(node, ':=') || isWord(node, 'at'))
  return isKind(nodes[next], 'number', 'clock')
    ? [2, made(nodes, at, at + 2, 'word', { text: isWord(nodes[at + 1], 'in') ? 'start' : 'end' })]
    : undefined
}

/** "Two shifts, 6 on days": how many shifts. */
const shifts: Rule = (nodes, at) =>
  isWhole(nodes[at]) && isWord(nodes[at + 1], 'shifts', 'turnos') && isSign(nodes[at + 2], ',.;:')
    ? [2, made(nodes, at, at + 2, 'done')]
    : undefined

/** "My bad 7 guys", "actually it was 7". */
const myBad: Rule = (nodes, at) => {
  if (isWord(nodes[at], 'my') && isWord(nodes[at + 1], 'bad')) return [2, made(nodes, at, at + 2, 'word', { text: 'correction' })]
  return isWord(nodes[at], 'me') && isWord(nodes[at + 1], 'equivoque', 'enganei', 'confundi')
    ? [2, made(nodes, at, at + 2, 'word', { text: 'perdon' })]
    : undefined
}

/** "Luis y el nuevo", "me and the new guy": a person without a name. */
const newOne: Rule = (nodes, at) => {
  const isNew = isWord(nodes[at], 'nuevo', 'nueva', 'novo', 'novato', 'new') && isWord(nodes[at - 1], 'el', 'la', 'o', 'the')
  const isLast = nodes[at + 1] === undefined || isSign(nodes[at + 1], ',.;') || is(nodes[at + 1], 'and')
  return isNew && isLast ? [1, made(nodes, at, at + 1, 'word', { text: 'helper' })] : undefined
}

/** "3 guys called out": they did not come. */
const calledOut: Rule = (nodes, at) =>
  isWord(nodes[at], 'called') && isWord(nodes[at + 1], 'out', 'in', 'off')
    ? [2, made(nodes, at, at + 2, 'word', { text: 'absent' })]
    : undefined

/** "make that 9", "change it to 9". */
const madeThat: Rule = (nodes, at) => {
  const next = past(nodes, at + 1, (node) => isWord(node, 'that', 'it', 'to', 'lo', 'a', 'por', 'para', 'pra'))
  return isWord(nodes[at], 'make', 'change', 'cambialo', 'ponle', 'muda', 'troca', 'cambie', 'corrige') &&
    next > at + 1 &&
    isNumber(nodes[next])
    ? [next - at, made(nodes, at, next, 'word', { text: 'wait' })]
    : undefined
}

const isGap = (node: Node | undefined) =>
  isSign(node, ',.;') ||
  isWord(node, 'yeah', 'si', 'sim', 'yes', 'yep', 'right', 'ok', 'okay', 'guys', 'personas', 'pessoas', 'men', 'people')

/** "seven seven people", "eight guys uh eight guys": the number is said twice. */
const saidTwice: Rule = (nodes, at) => {
  const first = nodes[at]
  if (!isWhole(first) || first.value === 0) return undefined
  const next = past(nodes, at + 1, isGap)
  const second = nodes[next]
  if (!isWhole(second) || second.value !== first.value || is(nodes[next + 1], 'hour', 'each', 'minute')) return undefined
  const between = nodes.slice(at + 1, next)
  const noun = between.find((node) => is(node, 'worker'))
  const again = is(nodes[next + 1], 'worker')
  const hasSign = between.some((node) => node.kind === 'sign')
  if (noun === undefined) return again && (!hasSign || isSpelled(first)) ? dropped(nodes, at, next) : undefined
  if (again) return nodes[next + 1]?.text === noun.text ? dropped(nodes, at, next) : undefined
  const isLater = !hasSign && nodes.slice(next + 1, next + 9).some((node) => is(node, 'hour'))
  return isLater ? [next + 1 - at, first, noun] : undefined
}

const dropped = (nodes: readonly Node[], at: number, end: number): Match => [end - at, made(nodes, at, end, 'done')]

const isNegation = (node: Node | undefined) => isWord(node, 'no', 'nope', 'nah', 'nao', 'not')
const isTakingBack = (node: Node | undefined) =>
  is(node, 'fix') ||
  node?.kind === 'done' ||
  isNegation(node) ||
  isSign(node, ',.;-/') ||
  isWord(
    node,
    'y',
    'e',
    'and',
    'mejor',
    'better',
    'make',
    'that',
    'son',
    'eram',
    'eran',
    'sao',
    'i',
    'was',
    'bien',
    'espere',
    'question',
    'mark',
    'oh',
    'ah',
    'ay',
  )

/** Spanish and Portuguese deny the second number: "7 personas no 6". In English "7 guys no 8" may take back the first. */
const isLatin = (noun: Node) => isWord(noun, 'personas', 'pessoas', 'horas', 'hombres', 'homens', 'trabajadores', 'trabalhadores')

/** Two numbers with words between them that take one of them back: "6 guys, no, 7 men". */
interface Correction {
  readonly noun: Node | undefined
  /** Where the words begin. */
  readonly start: number
  readonly words: readonly Node[]
  /** Where the second number is. */
  readonly next: number
  readonly newNoun: Node | undefined
}

const nounAt = (nodes: readonly Node[], at: number) => (isNoun(nodes[at]) ? nodes[at] : undefined)
const isFix = (node: Node | undefined) => is(node, 'fix')

/** Returns the correction that begins with the number at `at`; undefined if both numbers can be true. */
function correctionAt(nodes: readonly Node[], at: number): Correction | undefined {
  if (!isNumber(nodes[at])) return undefined
  const noun = nounAt(nodes, at + 1)
  const start = noun ? at + 2 : at + 1
  let next = start
  while (next < start + 5 && isTakingBack(nodes[next])) next++
  const words = nodes.slice(start, next)
  if (!isNumber(nodes[next]) || !words.some((node) => isFix(node) || isNegation(node))) return undefined
  const newNoun = nounAt(nodes, next + 1)
  const isOtherUnit = noun && newNoun && is(noun, 'hour') !== is(newNoun, 'hour')
  return isOtherUnit ? undefined : { noun, start, words, next, newNoun }
}

/** "6 and not 8", "perdón, son 10 horas no 8": the second number is the wrong one. */
function isSecondDenied(nodes: readonly Node[], at: number, { noun, words, newNoun }: Correction): boolean {
  if (words.some((node) => isWord(node, 'not')) || isWord(words[0], 'y', 'e', 'and')) return true
  const isSaidAgain = nodes.slice(Math.max(0, at - 4), at).some((node) => isFix(node) || isWord(node, 'son', 'sao', 'eran', 'eram', 'its'))
  return !newNoun && (isSaidAgain || (noun !== undefined && isLatin(noun)))
}

/** "12, no, 13 men", "eram 6 digo 7", "6 and not 8". What could be either is left open. */
const takenBack: Rule = (nodes, at) => {
  const first = nodes[at]
  const correction = correctionAt(nodes, at)
  if (!first || !correction) return undefined
  const { noun, start, words, next, newNoun } = correction
  if (words.some(isFix)) return replaced(nodes, [at, next], newNoun ? undefined : noun)
  if (isSecondDenied(nodes, at, correction)) return [next + 1 - at, first, ...(noun ? [noun] : []), made(nodes, start, next + 1, 'done')]
  if (newNoun) return replaced(nodes, [at, next], undefined)
  return noun ? [next + 1 - at, made(nodes, at, next + 1, 'doubt', { text: is(noun, 'hour') ? 'hour' : 'worker' })] : undefined
}

/** Replaces a number by a later one, which takes over its noun. */
function replaced(nodes: readonly Node[], [at, next]: readonly [number, number], noun: Node | undefined): Match {
  const [old, number] = [made(nodes, at, next, 'done'), nodes[next]]
  return noun && number ? [next + 1 - at, old, number, { ...noun, from: number.to, to: number.to }] : [next - at, old]
}

const plainBefore = (node: Node | undefined) =>
  isPlain(node) &&
  !is(node, 'and', 'were', 'or', 'to', 'absent', 'less', 'by', 'worker', 'hour') &&
  !isWord(node, 'just', 'only', 'missing', 'of', 'but', 'plus')

/** "a long one", "that last one": no number. */
const isPronoun = (nodes: readonly Node[], at: number) =>
  isWord(nodes[at], 'one') &&
  plainBefore(nodes[at - 1]) &&
  (nodes[at + 1] === undefined || isSign(nodes[at + 1], '.,!;?') || isNumber(nodes[at + 1]))

/** Returns whether no space is between a node and the next one. */
const isTight = (nodes: readonly Node[], at: number) => nodes[at] !== undefined && nodes[at + 1]?.from === nodes[at]?.to

/** Returns the end of a size such as "2x4s" or "110 m3"; undefined for other numbers. */
function endOfSize(nodes: readonly Node[], at: number): number | undefined {
  if (!isNumber(nodes[at + 2])) return undefined
  if (isWord(nodes[at + 1], 'x') && isWord(nodes[at + 3], 's') && isTight(nodes, at + 2)) return at + 4
  return isWord(nodes[at + 1], 'm', 'ft') && isTight(nodes, at + 1) ? at + 3 : undefined
}

/** "4º", "2nd", "3b": the number of a place. */
function isPlaceNumber(nodes: readonly Node[], at: number): boolean {
  const [node, next] = nodes.slice(at, at + 2)
  if (!node || !next || !isTight(nodes, at)) return false
  const isRoom = next.kind === 'word' && next.text.length === 1 && 'bcdefg'.includes(next.text)
  const isOrdinal = isWord(next, 'st', 'nd', 'rd', 'th', 'er', 'ro', 'do', 'to', 'mo', 'vo', 'ra', 'da', 'ta') && /^\d/u.test(node.text)
  return isRoom || isOrdinal || isSign(next, 'º°ª')
}

/** Drops numbers that are no figures: pronouns, sizes and the numbers of places. */
const noFigure: Rule = (nodes, at) => {
  if (isPronoun(nodes, at)) return dropped(nodes, at, at + 1)
  if (!isWhole(nodes[at])) return undefined
  const end = endOfSize(nodes, at) ?? (isPlaceNumber(nodes, at) ? at + 2 : undefined)
  return end === undefined ? undefined : dropped(nodes, at, end)
}

/** "One of em only 2 hrs". */
const ofEm: Rule = (nodes, at) =>
  isWord(nodes[at], 'em') && isWord(nodes[at - 1], 'of') && isWord(nodes[at + 1], 'only', 'just', 'did')
    ? [1, made(nodes, at, at + 1, 'word', { text: 'them' })]
    : undefined

/** Applied to words before the numbers are built. */
export const wordRules: readonly Rule[] = [
  saidSign,
  misheard,
  headcount,
  rank,
  compound,
  labour,
  people,
  sonAre,
  wentAt,
  calledOut,
  starred,
  myBad,
  newOne,
  ofEm,
  clocked,
  times,
  shifts,
]
/** Applied to numbers before anything else reads them. */
export const speechRules: readonly (readonly Rule[])[] = [[noFigure, madeThat], [saidTwice], [takenBack]]
