import { departureRules } from './departureRules.ts'
import { is, isKind, isNumber, isSign, isWhole, isWord, join, type Node, past, type Rule } from './Node.ts'

/* Who came and who did not, who stayed longer, and hours without work. */

const isCame = (node: Node | undefined) =>
  is(node, 'were') || isWord(node, 'got', 'came', 'llegaron', 'vinieron', 'vieram', 'chegaram', 'made', 'worked', 'only', 'solo', 'so')
const isAllOf = (node: Node | undefined) => isWord(node, 'de', 'dos', 'of', 'out', 'from')
const done = (nodes: readonly Node[], at: number, end: number, more: Partial<Node> = {}) =>
  join(nodes.slice(at, end), 'done', Number.NaN, more)

/** "de los 12 llegaron 11", "dos 10 vieram 9", "out of 8, 6 came": those who came. */
const cameOf: Rule = (nodes, at) => {
  // "De 10" at the beginning; elsewhere "8 de 10" is another rule's. Portuguese "dos 10" is no two.
  const isLed = isAllOf(nodes[at]) || (isNumber(nodes[at]) && nodes[at]?.text === 'dos' && at === 0)
  if (!isLed || isNumber(nodes[at - 1])) return undefined
  const allAt = past(nodes, at + 1, (node) => isWord(node, 'los', 'las', 'the', 'os', 'of', 'nuestros', 'my', 'our', 'mis'))
  const all = nodes[allAt]
  const next = past(
    nodes,
    past(nodes, allAt + 1, (node) => is(node, 'worker') || isSign(node, ',')),
    isCame,
  )
  const some = nodes[next]
  if (!isWhole(all) || !isWhole(some) || some.value > all.value || next === allAt + 1) return undefined
  const isSaid = nodes.slice(allAt + 1, next).some(isCame) || isCame(nodes[next + 1])
  return isSaid && !is(nodes[next + 1], 'hour') ? [next - at, done(nodes, at, next)] : undefined
}

/** "We expected 12 but got 10", "esperábamos 12 pero llegaron 10". */
const expected: Rule = (nodes, at) => {
  const isLed = isWord(
    nodes[at],
    'planned',
    'expected',
    'expecting',
    'esperabamos',
    'esperavamos',
    'esperaba',
    'wanted',
    'pedi',
    'pedimos',
    'ordered',
  )
  const end = is(nodes[at + 2], 'worker') ? at + 3 : at + 2
  const isBut =
    is(nodes[end], 'but') ||
    isWord(nodes[end], 'mas') ||
    (isSign(nodes[end], ',') && (is(nodes[end + 1], 'but', 'were') || isWord(nodes[end + 1], 'mas')))
  return isLed && isWhole(nodes[at + 1]) && isBut ? [end - at, done(nodes, at, end)] : undefined
}

const isLeft = (node: Node | undefined) => isWord(node, 'left', 'went', 'fue', 'saiu', 'salio', 'retiro')
/** "Juan went home sick at lunch", "o João foi embora": one of them worked less. */
const namedLeft: Rule = (nodes, at) => {
  const isName =
    nodes[at]?.kind === 'word' &&
    nodes[at]?.isCapital === true &&
    !is(nodes[at], 'worker', 'hour', 'each', 'all', 'weekday', 'past', 'were')
  const verb = isWord(nodes[at + 1], 'se', 'ja', 'had') ? at + 2 : at + 1
  const isGone = isLeft(nodes[verb]) && (isWord(nodes[verb], 'left', 'fue', 'saiu', 'salio', 'retiro') || isWord(nodes[verb + 1], 'home'))
  const isAway = isWord(nodes[verb], 'foi') && isWord(nodes[verb + 1], 'embora')
  return isName && (isGone || isAway) ? [verb + 1 - at, done(nodes, at, verb + 1, { text: 'left' })] : undefined
}

/** "11 on Monday, 12 today": the number of another day. */
const onDay: Rule = (nodes, at) => {
  const day = past(nodes, at + 1, (node) => isWord(node, 'on', 'el', 'na', 'no', 'la'))
  const isOther =
    isWhole(nodes[at]) && is(nodes[day], 'weekday') && isSign(nodes[day + 1], ',;.') && nodes.slice(day + 2, day + 4).some(isWhole)
  return isOther ? [day + 1 - at, done(nodes, at, day + 1)] : undefined
}

/** "It hit 101". */
const heat: Rule = (nodes, at) =>
  isWord(nodes[at], 'hit', 'reached', 'alcanzo', 'marcou') && isWhole(nodes[at + 1]) && !is(nodes[at + 2], 'worker', 'hour')
    ? [2, done(nodes, at, at + 2)]
    : undefined

/** "Wrote you 6". */
const saidToYou: Rule = (nodes, at) => {
  const found = saidBefore([...nodes.slice(0, at + 1), ...nodes.slice(at + 2)], at)
  return found && [found[0] + 1, ...(found.slice(1) as Node[])]
}

/** "puse 8 pero eran 6", "said 6 earlier": what was said before, if another number follows. */
const saidBefore: Rule = (nodes, at) => {
  const isSaid = isWord(
    nodes[at],
    'said',
    'told',
    'wrote',
    'typed',
    'dije',
    'puse',
    'escribi',
    'escrevi',
    'falei',
    'disse',
    'mande',
    'botei',
  )
  if (isSaid && isWord(nodes[at + 1], 'you', 'u', 'te', 'le')) return saidToYou(nodes, at)
  if (!isSaid || !isWhole(nodes[at + 1])) return undefined
  const end = is(nodes[at + 2], 'worker', 'hour') ? at + 3 : at + 2
  // "I said 8 hours but it was 9".
  const next = end + Math.max(0, nodes.slice(end, end + 6).findIndex(isNumber))
  const unit = nodes[at + 2]
  if (is(unit, 'hour') && unit && isNumber(nodes[next]) && !is(nodes[next + 1], 'hour', 'worker'))
    return [next + 1 - at, done(nodes, at, next), nodes[next], { ...unit, from: nodes[next].to, to: nodes[next].to }]
  const isOld = nodes
    .slice(end, end + 3)
    .some((node) => is(node, 'but', 'fix') || isWord(node, 'earlier', 'before', 'antes', 'mas', 'me', 'its', 'errei'))
  return isOld && nodes.slice(end, end + 10).some(isNumber) ? [end - at, done(nodes, at, end)] : undefined
}

/** "3 of which apprentices", "de ellas 2 son ayudantes", "2 of them on spray": a part of those who were counted. */
const partOf: Rule = (nodes, at) => {
  const isCounted = isWhole(nodes[at]) && is(nodes[at + 1], 'of') && isWord(nodes[at + 2], 'which', 'whom')
  if (isCounted) return [3, done(nodes, at, at + 3)]
  const isLed =
    isWord(nodes[at], 'de', 'of', 'dos', 'das', 'from') &&
    isWord(nodes[at + 1], 'ellos', 'ellas', 'los', 'las', 'which', 'them', 'those', 'quais', 'cuales', 'whom')
  const number = past(nodes, at + 2, (node) => isWord(node, 'cuales', 'quais') || is(node, 'were'))
  if (!isLed || !isWhole(nodes[number]) || isNumber(nodes[at - 1])) return undefined
  const end = past(nodes, number + 1, (node) => is(node, 'were', 'worker'))
  return is(nodes[number + 1], 'hour') ? undefined : [end - at, done(nodes, at, end)]
}

const lostWords =
  'down paro parou parada parado stopped stuck lost lose perdimos perdi perdemos perdieron llovio choveu rained waited waiting wait esperamos esperando aguardando delayed delay standby parados'.split(
    ' ',
  )
const lossNouns = 'delay delays downtime standby waiting wait lost espera'.split(' ')

const isBeing = (node: Node | undefined) => is(node, 'were') || isWord(node, 'ficou', 'estuvo', 'estava', 'estaba', 'quedo', 'no', 'nao')
/** "The elevator was down", "el elevador no jaló". */
const isMachineBefore = (nodes: readonly Node[], at: number): boolean => {
  const machine = nodes[isBeing(nodes[at - 1]) ? at - 2 : at - 1]
  return is(machine, 'thing') || isWord(machine, 'elevator', 'hoist')
}
const isNotRunning = (nodes: readonly Node[], at: number) =>
  isWord(nodes[at], 'jalo', 'funciono', 'sirvio', 'funcionou') && isWord(nodes[at - 1], 'no', 'nao') && isMachineBefore(nodes, at)

/** "lost 2 hours to rain", "llovió 2 horas", "1 hour rain delay": no one worked then. */
const lostHours: Rule = (nodes, at) => {
  const isLed = isWord(nodes[at], ...lostWords) || isNotRunning(nodes, at)
  const number = isLed ? past(nodes, at + 1, (node) => (is(node, 'filler', 'a') && !isWord(node, 'so')) || isWord(node, 'por', 'for')) : at
  const size = nodes[number]
  const unit = number + 1
  if (!(isNumber(size) || is(size, 'half', 'a')) || !is(nodes[unit], 'hour', 'minute')) return undefined
  const after = past(nodes, unit + 1, (node) => isWord(node, 'rain', 'weather', 'of', 'de', 'to', 'por', 'for', 'the', 'la', 'a'))
  const isNamed = isWord(nodes[after], ...lossNouns)
  if (!isLed && !isNamed) return undefined
  const end = isNamed ? after + 1 : unit + 1
  // A machine that stood still does not say how long people worked.
  const isMachine = isMachineBefore(nodes, at)
  return [end - at, done(nodes, at, end, { text: isMachine ? 'down' : 'lost' })]
}

const isStay = (node: Node | undefined) => isWord(node, 'stayed', 'quedaron', 'quedo', 'ficaram', 'ficou', 'stay', 'quedamos', 'ficamos')

/** Returns the hours of "2 extra" or "3 horas más" after a verb, and where these words end; undefined if they are no additional hours. */
function extraHoursAfter(nodes: readonly Node[], verb: number): { readonly extra: number; readonly end: number } | undefined {
  const next = past(
    nodes,
    verb + 1,
    (node) => is(node, 'filler', 'and', 'another') || isWord(node, 'for', 'por', 'con', 'com', 'with', 'on'),
  )
  const hours = nodes[next]
  const end = past(nodes, next + 1, (node) => is(node, 'hour', 'more', 'overtime') || isWord(node, 'mas', 'mais', 'of', 'de'))
  const isMore = nodes.slice(verb + 1, end).some((node) => is(node, 'more', 'overtime', 'another') || isWord(node, 'mas', 'mais'))
  if (hours?.kind === 'doubt') return isExtra(hours.hours) ? { extra: hours.hours, end } : undefined
  return isKind(hours, 'number', 'hours') && isExtra(hours?.value) && isMore ? { extra: hours?.value ?? 0, end } : undefined
}
const isExtra = (hours: number | undefined): hours is number => hours !== undefined && hours <= 8

/** "2 guys stayed 2 extra", "y 2 se quedaron 3 horas más": with more hours than the others. */
const stayed: Rule = (nodes, at) => {
  const some = nodes[at]
  const isSome = isKind(some, 'number', 'count') && some !== undefined && Number.isInteger(some.value)
  const verb = past(nodes, at + 1, (node) => is(node, 'worker', 'them', 'of') || isWord(node, 'se', 'them'))
  if (!isSome || !isStay(nodes[verb])) return undefined
  if (!nodes.slice(0, at).some((node) => isKind(node, 'count', 'hours', 'span'))) return undefined
  const found = extraHoursAfter(nodes, verb)
  if (found) return [found.end - at, join(nodes.slice(at, found.end), 'part', some.value, { hours: found.extra, text: 'more' })]
  return [verb + 1 - at, join(nodes.slice(at, verb + 1), 'doubt', Number.NaN, { text: 'all' })]
}

/** "= 6", "= 22 men": the sum of the workers that were listed. */
const equalsSum: Rule = (nodes, at) => {
  const sum = nodes[at + 1]
  const before = nodes[at - 1]
  // "4 + me = 5".
  const isRepeated = isSign(nodes[at], '=') && before?.kind === 'count' && isNumber(sum) && sum.value === before.value
  if (isRepeated && !is(nodes[at + 2], 'hour')) return [2, done(nodes, at, at + 2)]
  const isListed = nodes.slice(0, at).some((node) => isKind(node, 'count'))
  if (!isWord(nodes[at], '∑') || !isListed || !isKind(sum, 'number', 'count') || sum === undefined || is(nodes[at + 2], 'hour'))
    return undefined
  return [2, join(nodes.slice(at, at + 2), 'count', sum.value, { isMarked: true, text: '=' })]
}

/** "2 fitters + 3 helpers = 5 x 8 hrs": the sign before the sum of a list. */
const sumSign: Rule = (nodes, at) => {
  const listed = nodes.slice(Math.max(0, at - 16), at)
  const isList = listed.filter(isWhole).length > 1
  return isSign(nodes[at], '=') &&
    isWhole(nodes[at + 1]) &&
    isList &&
    !listed.some((node) => isSign(node, '=') || is(node, 'by', 'total', 'hour'))
    ? [1, { ...(nodes[at] as Node), text: '∑' }]
    : undefined
}

/** "10 hrs (8 + 2 OT)": the parts of the hours before. */
const breakdown: Rule = (nodes, at) => {
  if (!isSign(nodes[at], '(') || !isNumber(nodes[at + 1])) return undefined
  const end = nodes.slice(at, at + 12).findIndex((node) => isSign(node, ')'))
  const parts = nodes.slice(at + 1, at + Math.max(end, 0)).filter(isNumber)
  const sum = parts.reduce((all, { value }) => all + value, 0)
  const isSaid = nodes.slice(Math.max(0, at - 4), at).some((node) => isNumber(node) && node.value === sum)
  return end > 0 && parts.length > 1 && isSaid ? [end + 1, done(nodes, at, at + end + 1)] : undefined
}

/** "9 instead of 8", "9 en vez de 8". */
const insteadOf: Rule = (nodes, at) => {
  const isLed =
    (isWord(nodes[at], 'instead', 'rather') && isWord(nodes[at + 1], 'of', 'than')) ||
    (isWord(nodes[at], 'en', 'em') && isWord(nodes[at + 1], 'vez', 'lugar') && isWord(nodes[at + 2], 'de'))
  const number = isWord(nodes[at + 1], 'vez', 'lugar') ? at + 3 : at + 2
  return isLed && isNumber(nodes[number]) ? [number + 1 - at, done(nodes, at, number + 1)] : undefined
}

/** "Not 6, 7 guys": the first number is denied. */
const notThat: Rule = (nodes, at) => {
  const isLed = isWord(nodes[at], 'not', 'no', 'nao') && (at === 0 || isSign(nodes[at - 1], ',.;'))
  const end = is(nodes[at + 2], 'worker', 'hour') ? at + 3 : at + 2
  const next = past(nodes, end, (node) => isSign(node, ',.;') || isWord(node, 'but', 'sino', 'mas', 'its', 'son', 'sao', 'eran'))
  return isLed && isNumber(nodes[at + 1]) && next > end && isNumber(nodes[next]) && is(nodes[next + 1], 'worker', 'hour')
    ? [end - at, done(nodes, at, end)]
    : undefined
}

/** "2 crews: 4 framers and 3 roofers": the crews are counted by their people. */
const crewsOfListed: Rule = (nodes, at) => {
  const [first, noun] = nodes.slice(at, at + 2)
  if (!isWhole(first) || !is(noun, 'crew')) return undefined
  const sign = past(nodes, at + 2, (node) => is(node, 'filler'))
  const people = nodes.slice(sign, sign + 12).filter((node, n, all) => isWhole(node) && is(all[n + 1], 'worker', 'trade'))
  return isSign(nodes[sign], ':,;-') && people.length === first.value ? [sign - at, done(nodes, at, sign)] : undefined
}

const thingVerbs =
  'trajo trajeron broke quebrou descompuso ponchamos furou instalamos pusimos colocamos levantamos tiramos installed hung laid poured ran set finished completed delivered stole robaron roubaram need needs necesitamos ocupamos precisamos usamos used ordered pedimos terminamos acabamos assentamos puxamos montamos colamos pegamos fixamos bajaron descargamos unloaded'.split(
    ' ',
  )

/** "Quebrou 1 elevador", "hung 20 doors": a number of things with a noun that is in no list. */
const handled: Rule = (nodes, at) => {
  const verb = nodes[at]
  // "Conectamos 3 válvulas": what we did.
  const isOurs =
    verb?.kind === 'word' &&
    /[a-z]{3}[aei]mos$|^(?:took|passed|pasaron|passaram|got|hung)$/u.test(verb.text) &&
    !is(verb, 'were', 'by', 'from', 'start', 'end', 'break')
  if (!(isOurs || isWord(verb, ...thingVerbs)) || !isWhole(nodes[at + 1])) return undefined
  const noun = nodes[at + 2]
  if (isWord(noun, 'na', 'no', 'en', 'em', 'in', 'on', 'at', 'pra', 'para')) return undefined
  const isThing =
    (is(noun, 'thing') && !is(noun, 'worker')) ||
    (noun?.kind === 'word' &&
      !is(
        noun,
        'worker',
        'trade',
        'crew',
        'hour',
        'each',
        'all',
        'filler',
        'relative',
        'day',
        'total',
        'and',
        'to',
        'by',
        'from',
        'more',
        'of',
      ))
  return isThing ? [3, done(nodes, at, at + 3)] : undefined
}

/** "It was -5 out", "estábamos a 3 grados". */
const temperature: Rule = (nodes, at) => {
  const isMinus = isSign(nodes[at], '-') && is(nodes[at - 1], 'were', 'filler', 'a') && nodes[at - 1]?.to !== nodes[at]?.from
  return isMinus && isNumber(nodes[at + 1]) && nodes[at + 1]?.from === nodes[at]?.to ? [2, done(nodes, at, at + 2)] : undefined
}

/** "Day 3 of 5", "wk 47": the number of a day or a week. */
const dayOf: Rule = (nodes, at) => {
  if (!isWord(nodes[at], 'day', 'dia', 'wk', 'week', 'semana') || !isWhole(nodes[at + 1]) || isNumber(nodes[at - 1])) return undefined
  const isPair = isWord(nodes[at + 2], 'of', 'de', '/') && isWhole(nodes[at + 3])
  if (!isPair && isWord(nodes[at], 'dia', 'day') && !isSign(nodes[at + 2], ',.:;-')) return undefined
  return isPair ? [4, done(nodes, at, at + 4)] : [2, done(nodes, at, at + 2)]
}

const isLateWord = (node: Node | undefined) => isWord(node, 'late', 'tarde', 'atrasado', 'atrasados', 'atrasada', 'retrasados', 'retrasado')

/** "2 guys were late", "dos llegaron tarde": how long they worked is open. */
const cameLate: Rule = (nodes, at) => {
  if (!isWhole(nodes[at])) return undefined
  const noun = is(nodes[at + 1], 'worker') ? at + 2 : at + 1
  const next = past(
    nodes,
    noun,
    (node) => is(node, 'were', 'of', 'them') || isWord(node, 'came', 'in', 'llegaron', 'llego', 'chegaram', 'chegou', 'se'),
  )
  const isSaid = noun > at + 1 || nodes.slice(noun, next).some((node) => !is(node, 'of'))
  return isSaid && next > at + 1 && isLateWord(nodes[next]) ? [next + 1 - at, done(nodes, at, next + 1, { text: 'left' })] : undefined
}

const isOnly = (node: Node | undefined) => is(node, 'only') || isWord(node, 'only', 'just', 'solo', 'nomas', 'so', 'apenas', 'somente')
/** Returns the place of "only" in "were 8 guys but only", or 0. */
function butOnlyAt(nodes: readonly Node[], at: number): number {
  const butAt = is(nodes[at + 2], 'worker') ? at + 3 : at + 2
  const isBut = is(nodes[butAt], 'but') || isWord(nodes[butAt], 'mas')
  return is(nodes[at], 'were', 'planned') && isWhole(nodes[at + 1]) && isBut && isOnly(nodes[butAt + 1]) ? butAt + 1 : 0
}

/** "Scheduled 8 but only 6 made it", "eran 8 pero nomás llegaron 6": those who came. */
const butOnly: Rule = (nodes, at) => {
  const onlyAt = butOnlyAt(nodes, at)
  if (onlyAt === 0) return undefined
  const next = past(nodes, onlyAt + 1, isCame)
  const [some, after] = nodes.slice(next, next + 2)
  if (!isWhole(some) || some.value >= (nodes[at + 1]?.value ?? 0) || is(after, 'hour')) return undefined
  const isEnd = after === undefined || isSign(after, ',.;') || is(after, 'worker') || isCame(after)
  // "10 guys but only 4 on level 3": those who came, or a part of them.
  return isEnd
    ? [onlyAt - at, done(nodes, at, onlyAt)]
    : [next + 1 - at, join(nodes.slice(at, next + 1), 'doubt', Number.NaN, { text: 'worker' })]
}

/** Applied to numbers before times of day and hours. */
export const presenceRules: readonly Rule[] = [
  onDay,
  heat,
  expected,
  butOnly,
  ...departureRules,
  namedLeft,
  insteadOf,
  notThat,
  cameLate,
  crewsOfListed,
  handled,
  temperature,
  dayOf,
  saidBefore,
  cameOf,
  partOf,
  lostHours,
  sumSign,
  breakdown,
]
export const stayedRule = stayed
export const sumRule = equalsSum
