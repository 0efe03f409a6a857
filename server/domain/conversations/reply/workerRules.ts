import { isFirstName } from './isFirstName.ts'
import { oneMoreAfter } from './isPlainCount.ts'
import { isExact } from './rolesOf.ts'
import { isLabel } from './labelRules.ts'
import { stayedRule } from './presenceRules.ts'
import { is, isKind, isNumber, isPlain, isSign, isWhole, isWord, join, type Match, type Node, past, type Rule } from './Node.ts'

/* Workers: "4 carpenters", "2 crews of 4", "drywall 3", "me and my brother", and numbers that are no workers on site. */

const articles = ['a', 'an', 'un', 'um', 'uma', 'una']
const isArticle = (node: Node | undefined) => isWord(node, ...articles)
const isDefinite = (node: Node | undefined) =>
  isWord(node, 'the', 'el', 'la', 'o', 'my', 'our', 'mi', 'meu', 'minha', 'their', 'su', 'nuestro', 'nosso')
const describes = new Set(
  'more other regular skilled general total good new site otros buenos outros union of de da del do en em dos das my our mis meus full licensed certified senior junior lead head heavy'.split(
    ' ',
  ),
)
/** Words that no rule knows: "4 kitchen cabinet installers". */
const isUnknown = (node: Node | undefined) => isPlain(node) && !is(node, ...known)
/** A word in capitals that no rule knows: "Juan". */
const isProperName = (node: Node | undefined) => isUnknown(node) && node?.isCapital === true
const known = [
  'worker',
  'hour',
  'minute',
  'each',
  'all',
  'total',
  'by',
  'and',
  'or',
  'to',
  'from',
  'break',
  'less',
  'overtime',
  'day',
  'half',
  'were',
  'absent',
  'planned',
  'thing',
  'them',
  'start',
  'end',
  'until',
  'self',
  'crew',
  'a',
  'of',
  'no',
  'filler',
  'relative',
  'doubt',
  'so',
  'rest',
  'but',
  'past',
  'future',
  'fix',
  'leaving',
  'another',
  'need',
  'weekday',
  'who',
  'more',
] as const
const isDescribing = (node: Node | undefined) =>
  isKind(node, 'place') ||
  isWord(node, '-', 'meio', 'medio') ||
  is(node, 'trade', 'spot', 'thing') ||
  isUnknown(node) ||
  (isPlain(node) && describes.has(node?.text ?? '') && !is(node, 'absent', 'planned'))

const isSeveral = (node: Node | undefined) => is(node, 'crew') || collective.has(node?.text ?? '') || !isExact(node?.text ?? '')

/** "8 horas por persona". */
const isPerPerson = (nodes: readonly Node[], at: number, noun: number) =>
  isWord(nodes[noun], 'persona', 'pessoa') && (is(nodes[at - 1], 'by', 'each') || !isWord(nodes[at], 'una', 'uma'))

/** "a helper". */
const oneWorker: Rule = (nodes, at) => {
  const noun = past(
    nodes,
    at + 1,
    (node) => (is(node, 'trade', 'thing') && !is(node, 'worker')) || isWord(node, 'solo', 'sola', 'single', 'lone', 'unico', 'so'),
  )
  if (
    !isArticle(nodes[at]) ||
    !is(nodes[noun], 'worker') ||
    isSeveral(nodes[noun]) ||
    isWord(nodes[noun], 'person', 'man') ||
    isPerPerson(nodes, at, noun)
  )
    return undefined
  if (isKind(nodes[at - 1], 'number', 'count', 'hours')) return undefined
  // "Un maestro albañil".
  const end = isSingular(nodes[noun + 1]) ? noun + 2 : noun + 1
  return [end - at, join(nodes.slice(at, end), 'count', 1, { text: 'one' })]
}

/** "Vinimos 4 y el patrón": one more. "4 men and the crane": who knows. */
const andTheBoss: Rule = (nodes, at) => {
  const more = oneMoreAfter(nodes, at)
  const count = nodes[at]
  if (more === undefined || count === undefined) return undefined
  const last = nodes.slice(at + 1, at + 4)
  return [
    4,
    { ...count, kind: 'count' },
    join(last, more === 'person' ? 'count' : 'doubt', more === 'person' ? 1 : Number.NaN, { text: more === 'person' ? 'one' : 'worker' }),
  ]
}

/** "plus the foreman", "y el encargado": one person beside others. */
const oneMore: Rule = (nodes, at) => {
  if (!is(nodes[at], 'and') && !isWord(nodes[at], 'con', 'com', 'with')) return undefined
  // "9 guys plus foreman".
  if (
    isWord(nodes[at], 'plus', '+', 'and', '&') &&
    isSingular(nodes[at + 1]) &&
    isExact(nodes[at + 1]?.text ?? '') &&
    isKind(nodes[at - 1], 'count') &&
    !is(nodes[at + 2], 'worker')
  )
    return [2, nodes[at] as Node, join(nodes.slice(at + 1, at + 2), 'count', 1, { text: 'one' })]
  if (
    !isDefinite(nodes[at + 1]) ||
    !isSingular(nodes[at + 2]) ||
    !nodes.slice(Math.max(0, at - 4), at).some((node) => isKind(node, 'count'))
  )
    return undefined
  return [3, nodes[at] as Node, join(nodes.slice(at + 1, at + 3), 'count', 1, { text: 'one' })]
}
/** "5 and a foreman": a number and one more. */
const numberAndOne: Rule = (nodes, at) => {
  const [number, and, one] = nodes.slice(at, at + 3)
  const isOne = one?.kind === 'count' && one.text === 'one' && one.value === 1
  return isWhole(number) && is(and, 'and') && isOne && number.value <= 500
    ? [3, join([number], 'count', number.value), and as Node, one as Node]
    : undefined
}
const collective = new Set(
  'terceirizado people men crew ppl staff gente galera personal pessoal efetivo efectivo women manpower raza folks fellas mano pax pers union malta banda plebe peonada rapaziada'.split(
    ' ',
  ),
)
const isSingular = (node: Node | undefined) =>
  is(node, 'worker') && node !== undefined && !node.text.endsWith('s') && !collective.has(node.text) && !node.text.endsWith('men')

/** A worker in the singular that no number before it counts. */
const isUncountedSingular = (nodes: readonly Node[], at: number) =>
  isSingular(nodes[at]) && !isKind(nodes[at - 1], 'number', 'count') && !is(nodes[at - 1], 'worker', 'each', 'by', 'of')

/** "Foreman 10 hours, the 6 men 8": one worker with other hours than the counted ones. */
const isOneWithOwnHours = (nodes: readonly Node[], at: number) =>
  isKind(nodes[at + 1], 'hours') &&
  !is(nodes[at], 'man') &&
  !isWord(nodes[at], 'man') &&
  (at === 0 || isSign(nodes[at - 1], ',;.')) &&
  nodes.slice(at + 2, at + 8).some((node) => isKind(node, 'count'))

/** "Foreman, 3 pipefitters, 2 helpers": one in a list. */
const isHeadOfCounts = (nodes: readonly Node[], at: number) =>
  at === 0 && isSign(nodes[1], ',') && isKind(nodes[2], 'count') && isSign(nodes[3], ',') && isKind(nodes[4], 'count')

const isCompanyLink = (node: Node | undefined) =>
  (is(node, 'and') && (isPlain(node) || isSign(node, '+&'))) || isWord(node, 'con', 'com', 'with', 'w')

/** "Mestre e mais 5": links from `linkAt` lead to a bare number at `numberAt`, and hours follow later. */
function isLinkedToMore(nodes: readonly Node[], linkAt: number, numberAt: number): boolean {
  const isSaid =
    numberAt === linkAt + 2 ||
    (numberAt === linkAt + 1 && isWord(nodes[linkAt], 'plus', 'mas', 'mais', '+', 'with', 'con', 'com', 'w')) ||
    (numberAt === linkAt + 1 && isWord(nodes[numberAt + 1], 'mas', 'mais', 'more', 'others', 'otros', 'outros'))
  const hasHours = nodes.slice(numberAt + 1).some((node) => isKind(node, 'hours', 'span', 'allHours'))
  return isSaid && hasHours && isWhole(nodes[numberAt]) && !is(nodes[numberAt + 1], 'hour', 'each')
}

/** "operator and 2 laborers", "operador y 2 peones": a trade in the singular counts one beside counted ones. */
const uncountedOne: Rule = (nodes, at) => {
  if (!isUncountedSingular(nodes, at)) return undefined
  const one = join(nodes.slice(at, at + 1), 'count', 1, { text: 'one' })
  const linkAt = isProperName(nodes[at + 1]) ? at + 2 : at + 1
  const next = past(nodes, linkAt, isCompanyLink)
  const isLinkedToCount = next > linkAt && isKind(nodes[next], 'count')
  if (isOneWithOwnHours(nodes, at) || isLinkedToCount || isHeadOfCounts(nodes, at)) return [1, one]
  return isLinkedToMore(nodes, linkAt, next)
    ? [next + 1 - at, one, join(nodes.slice(next, next + 1), 'count', nodes[next]?.value ?? 0)]
    : undefined
}

/** "4 of us", "us 3", "nosotros dos", "the two of us", "a 3-man crew". */
const ofUs: Rule = (nodes, at) => {
  const first = nodes[at]
  if (isWord(first, 'us', 'nosotros', 'nos', 'nois') && isWhole(nodes[at + 1]) && !is(nodes[at + 2], 'worker', 'hour', 'crew'))
    return [2, join(nodes.slice(at, at + 2), 'count', (nodes[at + 1] as Node).value)]
  if (!isWhole(first)) return undefined
  if (is(nodes[at + 1], 'of') && isWord(nodes[at + 2], 'us', 'nosotros', 'nos', 'nois'))
    return [3, join(nodes.slice(at, at + 3), 'count', first.value)]
  const man = isWord(nodes[at + 1], '-') ? at + 2 : at + 1
  const isCrew = isWord(nodes[man], 'man', 'person', 'men', 'hombres', 'homens', 'personas', 'pessoas') && is(nodes[man + 1], 'crew')
  return isCrew ? [man + 2 - at, join(nodes.slice(at, man + 2), 'count', first.value)] : undefined
}

/** "2 crews of 4". */
const crewsOf: Rule = (nodes, at) => {
  const first = nodes[at]
  if (!isWhole(first) || !is(nodes[at + 1], 'crew')) return undefined
  const next = past(nodes, at + 2, (node) => is(node, 'of') || isWord(node, 'con', 'com', 'with', 'each', 'cada', 'at', ','))
  const size = nodes[next]
  if (!isWhole(size) || next === at + 2) return undefined
  // "2 crews, 5 guys each".
  const eachAt = is(nodes[next + 1], 'worker') && is(nodes[next + 2], 'each') ? next + 2 : next + 1
  if ((isSign(nodes[at + 2], ',') && !is(nodes[eachAt], 'each')) || is(nodes[next + 1], 'hour')) return undefined
  const end = is(nodes[eachAt], 'worker', 'each') && !isKind(nodes[eachAt + 1], 'number') ? eachAt + 1 : next + 1
  return [end - at, join(nodes.slice(at, end), 'count', first.value * size.value)]
}

/** "8 guys: 5 drywall 3 paint": the sum is before its parts. */
const isHeadOfList = (nodes: readonly Node[], at: number, noun: number) =>
  (at === 0 || isSign(nodes[at - 1], ',.;') || is(nodes[at - 1], 'were')) &&
  nodes.slice(noun + 2, noun + 14).filter((node, n, all) => isWhole(node) && is(all[n + 1], 'worker', 'trade')).length > 1

/** "4 carpenters", "3 kitchen installers", "12 workers in total". */
const counted: Rule = (nodes, at) => {
  const first = nodes[at]
  if (!isWhole(first) || first.value > 2000) return undefined
  const noun = past(nodes, at + 1, isDescribing)
  // "400 metros de cabo".
  if (
    nodes
      .slice(at + 1, noun)
      .some((node, n, words) => is(node, 'thing') && !is(node, 'worker') && words.slice(n + 1).some((next) => is(next, 'of')))
  )
    return undefined
  if (!is(nodes[noun], 'worker') || (isLabel(nodes, noun) && !is(nodes[noun + 1], 'total') && !isHeadOfList(nodes, at, noun)))
    return undefined
  const next = past(nodes, noun + 1, (node) => is(node, 'worker') && !isLabel(nodes, nodes.indexOf(node as Node, noun)))
  const sum = past(nodes, next, (node) => isWord(node, 'in', 'en', 'na', 'ao', 'al', ','))
  const isSum = is(nodes[sum], 'total') || (isWord(nodes[sum], 'todo') && sum > next)
  const end = isSum ? sum + 1 : next
  return [end - at, join(nodes.slice(at, end), 'count', first.value, { isMarked: isSum, text: nodes[at + 1]?.text ?? '' })]
}

const isTradeLink = (node: Node | undefined) =>
  is(node, 'of', 'from') ||
  isWord(node, 'on', 'in', 'en', 'na', 'nas', 'nos', 'em', 'for', 'para', 'pra', 'doing', 'the', 'la', 'el', 'haciendo', 'fazendo')

/** "6 na alvenaria e 4 no reboco": an unknown work counts in a list of such items. */
function isListedWork(nodes: readonly Node[], at: number, noun: number): boolean {
  const isLed = noun > at + 1 && (isUnknown(nodes[noun]) || (is(nodes[noun], 'thing', 'spot') && !is(nodes[at + 1], 'of')))
  const isItem = (node: Node | undefined) => is(node, 'and') || isSign(node, ',')
  const isBefore = (isItem(nodes[at - 1]) || isKind(nodes[at - 1], 'hours')) && nodes.slice(Math.max(0, at - 7), at).some(isNumber)
  const next = isItem(nodes[noun + 1]) ? noun + 2 : noun + 1
  const isAfter = isWhole(nodes[next]) && !is(nodes[next + 1], 'hour')
  return isLed && (isBefore || isAfter)
}

/** "3 drywall", "2 on framing", "4 de la electrica", "6 union", "2 of ours", "3 from the sub". */
const countedTrade: Rule = (nodes, at) => {
  const first = nodes[at]
  if (!isWhole(first) || first.value > 500) return undefined
  const noun = past(nodes, at + 1, isTradeLink)
  const shiftAt = past(nodes, at + 1, (node) => isWord(node, 'de', 'on', 'at', 'en', 'in', 'na', 'no', 'the', 'do', 'la', 'el', 'turno'))
  // "6 on first shift", "4 en segundo turno".
  const isOrdinalShift =
    shiftAt > at + 1 &&
    isWord(nodes[shiftAt], 'first', 'second', 'third', 'primer', 'segundo', 'tercer', 'primeiro', 'terceiro') &&
    isWord(nodes[shiftAt + 1], 'shift', 'turno')
  if (isOrdinalShift) return [shiftAt + 2 - at, join(nodes.slice(at, shiftAt + 2), 'count', first.value, { text: 'trade' })]
  // "10 en la mañana, 6 en la tarde": the same people, or others.
  if (shiftAt > at + 1 && isWord(nodes[shiftAt], 'manana', 'manha', 'tarde', 'morning', 'afternoon', 'am', 'pm'))
    return [shiftAt + 1 - at, join(nodes.slice(at, shiftAt + 1), 'doubt', Number.NaN, { text: 'all' })]
  const isShiftNamed = shiftAt > at + 1 && isWord(nodes[shiftAt], 'noche', 'noite', 'dia', 'nights', 'days', 'night', 'day')
  const shiftEnd = isWord(nodes[shiftAt + 1], 'shift') ? shiftAt + 2 : shiftAt + 1
  if (isShiftNamed) return [shiftEnd - at, join(nodes.slice(at, shiftEnd), 'count', first.value, { text: 'trade' })]
  const isArea = is(nodes[noun], 'trade') || isListedWork(nodes, at, noun)
  if (!isArea) return undefined
  const next = past(
    nodes,
    noun + 1,
    (node) => is(node, 'trade', 'worker', 'crew') && !isNumber(nodes[nodes.indexOf(node as Node, noun) + 1]),
  )
  return is(nodes[next], 'thing') ? undefined : [next - at, join(nodes.slice(at, next), 'count', first.value, { text: 'trade' })]
}

/** "drywall 4, paint 3": a trade and its number. */
const tradeWithNumber: Rule = (nodes, at) => {
  const next = past(nodes, at + 1, (node) => isSign(node, ':=-') || is(node, 'crew', 'trade'))
  const value = nodes[next]
  if (!is(nodes[at], 'trade') || !isWhole(value) || value.value > 500 || isKind(nodes[at - 1], 'number')) return undefined
  const isEnd =
    nodes[next + 1] === undefined ||
    isSign(nodes[next + 1], ',;.-/') ||
    is(nodes[next + 1], 'trade', 'and', 'all', 'each') ||
    isKind(nodes[next + 1], 'hours', 'span')
  return isEnd ? [next + 1 - at, join(nodes.slice(at, next + 1), 'count', value.value, { text: 'trade', isAfterNoun: true })] : undefined
}

const isLabelWord = (node: Node | undefined) =>
  isWord(node, 'manpower', 'headcount', 'efetivo', 'personal', 'pessoal', 'efectivo', 'count', 'cuantos', 'quantos', 'total')
const isLabelLink = (node: Node | undefined) =>
  is(node, 'of', 'filler') ||
  isSign(node, ':=?-') ||
  isWord(
    node,
    'size',
    'con',
    'count',
    'a',
    'com',
    'the',
    'los',
    'only',
    'solo',
    'crew',
    'power',
    'obra',
    'directa',
    'direta',
    'just',
    'all',
    'to',
    'em',
    'tava',
    'i',
  )

/** Returns whether the words after a number make it something else than the workers. */
function isOpenCount(nodes: readonly Node[], at: number): boolean {
  const [after, next] = nodes.slice(at, at + 2)
  if (is(after, 'each')) return !isKind(next, 'hours') && !is(next, 'by')
  if (is(after, 'and')) return !isKind(next, 'hours', 'span', 'done')
  return is(after, 'thing', 'absent', 'planned', 'worker', 'crew', 'hour', 'relative', 'more', 'less', 'trade', 'break')
}

/** "Crew", "manpower", "we were", "los mismos": a word with the number of the workers. */
const isCountLabel = (nodes: readonly Node[], at: number) =>
  is(nodes[at], 'worker', 'crew', 'total', 'were') ||
  isLabelWord(nodes[at]) ||
  (is(nodes[at], 'same') && isWord(nodes[at - 1], 'los', 'os', 'the'))

/** Returns the end of "total" or "en total" after a number; undefined without these words. */
function endOfTotal(nodes: readonly Node[], at: number): number | undefined {
  if (isWord(nodes[at], 'in', 'en', 'na', 'al') && is(nodes[at + 1], 'total')) return at + 2
  return is(nodes[at], 'total') && !is(nodes[at + 1], 'hour') ? at + 1 : undefined
}

/** "crew of 9", "manpower: 9", "total 12", "we were 6", "eramos 6". */
const labelledCount: Rule = (nodes, at) => {
  const first = nodes[at]
  if (!isCountLabel(nodes, at)) return undefined
  const next = past(nodes, at + 1, (node) => isLabelLink(node) && !(is(first, 'crew', 'worker') && isWord(node, 'on', 'in', 'site')))
  const value = nodes[next]
  if (!isWhole(value)) return undefined
  // "6 guys 8 hrs, foreman 10": hours of one, or more people.
  if (value.value > 1 && isSingular(first) && hasBothBefore(nodes, at)) return undefined
  const totalEnd = endOfTotal(nodes, next + 1)
  if (totalEnd !== undefined)
    return [totalEnd - at, join(nodes.slice(at, next + 2), 'count', value.value, { isMarked: true, text: 'total' })]
  if (isOpenCount(nodes, next + 1) || (isUnknown(nodes[next + 1]) && is(first, 'were'))) return undefined
  return [
    next + 1 - at,
    join(nodes.slice(at, next + 1), 'count', value.value, {
      isMarked: is(first, 'total'),
      text: is(first, 'worker') ? (first?.text ?? '') : 'total',
    }),
  ]
}

/** "10 total", "8 en total". */
const totalCount: Rule = (nodes, at) => {
  const first = nodes[at]
  const next = past(nodes, at + 1, (node) => isWord(node, 'in', 'en', 'na', 'al'))
  if (!isWhole(first) || !is(nodes[next], 'total') || is(nodes[next + 1], 'hour')) return undefined
  return [next + 1 - at, join(nodes.slice(at, next + 1), 'count', first.value, { isMarked: true, text: 'total' })]
}

/** "Crew 1 has 5": the first number is a name. */
const namedCrew: Rule = (nodes, at) => {
  const next = past(nodes, at + 2, (node) => isWord(node, 'has', 'had', 'tiene', 'tem', 'con', 'com', 'with', ':'))
  if (!is(nodes[at], 'crew') || !isWhole(nodes[at + 1]) || next === at + 2 || !isWhole(nodes[next])) return undefined
  return [next + 1 - at, join(nodes.slice(at, next + 1), 'count', (nodes[next] as Node).value)]
}

const hasBothBefore = (nodes: readonly Node[], at: number) =>
  nodes.slice(0, at).some((node) => node.kind === 'count') && nodes.slice(0, at).some((node) => isKind(node, 'hours', 'span'))

/** "pipefitters 6, welders 3": a trade and its number, not "guys 8 hours". */
const tradeFirst: Rule = (nodes, at) => {
  const value = nodes[at + 1]
  if (!is(nodes[at], 'worker') || !isWhole(value) || isKind(nodes[at - 1], 'number')) return undefined
  const after = nodes[at + 2]
  // "6 guys 8 hrs, foreman 10": hours of one, or more people.
  if (value.value > 1 && isSingular(nodes[at]) && hasBothBefore(nodes, at)) return undefined
  const isEnd = after === undefined || isSign(after, ',;.-/') || is(after, 'worker', 'and') || isKind(after, 'hours', 'span')
  return isEnd ? [2, join(nodes.slice(at, at + 2), 'count', value.value, { text: nodes[at]?.text ?? '', isAfterNoun: true })] : undefined
}

/** "pedreiro 4 servente 6 carpinteiro 3": each number belongs to the trade before it. */
const tradesFirst: Rule = (nodes, at) => {
  const counts: Node[] = []
  let next = at
  // "Pintor 3 massa 2 gesso 1": an unknown work between two trades.
  const isTrade = (n: number) =>
    is(nodes[n], 'worker', 'trade') || (counts.length > 0 && isUnknown(nodes[n]) && is(nodes[n + 2], 'worker', 'trade'))
  while (counts.length < 12 && isTrade(next) && isWhole(nodes[next + 1]) && !isKind(nodes[at - 1], 'number')) {
    counts.push(join(nodes.slice(next, next + 2), 'count', (nodes[next + 1] as Node).value, { isAfterNoun: true }))
    next = isSign(nodes[next + 2], ',;') || (is(nodes[next + 2], 'and') && is(nodes[next + 3], 'worker', 'trade')) ? next + 3 : next + 2
  }
  const isEnd =
    nodes[next] === undefined ||
    isSign(nodes[next], '-.;/:') ||
    isKind(nodes[next], 'hours', 'span', 'clock', 'done') ||
    is(nodes[next], 'each', 'all')
  return counts.length > 1 && isEnd ? [next - at, ...counts] : undefined
}

/* People who are named: "me and 4 guys", "my brother and me". */

const isJoin = (node: Node | undefined) =>
  (is(node, 'and') && !isWord(node, 'tambem', 'tambien')) ||
  isSign(node, ',+&') ||
  isWord(
    node,
    'an',
    'n',
    'con',
    'com',
    'with',
    'my',
    'mi',
    'meu',
    'minha',
    'a',
    'el',
    'la',
    'o',
    'mis',
    'meus',
    'were',
    'don',
    'seu',
    'the',
    'old',
    'big',
    'our',
    'los',
    'las',
    'os',
    'as',
    'otros',
    'outros',
    'otro',
    'outro',
    'new',
    'young',
    'nuevo',
    'novo',
  )

/** "Juan plus 3 others, 8 hrs": a name and more people. */
const nameAndMore: Rule = (nodes, at) => {
  const isStart = at === 0 || isSign(nodes[at - 1], ',.;:')
  if (!isStart || !isProperName(nodes[at])) return undefined
  const and = past(nodes, at + 1, isProperName)
  const number = past(nodes, and, (node) => is(node, 'and') || isWord(node, 'con', 'com', 'with', 'w'))
  const value = nodes[number]
  const isOthersAfter = isOthers(nodes[number + 1])
  const isMore = isOthersAfter || isWord(nodes[number - 1], 'mas', 'mais', 'plus')
  if (number === and || !(isKind(value, 'count') || (isWhole(value) && isMore)) || is(nodes[number + 1], 'hour')) return undefined
  const end = value?.kind === 'number' && isOthersAfter ? number + 2 : number + 1
  return [end - at, join(nodes.slice(at, end), 'count', 1 + (value?.value ?? 0), { text: 'me' })]
}

/** The people of "me, my brother and 3 guys" that are read so far. `next` is the place after them. */
interface PeopleList {
  readonly next: number
  readonly sum: number
  /** Whether the person who writes is one of them. */
  readonly isMine: boolean
}

/** Returns the place after "me" or after "yo de encargado". */
const endOfSelf = (nodes: readonly Node[], at: number) =>
  isWord(nodes[at + 1], 'de', 'as', 'como') && is(nodes[at + 2], 'worker') ? at + 3 : at + 1

/** "Me Jorge and Andre": two known names. "It's me Jorge" has only the name of the person who writes. */
const isRowOfNames = (nodes: readonly Node[], at: number) =>
  isFirstName(nodes[at]?.text ?? '') &&
  is(nodes[at + 1], 'and') &&
  isFirstName(nodes[at + 2]?.text ?? '') &&
  !isWord(nodes[at - 2], 'its', "it's", 'is', 'soy', 'sou', 'aqui')

/** "Me Jorge and 4 guys": five or six people. */
const isMeOrTwo = (nodes: readonly Node[], at: number) =>
  is(nodes[at], 'self') && isFirstName(nodes[at + 1]?.text ?? '') && is(nodes[at + 2], 'and') && isKind(nodes[at + 3], 'count', 'number')

/** Returns the list with its next item; undefined at the end of the list. */
function addPerson(nodes: readonly Node[], list: PeopleList, isSaidLater: boolean): PeopleList | undefined {
  const { next, sum, isMine } = list
  const item = past(nodes, next, isJoin)
  const isSelf = is(nodes[item], 'self')
  // The person who writes counts once.
  if (isMine && isSelf) return { ...list, next: item + 1 }
  const isRow = isMine && isRowOfNames(nodes, item)
  if (sum > 0 && item === next && !isRow) return undefined
  if (isSelf) return { next: endOfSelf(nodes, item), sum: sum + 1, isMine: true }
  const found = person(nodes, item, isMine || isSaidLater, item > next || isRow, sum === 0)
  return found && { next: found[1], sum: sum + found[0], isMine }
}

/** Reads a list of at most eight items. */
function readPeople(nodes: readonly Node[], at: number): PeopleList {
  const isSaidLater = isMineLater(nodes, at)
  let list: PeopleList = { next: at, sum: 0, isMine: false }
  for (let count = 0; count < 8; count++) {
    const longer = addPerson(nodes, list, isSaidLater)
    if (!longer) break
    list = longer
  }
  return list
}

const isLeftAt = (nodes: readonly Node[], at: number): boolean => {
  const verb = nodes[past(nodes, at, (node) => isWord(node, 'nos', 'se', 'me', 'had', 'to', 'both', 'we', 'ambos', 'ya', 'ja'))]
  const isVerb =
    verb !== undefined &&
    ['fuimos', 'fomos', 'saimos', 'salimos', 'retiramos', 'out', 'went', 'stayed', 'quedamos', 'ficamos'].includes(verb.text)
  return is(verb, 'leaving') || isVerb
}

/** "me and 4 guys", "my brother and me", "9 plus me", "just me", "yo con el Chino y Beto". */
const withMe: Rule = (nodes, at) => {
  if (isMeOrTwo(nodes, at)) return [4, join(nodes.slice(at, at + 4), 'doubt', Number.NaN, { text: 'worker' })]
  const { next, sum, isMine } = readPeople(nodes, at)
  if (!isMine || (sum === 1 && (!isOnly(nodes, at) || nodes.slice(0, at).some((node) => isKind(node, 'count', 'number'))))) return undefined
  const end = isWord(nodes[next], 'alone', 'solo', 'sola', 'sozinho', 'sozinha', 'only', 'nomas') ? next + 1 : next
  // "6 guys, me and Joe left at noon": a part of those who were counted.
  if (isLeftAt(nodes, end) && nodes.slice(0, at).some((node) => isKind(node, 'count', 'number')))
    return [end - at, join(nodes.slice(at, end), 'done', Number.NaN, { text: 'left' })]
  return [end - at, join(nodes.slice(at, end), 'count', sum, { text: 'me' })]
}

/** "Mi cuñado, el Beto y yo": the person who writes comes last. */
function isMineLater(nodes: readonly Node[], at: number): boolean {
  const first = nodes[past(nodes, at, isJoin)]
  const isBoss = isSingular(first) && isDefinite(nodes[past(nodes, at, isJoin) - 1])
  if (!is(first, 'relative') && !isBoss && !isProperName(first)) return false
  let next = at
  while (next < at + 10 && nodes[next] !== undefined && (isPlain(nodes[next]) || isSign(nodes[next], ','))) next++
  const end = nodes.slice(at, next).findIndex((node, n) => is(node, 'self') && isWord(nodes[at + n - 1], 'and', 'y', 'e', '&', '+', 'n'))
  return (
    end > 0 &&
    nodes.slice(at, at + end).every((node) => isJoin(node) || is(node, 'relative') || isSingular(node) || node.isCapital === true)
  )
}

const isOthers = (node: Node | undefined) => is(node, 'worker') || isWord(node, 'others', 'mas', 'mais', 'more', 'otros', 'outros', 'other')

/** Returns how many people an item of "me, my brother and 3 guys" is, and where it ends. */
function person(
  nodes: readonly Node[],
  at: number,
  isMine: boolean,
  isLater: boolean,
  isFirst: boolean,
): readonly [number, number] | undefined {
  const node = nodes[at]
  if (node === undefined) return undefined
  if (is(node, 'relative')) return [1, at + 1]
  const named = isMine && (isLater || (isFirst && (node.isCapital === true || isSingular(node)))) ? namedPerson(nodes, at) : undefined
  if (named || (node.kind !== 'count' && !isWhole(node))) return named
  const relatives = isWhole(node) ? relativesAt(nodes, at) : undefined
  return relatives ?? (isMine ? peopleAt(nodes, at, node, isLater) : peopleBeforeMe(nodes, at, node, isFirst))
}

/** "4 guys" and "3 others" after the person who writes. */
function peopleAt(nodes: readonly Node[], at: number, node: Node, isLater: boolean): readonly [number, number] | undefined {
  if (isKind(node, 'count')) return node.isMarked === true ? undefined : [node.value, at + 1]
  return isLater ? othersAt(nodes, at) : undefined
}

/** "9 plus me": the number at the beginning. */
const peopleBeforeMe = (nodes: readonly Node[], at: number, node: Node, isFirst: boolean): readonly [number, number] | undefined =>
  isFirst && isMeAfter(nodes, at + 1) ? [node.value, at + 1] : undefined

/** "The foreman", "Carlos", "Old Pete". */
function namedPerson(nodes: readonly Node[], at: number): readonly [number, number] | undefined {
  if (isSingular(nodes[at]) && isDefinite(nodes[at - 1])) return [1, at + 1]
  return isName(nodes, at) ? [1, isName(nodes, at + 1) ? at + 2 : at + 1] : undefined
}

/** "Three of my brothers". */
function relativesAt(nodes: readonly Node[], at: number): readonly [number, number] | undefined {
  const next = past(
    nodes,
    at + 1,
    (node) => is(node, 'of') || isWord(node, 'my', 'mis', 'meus', 'mios', 'new', 'young', 'little', 'nuevos', 'novos'),
  )
  if (!isRelatives(nodes[next])) return undefined
  return [nodes[at]?.value ?? 0, isWord(nodes[next + 1], 'meus', 'mios') ? next + 2 : next + 1]
}

/** "And 3 others", "and 3". "Me and my son, 8" are two people for eight hours. */
function othersAt(nodes: readonly Node[], at: number): readonly [number, number] | undefined {
  const hasNoun = isOthers(nodes[at + 1])
  const isPeople = hasNoun || is(nodes[at - 1], 'and') || (isJoin(nodes[at - 1]) && !isSign(nodes[at - 1], ','))
  if (!isPeople || is(nodes[at + 1], 'hour', 'each')) return undefined
  return [nodes[at]?.value ?? 0, hasNoun ? at + 2 : at + 1]
}

/** A name in capitals, or an unknown word before the end of the list: "me and carlos, 8 hrs". */
function isName(nodes: readonly Node[], at: number): boolean {
  const node = nodes[at]
  if (!isUnknown(node) || is(node, 'noise', 'trade')) return false
  const next = nodes[at + 1]
  const isLast = next === undefined || isSign(next, ',.;-') || is(next, 'and') || isKind(next, 'hours', 'span', 'number')
  // "Eu e os dois ajudantes, fizemos oito horas": behind a comma, a word in small letters is a name only if it is known as one.
  const isNameless = isSign(nodes[at - 1], ',') && !isFirstName(node?.text ?? '')
  return node?.isCapital === true || (isLast && !isNameless && (node?.text.length ?? 0) > 2)
}

/** "Three of my brothers": relatives in the plural. */
const isRelatives = (node: Node | undefined) =>
  node !== undefined &&
  [node.text, node.text.replace(/s$/u, ''), node.text.replace(/es$/u, '')].some((text) => is({ ...node, text }, 'relative'))

const isMeAfter = (nodes: readonly Node[], at: number) =>
  is(nodes[past(nodes, at, isJoin)], 'self') && isJoin(nodes[at]) && !isWord(nodes[at], 'with', 'con', 'com', ',')

const isNot = (node: Node | undefined) =>
  isWord(node, 'not', 'no', 'without', 'sin', 'sem', 'nao', "don't", 'dont', "isn't", "doesn't", 'doesnt', 'never')
const isBesides = (node: Node | undefined) =>
  isWord(node, 'besides', 'aparte', 'apart', 'aside', 'ademas', 'alem', 'fora', 'tirando', 'quitando')
const isCountingWord = (node: Node | undefined) =>
  is(node, 'them') || isWord(node, 'counting', 'count', 'include', 'includes', 'contar', 'contando', 'incluir', 'incl', 'from', 'de', 'a')

/** "6 not counting me": a number and one more. */
const numberWithoutMe: Rule = (nodes, at) => {
  const [number] = nodes.slice(at, at + 1)
  const me = isWhole(number) ? selfExcluded(nodes, at + 1) : undefined
  return me && number ? [1 + me[0], join([number], 'count', number.value), ...(me.slice(1) as Node[])] : undefined
}

/** "6 not counting me", "sin contarme a mí", "besides me": the person who writes is one more. */
const selfExcluded: Rule = (nodes, at) => {
  if (!(isNot(nodes[at]) || isBesides(nodes[at])) || !nodes.slice(0, at).some((node) => isKind(node, 'count', 'number'))) return undefined
  const end = endOfReflexive(nodes, at) ?? endOfSelfExcluded(nodes, at)
  return end === undefined ? undefined : [end - at, join(nodes.slice(at, end), 'count', 1, { text: 'me' })]
}

/** "Sin contarme", "sin contarme a mí". */
function endOfReflexive(nodes: readonly Node[], at: number): number | undefined {
  if (!isNot(nodes[at]) || !isWord(nodes[at + 1], 'contarme', 'incluirme', 'contandome')) return undefined
  return isWord(nodes[at + 2], 'a') && isWord(nodes[at + 3], 'mi') ? at + 4 : at + 2
}

/** "Not counting me", "besides me", "sem me contar". */
function endOfSelfExcluded(nodes: readonly Node[], at: number): number | undefined {
  const next = past(nodes, at + 1, isCountingWord)
  const isSelf = is(nodes[next], 'self') || isWord(nodes[next], 'mi')
  const isBareNot = isNot(nodes[at]) && next === at + 1 && !isWord(nodes[at], 'sin', 'sem', 'without')
  if (!isSelf || isBareNot) return undefined
  return isWord(nodes[next + 1], 'contar', 'incluir') ? next + 2 : next + 1
}

/** "And I did 10 too", "e eu também 8": one more beside those who were counted, with the own hours. */
const meWithHours: Rule = (nodes, at) => {
  if (!is(nodes[at], 'and') || !is(nodes[at + 1], 'self') || !hasBothBefore(nodes, at)) return undefined
  const next = past(nodes, at + 2, (node) => isWord(node, 'tambien', 'tambem', 'also', 'did', 'worked', 'hice', 'fiz', 'con', 'com'))
  const hours = nodes[next]
  if (!isHoursOfOne(hours) || is(nodes[next + 1], 'worker')) return undefined
  return [next + 1 - at, join(nodes.slice(at, next), 'count', 1, { text: 'me' }), join([hours], 'hours', hours.value)]
}

/** "6 counting myself", "9 with me": the number contains the person who writes. */
const selfIncluded: Rule = (nodes, at) => {
  if (isNot(nodes[at - 1])) return undefined
  const isCounting = is(nodes[at], 'them') || isWord(nodes[at], 'counting', 'contando', 'contandome', 'incl')
  const isWith = isWord(nodes[at], 'with', 'con', 'com') && isKind(nodes[at - 1], 'number', 'count')
  const next = past(nodes, at + 1, (node) => isWord(node, 'a'))
  // "Me by myself".
  if (isWord(nodes[at], 'by') && isWord(nodes[at + 1], 'myself'))
    return [2, join(nodes.slice(at, at + 2), is(nodes[at - 1], 'self') ? 'done' : 'count', 1)]
  return (isCounting || isWith) && (is(nodes[next], 'self') || isWord(nodes[next], 'mi'))
    ? [next + 1 - at, join(nodes.slice(at, next + 1), 'done', Number.NaN)]
    : undefined
}
const onlyWords = 'just only solo sola nomas so somente apenas solamente sozinho sozinha alone mas by but nada unicamente'.split(' ')
const isOnly = (nodes: readonly Node[], at: number) =>
  isWord(nodes[at - 1], ...onlyWords) ||
  isWord(nodes[at + 1], ...onlyWords) ||
  (is(nodes[at - 1], 'were') && isWord(nodes[at - 2], ...onlyWords))

/** "un solo pelado", "solo hoy, 7 horas", "working alone". */
const alone: Rule = (nodes, at) => {
  const isStart = at === 0 && isWord(nodes[0], 'solo', 'sola') && !isKind(nodes[1], 'hours', 'span') && !isUnknown(nodes[1])
  const isSaid = isWord(nodes[at], 'alone', 'sozinho', 'sozinha', 'solito') && !isWord(nodes[at - 1], 'me', 'hell')
  const isVerb =
    isWord(nodes[at], 'solo', 'sola') && isWord(nodes[at - 1], 'estuve', 'trabaje', 'ando', 'anduve', 'estoy', 'jale', 'chambie', 'vine')
  if (!isSaid && !isVerb && !isStart) return undefined
  return nodes.some((node) => isKind(node, 'count', 'number')) ? undefined : [1, join(nodes.slice(at, at + 1), 'count', 1)]
}

/** "just Ray", "solo Beto": one person with a name, not "just Ray and Tom". */
const onlyName: Rule = (nodes, at) => {
  if (!isWord(nodes[at], 'just', 'only', 'solo', 'nomas', 'apenas', 'somente', 'so', 'puro')) return undefined
  const start = past(
    nodes,
    at + 1,
    (node) =>
      isDefinite(node) || is(node, 'were') || isWord(node, 'vino', 'veio', 'came', 'con', 'com', 'with', 'mi', 'my', 'meu', 'minha'),
  )
  const end = past(nodes, start, isProperName)
  // "Hoje só meu irmão".
  if (start > at + 1 && is(nodes[start], 'relative'))
    return is(nodes[start + 1], 'and') ? undefined : [start + 1 - at, join(nodes.slice(at, start + 1), 'count', 1)]
  const isList = is(nodes[end], 'and') || (isSign(nodes[end], ',&+') && !isKind(nodes[end + 1], 'hours', 'span'))
  if (end === start || end > start + 2 || isList || isNumber(nodes[end])) return undefined
  return [end - at, join(nodes.slice(at, end), 'count', 1)]
}

/* Numbers that are neither workers on site nor hours. */

/** "Of them", "including": not "not including". */
const isOfCounted = (nodes: readonly Node[], at: number) =>
  is(nodes[at], 'them') && !(isWord(nodes[at], 'them', 'those') && !is(nodes[at - 1], 'of')) && !isNot(nodes[at - 1])

/** "2 of them electricians", "including 2 supervisors". */
const partOfThem: Rule = (nodes, at) => {
  if (!isOfCounted(nodes, at)) return undefined
  let next = at + 1
  while (next < at + 12 && nodes[next] !== undefined && !isSign(nodes[next], '.,;()') && !isKind(nodes[next], 'hours', 'span')) next++
  const part = nodes.slice(at, next)
  // "11 guys incl. foreman".
  const dot = isSign(nodes[at + 1], '.') ? at + 2 : at + 1
  const named = past(nodes, dot, isDefinite)
  if (!isWord(nodes[at], 'them', 'those') && isSingular(nodes[named]) && isExact(nodes[named]?.text ?? ''))
    return [named + 1 - at, join(nodes.slice(at, named + 1), 'done', Number.NaN)]
  if (!part.some((node) => isKind(node, 'count', 'number'))) return undefined
  // "Half of them only did 6": hours of a part.
  const isOfHours = part.some(
    (node) => is(node, 'only') || isWord(node, 'did', 'only', 'solo', 'worked', 'hizo', 'hicieron', 'fez', 'fizeram'),
  )
  return [next - at, isOfHours ? join(part, 'doubt', Number.NaN, { text: 'hour' }) : join(part, 'done', Number.NaN)]
}

const isGone = (node: Node | undefined) =>
  isWord(
    node,
    'down',
    'falta',
    'faltan',
    'faltam',
    'faltaron',
    'falto',
    'faltaram',
    'faltou',
    'minus',
    'missing',
    'short',
    'absent',
    'enfermos',
    'doentes',
    'sick',
    'faltas',
    'ausentes',
    'ausencias',
  )

/** "faltaron 2", "missing one", "absent: 2". */
const missing: Rule = (nodes, at) => {
  if (!isGone(nodes[at])) return undefined
  const next = past(nodes, at + 1, (node) => isSign(node, ':='))
  if (!isKind(nodes[next], 'number', 'count') || (isWord(nodes[at], 'minus') && isKind(nodes[at - 1], 'count', 'number'))) return undefined
  return [next + 1 - at, join(nodes.slice(at, next + 1), 'done', nodes[next]?.value ?? 0, { text: 'absent' })]
}

const linkWords = new Set(
  'en no w who que went were was are is out called in esta ta estan estaban estavam on the con com de did didnt se of cubic square linear more new la el na os los never nunca nao si'.split(
    ' ',
  ),
)
const isLink = (node: Node | undefined) => node !== undefined && linkWords.has(node.text)
const isLeavingLink = (node: Node | undefined) =>
  isLink(node) ||
  is(node, 'worker', 'absent', 'leaving') ||
  isWord(
    node,
    'foi',
    'foram',
    'left',
    'se',
    'y',
    'e',
    'and',
    'got',
    'had',
    'to',
    'guy',
    'guys',
    'enfermo',
    'mal',
    'passou',
    'feeling',
    'tuvo',
    'tuvieron',
  )

const cameVerbs =
  'vino vinieron llego llegaron veio vieram apareceu apareceram show come came presento presentaron aparecio aparecieron chegou chegaram'.split(
    ' ',
  )

/** "2 of them", "3 windows", "2 were sick": numbers that count no worker on site. */
const beside: Rule = (nodes, at) => {
  const first = nodes[at]
  if (isWord(first, 'una', 'uma', 'um', 'uno') && !isKind(first, 'number')) return leaves(nodes, at)
  if (!isKind(first, 'number', 'count')) return undefined
  const next = past(nodes, at + 1, isLink)
  const isOfThem = isWord(nodes[next], 'them', 'those', 'ellos', 'deles', 'delas')
  const partHours = past(nodes, next + 1, (node) => isWord(node, 'only', 'just', 'solo', 'so', 'did', 'hicieron', 'fizeram', 'nomas'))
  // "4 of them 8 hrs, the other two 5": hours of a part.
  if (isOfThem && isKind(nodes[partHours], 'hours', 'number'))
    return [next + 1 - at, join(nodes.slice(at, next + 1), 'doubt', Number.NaN, { text: 'hour' })]
  if (isOfThem || isThing(nodes, at, next)) return [next + 1 - at, join(nodes.slice(at, next + 1), 'done', Number.NaN)]
  return leaves(nodes, at) ?? absent(nodes, at, next)
}

/** "Uno no llegó y fuimos 6", "2 were sick". */
function absent(nodes: readonly Node[], at: number, next: number): Match | undefined {
  const first = nodes[at]
  // "Uno no llegó", "2 didn't show".
  const isAbsent =
    isWord(nodes[next], ...cameVerbs) &&
    nodes.slice(at + 1, next).some((node) => isWord(node, 'no', 'didnt', "didn't", 'nao', 'never', 'nunca', 'nem'))
  if (isAbsent && nodes.slice(next + 1).some((node) => isKind(node, 'number', 'count')))
    return [next + 1 - at, join(nodes.slice(at, next + 1), 'done', first?.value ?? 0, { text: 'absent' })]
  return is(nodes[next], 'absent', 'planned')
    ? [
        next + 1 - at,
        join(nodes.slice(at, next + 1), 'done', first?.value ?? 0, { text: is(nodes[next], 'planned') ? 'planned' : 'absent' }),
      ]
    : undefined
}

/** "1 left at noon", "one went home sick after 3 hours", "1 se fue con 4": part of the day, with its hours if the text names them. */
function leaves(nodes: readonly Node[], at: number): Match | undefined {
  const count = isKind(nodes[at], 'number', 'count') ? (nodes[at]?.value ?? 0) : 1
  const end = leavingEnd(nodes, at)
  if (end === undefined) return undefined
  const value = hoursAfterLeaving(nodes, end)
  if (value === undefined) return [end - at, join(nodes.slice(at, end), 'done', Number.NaN, { text: 'left' })]
  const last = isWord(nodes[end + 2], ')') ? end + 3 : end + 2
  const hours = join(nodes.slice(end + 1, last), 'hours', value)
  // "7 guys 8 hours and one left after 4": one of them, or one more.
  const isSplit = nodes
    .slice(Math.max(0, at - 10), at)
    .some((node) => isWord(node, 'did', 'hicieron', 'fizeram', 'trabajaron', 'trabalharam', 'worked', 'hizo', 'fez'))
  if (is(nodes[at - 1], 'and') && !isSplit) return [last - at, join(nodes.slice(at, last), 'doubt', Number.NaN, { text: 'all' })]
  if (is(nodes[at - 1], 'and')) return [last - at, join(nodes.slice(at, at + 1), 'count', count), hours]
  return [last - at, join(nodes.slice(at, last), 'part', count, { hours: hours.value })]
}

/** Returns where "went home sick" ends; undefined if the words do not say that people left. */
function leavingEnd(nodes: readonly Node[], at: number): number | undefined {
  let verb = at + 1
  while (verb < at + 7 && isLeavingLink(nodes[verb]) && !is(nodes[verb], 'leaving')) verb++
  if (!is(nodes[verb], 'leaving')) return undefined
  let end = verb + 1
  while (end < verb + 6 && isLeavingPart(nodes, end)) end++
  return end
}

/** Returns the hours of "after 3 hours" and "(4)"; undefined without them. */
function hoursAfterLeaving(nodes: readonly Node[], end: number): number | undefined {
  const value = nodes[end + 1]
  const isLed = isAfterLeaving(nodes[end]) || isWord(nodes[end], '(')
  return isLed && isKind(value, 'number', 'hours') && (value?.value ?? 24) <= 16 ? value?.value : undefined
}

/** When and how they left: "home sick", "at noon", "embora mais cedo". */
function isLeavingPart(nodes: readonly Node[], at: number): boolean {
  const node = nodes[at]
  if (is(node, 'but') || isWord(node, 'for', 'por', 'x') || isAfterLeaving(node)) return false
  return isLeavingLink(node) || isPlain(node) || isKind(node, 'clock', 'finish') || isPartOfDay(nodes, at)
}
const isAfterLeaving = (node: Node | undefined) => isWord(node, 'with', 'con', 'com', 'after', 'w', 'las')
const isPartOfDay = (nodes: readonly Node[], at: number) => isKind(nodes[at], 'hours') && nodes[at]?.text === 'part of day'

const isThing = (nodes: readonly Node[], at: number, next: number) =>
  is(nodes[next], 'thing') &&
  isKind(nodes[at], 'number') &&
  !(next > at + 1 && isWord(nodes[next - 1], 'on', 'in', 'the', 'en', 'em', 'na', 'nos', 'nas', 'los', 'las', 'la', 'el')) &&
  !is(nodes[next + 1], 'worker')

/** "supposed to be 10", "tenian que venir 10", "10 en la lista": not the workers on site. */
const planned: Rule = (nodes, at) => {
  if (isWord(nodes[at], 'out') && isWord(nodes[at + 1], 'of') && isNumber(nodes[at + 2]))
    return [3, join(nodes.slice(at, at + 3), 'done', Number.NaN)]
  if (
    !is(nodes[at], 'planned') &&
    !isWord(nodes[at], 'suposed', 'tenian', 'iban', 'pra', 'deberian', 'deviam', 'iam', 'should', 'debian', 'era', 'eran')
  )
    return undefined
  const next = past(nodes, at + 1, (node) =>
    isWord(
      node,
      'to',
      'be',
      'been',
      'have',
      'que',
      'venir',
      'vir',
      'ser',
      'ter',
      'tener',
      'haber',
      'haver',
      'a',
      'had',
      'para',
      'llegar',
      'pra',
      ':',
    ),
  )
  return next > at + 1 && isNumber(nodes[next]) ? [next + 1 - at, join(nodes.slice(at, next + 1), 'done', Number.NaN)] : undefined
}

/** "12 workers (3 foremen)": the brackets repeat a part. */
const brackets: Rule = (nodes, at) => {
  if (!isSign(nodes[at], '(')) return undefined
  const end = nodes.slice(at, at + 14).findIndex((node) => isSign(node, ')'))
  const inside = nodes.slice(at, at + end + 1)
  return end > 0 &&
    inside.some((node) => isKind(node, 'count')) &&
    !inside.some((node) => isKind(node, 'hours', 'span')) &&
    nodes.slice(Math.max(0, at - 3), at).some((node) => isKind(node, 'count', 'number') || is(node, 'total', 'worker'))
    ? [end + 1, join(inside, 'done', Number.NaN)]
    : undefined
}

/** "9 hours, not 8": the number that is denied. */
const denied: Rule = (nodes, at) => {
  const isEnd = nodes[at + 2] === undefined || isSign(nodes[at + 2], '.,;!)')
  const isSaid = nodes.slice(Math.max(0, at - 3), at).some((node) => isKind(node, 'count', 'hours'))
  return isWord(nodes[at], 'not', 'no', 'nao') && isKind(nodes[at + 1], 'number') && isEnd && isSaid
    ? [2, join(nodes.slice(at, at + 2), 'done', Number.NaN)]
    : undefined
}

/** "Two (2)", "couple guys (2)", "couple guys, 2,": the same number again. */
const repeated: Rule = (nodes, at) => {
  const isOpen = isSign(nodes[at], '(')
  const value = nodes[at + 1]
  if ((!isOpen && !isSign(nodes[at], ',')) || !isWhole(value) || !isSign(nodes[at + 2], isOpen ? ')' : ',')) return undefined
  const before = isKind(nodes[at - 1], 'count', 'number') ? nodes[at - 1] : nodes[at - 2]
  return isKind(before, 'count', 'number') && before?.value === value.value
    ? [isOpen ? 3 : 2, join(nodes.slice(at, at + 2), 'done', Number.NaN)]
    : undefined
}

const isExcept = (node: Node | undefined) => isWord(node, 'except', 'excepto', 'exceto', 'salvo', 'menos', 'but', 'pero')
const hasFiguresBefore = (nodes: readonly Node[], at: number) =>
  nodes.slice(Math.max(0, at - 8), at).some((node) => isKind(node, 'hours', 'span') || is(node, 'all', 'each'))

/** Returns whether "except" or "but" follows figures of all workers. */
function isExceptAfterFigures(nodes: readonly Node[], at: number): boolean {
  // Portuguese "mas" is "but" before "um só fez 3"; Spanish "mas" is "more".
  const isBut = isWord(nodes[at], 'mas') && isWord(nodes[at + 1], 'um', 'uma') && isWord(nodes[at + 2], 'so', 'fez')
  return (isExcept(nodes[at]) || isBut) && hasFiguresBefore(nodes, at)
}

/** Who is excepted: "2", "one", "Rubén". */
const isExceptedPart = (node: Node | undefined) =>
  isKind(node, 'number', 'count') || isWord(node, 'una', 'uma', 'uno', 'um', 'one') || isProperName(node)

const isPartVerb = (node: Node | undefined) =>
  is(node, 'worker', 'who') ||
  isWord(node, 'only', 'solo', 'so') ||
  isWord(
    node,
    'did',
    'worked',
    'with',
    'con',
    'com',
    'hizo',
    'fez',
    'had',
    'que',
    'got',
    'left',
    'after',
    'hicieron',
    'fizeram',
    'nomas',
    'se',
    'fue',
    'saiu',
    'a',
    'las',
  )

/** Hours that one person can work in a day. */
const isHoursOfOne = (node: Node | undefined): node is Node => isKind(node, 'number', 'hours') && (node?.value ?? 24) <= 16

/** "All 10 hours except one who did 6", "menos Rubén que hizo 2": a part of them. */
const exceptPart: Rule = (nodes, at) => {
  if (!isExceptAfterFigures(nodes, at)) return undefined
  const someAt = past(nodes, at + 1, (node) => isWord(node, 'for', 'por', 'el', 'o', 'a', 'la', 'the'))
  const some = nodes[someAt]
  // "Except Manny, he had 4".
  const pronounAt =
    isSign(nodes[someAt + 1], ',') && isWord(nodes[someAt + 2], 'he', 'she', 'ele', 'ela', 'ella', 'who') ? someAt + 3 : someAt + 1
  const next = past(nodes, isWord(nodes[pronounAt], 'he', 'she', 'ele', 'ela', 'ella') ? pronounAt + 1 : pronounAt, isPartVerb)
  const hours = nodes[next]
  if (!isExceptedPart(some) || next === someAt + 1 || !isHoursOfOne(hours)) return undefined
  const size = isWhole(some) || isKind(some, 'count') ? (some?.value ?? 1) : 1
  return [next + 1 - at, join(nodes.slice(at, next + 1), 'part', size, { hours: hours.value })]
}

/** "Except Mike 4": a name and the hours of this person. */
const exceptName: Rule = (nodes, at) => {
  const nameAt = past(nodes, at + 1, (node) => isWord(node, 'for', 'por', 'el', 'o', 'a', 'la'))
  const [name, hours, after] = nodes.slice(nameAt, nameAt + 3)
  const isEnd = after === undefined || isSign(after, ',.;!)')
  const isName = isProperName(name) || isFirstName(name?.text ?? '')
  if (!isExcept(nodes[at]) || !hasFiguresBefore(nodes, at) || !isName || !isHoursOfOne(hours) || !isEnd) return undefined
  return [nameAt + 2 - at, join(nodes.slice(at, nameAt + 2), 'part', 1, { hours: hours.value })]
}

const isPartOnly = (node: Node | undefined) => is(node, 'only') || isWord(node, 'only', 'just', 'solo', 'nomas', 'so', 'apenas', 'somente')
const isPartDid = (node: Node | undefined) =>
  isWord(node, 'did', 'worked', 'hizo', 'hicieron', 'fez', 'fizeram', 'trabajo', 'trabajaron', 'trabalhou', 'trabalharam')

/** Returns where "of them" and "deles" after a number end. */
function endOfThem(nodes: readonly Node[], at: number): number {
  if (isWord(nodes[at], 'deles', 'delas')) return at + 1
  return is(nodes[at], 'of') && is(nodes[at + 1], 'them') ? at + 2 : at
}

/** Returns whether "2 … did 6" can be a part of the only workers before, who worked longer. */
function isPartOfAll(before: readonly Node[], some: number, hours: Node): boolean {
  const counts = before.filter((node) => node.kind === 'count')
  const said = before.findLast((node) => isKind(node, 'hours', 'span'))
  const isLess = said !== undefined && (said.kind === 'span' || hours.value < said.value)
  return counts.length === 1 && Number.isInteger(some) && some < (counts[0]?.value ?? 0) && isLess
}

/** "One guy only did 3", "2 of them did 8": a part of those who were counted. "6 hombres 10 horas, 2 hicieron 8" leaves it open. */
const someDid: Rule = (nodes, at) => {
  const some = nodes[at]
  if (!isKind(some, 'number', 'count') || some === undefined) return undefined
  const start = endOfThem(nodes, at + 1)
  const onlyAt = past(nodes, start, isPartOnly)
  const next = past(nodes, onlyAt, isPartDid)
  const hours = nodes[next]
  const before = nodes.slice(0, at)
  if (next === start || !isHoursOfOne(hours) || isNounAfter(nodes[next + 1]) || !isPartOfAll(before, some.value, hours)) return undefined
  // "2 of them only 4": neither a verb nor a unit says what 4 is.
  if (next === onlyAt && isNumber(hours) && !is(nodes[next + 1], 'hour')) return undefined
  const end = is(nodes[next + 1], 'hour') ? next + 2 : next + 1
  if (onlyAt > at + 1) return [end - at, join(nodes.slice(at, end), 'part', some.value, { hours: hours.value })]
  const isParallel = before.some(isPartDid) || is(nodes[at - 1], 'and') || some.kind === 'count'
  return isParallel ? undefined : [end - at, join(nodes.slice(at, end), 'doubt', Number.NaN, { text: 'all' })]
}

/** "Jose only did 4": a part of those who were counted. */
const namedPart: Rule = (nodes, at) => {
  const verb = past(nodes, at + 1, (node) => isWord(node, 'only', 'solo', 'nomas', 'so', 'nada', 'mas', 'que', 'just', 'somente'))
  const hours = nodes[verb + 1]
  const isSaid = verb > at + 1 && isWord(nodes[verb], 'did', 'worked', 'hizo', 'fez', 'got', 'trabajo', 'trabalhou', 'had', 'tuvo')
  if (!isProperName(nodes[at]) || !isSaid || !isHoursOfOne(hours)) return undefined
  return hasFiguresBefore(nodes, at) ? [verb + 2 - at, join(nodes.slice(at, verb + 2), 'part', 1, { hours: hours.value })] : undefined
}

/** "7 of 9 came", "vieram 8 dos 10": those who came. */
const outOf: Rule = (nodes, at) => {
  const first = nodes[at]
  const next = past(nodes, at + 1, (node) => isWord(node, 'of', 'the', 'de', 'los', 'dos', 'out'))
  const all = nodes[next]
  if (!isWhole(first) || next === at + 1 || !isWhole(all) || all.value < first.value || is(nodes[next + 1], 'hour')) return undefined
  const isCame = is(nodes[at - 1], 'were') || is(nodes[next + 1], 'were') || isWord(nodes[next + 1], 'made', 'came') || next > at + 2
  return isCame ? [next + 1 - at, join(nodes.slice(at, next + 1), 'count', first.value, { text: 'total' })] : undefined
}

/** "uno 8 horas, otro 6": one person each. */
const another: Rule = (nodes, at) => {
  const next = past(nodes, at + 1, (node) => is(node, 'worker', 'by') && isSingular({ ...(node as Node), text: (node as Node).text }))
  const value = nodes[next]
  if (!is(nodes[at], 'another') || !isHoursOfOne(value) || is(nodes[next + 1], 'worker', 'hour')) return undefined
  const isPerson = nodes.slice(Math.max(0, at - 6), at).some((node) => isKind(node, 'hours'))
  return isPerson
    ? [next + 1 - at, join(nodes.slice(at, at + 1), 'count', 1), join(nodes.slice(next, next + 1), 'hours', value.value)]
    : undefined
}

/** "Moradias 12 a 16": numbers of places. */
const isRangeOfPlaces = (nodes: readonly Node[], at: number) =>
  isNumber(nodes[at]) && isUnknown(nodes[at - 1]) && isWord(nodes[at + 1], 'a', 'as', 'to', '-')

const isHoursLink = (node: Node | undefined) => is(node, 'by', 'a') || isSign(node, '@*') || (is(node, 'of', 'who') && !isWord(node, 'of'))

/** "5 @ 8", "4 por 8", "6 con 10", "4 did 8 hrs": workers and hours without a noun. */
const byHours: Rule = (nodes, at) => {
  const first = nodes[at]
  if (!isKind(first, 'number', 'count') || first === undefined || !Number.isInteger(first.value)) return undefined
  if (isRangeOfPlaces(nodes, at)) return undefined
  const next = past(nodes, at + 1, isHoursLink)
  const value = nodes[next]
  if (next === at + 1 || value === undefined) return undefined
  if (isKind(value, 'hours', 'span') && first.kind === 'number' && first.value <= 500)
    return [
      next + 1 - at,
      join([first], 'count', first.value),
      join(nodes.slice(at + 1, next + 1), value.kind, value.value, value.ends && { ends: value.ends, isMarked: true }),
    ]
  if (!isNumber(value) || value.value > 24 || isNounAfter(nodes[next + 1])) return undefined
  return [next + 1 - at, join([first], 'count', first.value), join(nodes.slice(at + 1, next + 1), 'hours', value.value)]
}

/** Returns whether a noun follows a number, which then counts something else than hours. */
const isNounAfter = (node: Node | undefined) =>
  is(node, 'worker', 'trade', 'thing') ||
  (isPlain(node) &&
    !is(node, 'and', 'hour', 'by', 'filler', 'all', 'each', 'from', 'of', 'noise') &&
    !isWord(node, 'no', 'na', 'en', 'em', 'in', 'on', 'at'))

const isPlaceLink = (node: Node | undefined) =>
  isWord(
    node,
    'on',
    'in',
    'at',
    'en',
    'em',
    'no',
    'na',
    'the',
    'el',
    'la',
    'o',
    'a',
    'for',
    'pra',
    'para',
    'nos',
    'nas',
    'del',
    'de',
    'do',
    'da',
    'up',
    'working',
  )

/** A number for a place: "4 on level 5 and 3 on level 6", "level 2: 7". */
const placed: Rule = (nodes, at) => {
  const first = nodes[at]
  if (isWhole(first)) {
    const next = past(nodes, at + 1, isPlaceLink)
    return (next > at + 1 || isKind(nodes[at - 1], 'sign')) && isKind(nodes[next], 'place')
      ? [next + 1 - at, join(nodes.slice(at, next + 1), 'count', first.value)]
      : undefined
  }
  const before = nodes.slice(0, at)
  if (!isKind(first, 'place') || (before.some((node) => node.kind === 'count') && before.some((node) => isKind(node, 'hours', 'span'))))
    return undefined
  const next = past(nodes, at + 1, (node) => isSign(node, ':=-') || is(node, 'were'))
  const value = nodes[next]
  const after = nodes[next + 1]
  if (!isWhole(value) || (isPlain(after) && !is(after, 'and', 'filler', 'all', 'each')) || is(after, 'to')) return undefined
  return [next + 1 - at, join(nodes.slice(at, next + 1), 'count', value.value)]
}

/** Applied before the hours of a text are known. */
export const plannedRule = planned
/** Applied before the hours too: "2 crews, 5 each" has no hours. */
export const crewsRule = crewsOf

/** Recognizes workers, in the order in which the rules are tried. */
export const workerRules: readonly (readonly Rule[])[] = [
  [namedCrew, tradesFirst, outOf],
  [oneWorker, ofUs, counted, countedTrade, totalCount],
  [numberAndOne, uncountedOne, oneMore, andTheBoss],
  [stayedRule, exceptPart, exceptName, someDid, namedPart, brackets, repeated, partOfThem, missing, beside],
  [meWithHours, numberWithoutMe, selfExcluded, selfIncluded, withMe, nameAndMore, onlyName],
  [byHours],
  [labelledCount, tradeFirst, tradeWithNumber, placed, alone],
  [byHours, another, denied],
]
