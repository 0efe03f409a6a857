import { isFirstName } from './isFirstName.ts'
import { is, isKind, isNumber, isSign, isWord, type Node, past } from './Node.ts'
import { isExact } from './rolesOf.ts'

/*
 * Words that change figures, such as "except", "left", "half" or "plus me". A rule that reads them takes them from the
 * text. If such a word is left over, the figure is open: "6 guys 8 hrs except Joe".
 */

/** What the words of a text leave open. */
export interface Opened {
  readonly count: boolean
  readonly hours: boolean
}
type Figure = keyof Opened | 'all'
type Test = (nodes: readonly Node[], at: number) => Figure | undefined

const wordsOf = (text: string) => new Set(text.split(/\s+/u))
const isOf = (node: Node | undefined, words: ReadonlySet<string>) => node?.kind === 'word' && words.has(node.text)

/** Returns whether a word names one person: "me", "Joe", "mike", "the foreman", "my son". */
export const isPerson = (node: Node | undefined): boolean =>
  node?.kind === 'word' &&
  (is(node, 'self', 'relative') || isFirstName(node.text) || (is(node, 'worker') && !is(node, 'each') && isExact(node.text)))

const isEnd = (node: Node | undefined) => node === undefined || isSign(node, ',.;!?:()')
const isLittle = (node: Node | undefined) =>
  is(node, 'a', 'of', 'filler') ||
  isWord(node, 'my', 'mi', 'mis', 'meu', 'minha', 'meus', 'our', 'for', 'por', 'con', 'com', 'with', 'to', 'the')

const exceptWords = wordsOf(
  'except excepting excepto exceto salvo less minus menos descontando quitando tirando besides apart aparte aside',
)
const negations = wordsOf("not no without sin sem nao isn't doesn't don't dont doesnt aren't fora")
const countingWords = wordsOf(
  'counting including include includes included count counted contar contando contarme contarnos cuento incluir incluyendo incluye incluindo inclui conto contei',
)

/** "6 guys 8 hrs minus lunch", "except Joe": not "more or less". */
const exception: Test = (nodes, at) => {
  if (!isOf(nodes[at], exceptWords) || is(nodes[at - 1], 'or') || isWord(nodes[at - 1], 'u', 'y', 'e', 'nada', 'mas', 'mais'))
    return undefined
  const next = past(nodes, at + 1, isLittle)
  // A break with its length is read.
  if (nodes[next]?.kind === 'break' && !Number.isNaN(nodes[next].value)) return undefined
  // "Except Danny who bailed at lunch": he is one of those who were counted.
  const isGone = nodes.slice(next, next + 7).some((node) => isOf(node, departures) || is(node, 'leaving'))
  return isGone || is(nodes[next], 'break') || isKind(nodes[next], 'break', 'hours') ? 'hours' : 'all'
}

/** "8 hours not counting lunch", "sin contar el viaje": the hours are said without it. */
const isTimeAside = (nodes: readonly Node[], at: number) => {
  const next = past(nodes, at, isLittle)
  return (
    is(nodes[next], 'break') ||
    isKind(nodes[next], 'break') ||
    isWord(nodes[next], 'travel', 'drive', 'viaje', 'viagem', 'traslado', 'deslocamento', 'transporte')
  )
}

/** "Not counting me", "sin el cabo", "without the operator". */
const notCounted: Test = (nodes, at) => {
  if (!isOf(nodes[at], negations)) return undefined
  const next = past(nodes, at + 1, isLittle)
  if (isOf(nodes[next], countingWords)) return isTimeAside(nodes, next + 1) ? undefined : 'count'
  const isWithout = isWord(nodes[at], 'without', 'sin', 'sem', 'fora')
  return isWithout && (isPerson(nodes[next]) || isKind(nodes[next], 'count')) ? 'count' : undefined
}

const hasCountBefore = (nodes: readonly Node[], at: number) => nodes.slice(0, at).some((node) => node.kind === 'count')

/** Parts of the crew without a number: "some", "half of them", "the rest". */
const parts = wordsOf(
  'some few couple several most algo poco pouco little bit half mitad metade parte others rest resto demas algunos algunas alguns algumas otros outros unos uns varios poucos pocos',
)
const isOfThem = (node: Node | undefined) =>
  is(node, 'them', 'crew', 'worker', 'by', 'start', 'end', 'leaving') ||
  isWord(node, 'us', 'nosotros', 'nos', 'were', 'was', 'got', 'stayed', 'only', 'solo', 'so', 'came', 'llegaron', 'chegaram', 'se', 'later')
const partOfCrew: Test = (nodes, at) => {
  if (!isOf(nodes[at], parts)) return undefined
  // "Uno hizo 4, los otros 5 hicieron 8", "rest of us, 4".
  if (is(nodes[at], 'another', 'rest') && (nodes[at + 1]?.kind === 'count' || !hasCountBefore(nodes, at))) return undefined
  const next = past(nodes, at + 1, (node) => is(node, 'a', 'of') || isWord(node, 'my', 'our', 'mis', 'meus', 'nuestros'))
  if (isKind(nodes[next], 'number', 'hours', 'count', 'clock', 'span')) return 'all'
  const hasTotal = nodes.some((node) => node.kind === 'count' && node.isMarked === true)
  // "Half of my crew was out sick, only 4 guys": those who did not come.
  const isAway = nodes
    .slice(next, next + 6)
    .some((node) => is(node, 'absent') || isWord(node, 'sick', 'enferma', 'enfermos', 'doente', 'doentes'))
  return isOfThem(nodes[next]) && !hasTotal && !isAway ? 'all' : undefined
}

/** Verbs of people who worked less or more than the others, and when they did. */
const departures = wordsOf(
  `left leave leaves leaving quit early late later stayed stay stays staying remained bounced dipped bailed split vanished home arrived entre entro entrei entrou vazou sumiu pelo peló volvio voltou
  se-fue fue fueron fui fuimos salio salieron sali salir retiro retiraron retire temprano tarde quedo quedaron quede quedamos
  saiu sairam sai embora cedo atrasado atrasados atrasada ficou ficaram fiquei llego llegaron llegue chegou chegaram cheguei`,
)
/** Verbs of the person who writes. */
const ownVerbs = wordsOf('fui sali retire quede llegue sai fiquei cheguei')
/** Words that name all of the crew before such a verb. */
const isEveryone = (node: Node | undefined) =>
  is(node, 'all', 'each', 'crew') || isWord(node, 'we', 'they', 'us', 'nosotros', 'ellos', 'eles', 'gente', 'agente')

/** The first number of workers is everyone, another one is a part of them. */
const isSome = (nodes: readonly Node[], at: number) =>
  isKind(nodes[at], 'number', 'count')
    ? hasCountBefore(nodes, at)
    : (isPerson(nodes[at]) && !(is(nodes[at], 'worker') && nodes[at]?.text.endsWith('s'))) ||
      isOf(nodes[at], parts) ||
      isWord(nodes[at], 'one', 'uno', 'un', 'um', 'una', 'uma', 'who', 'quien')

/** Returns whether one of the five words before a verb, up to a sign, names some of the crew. */
function isOfSome(nodes: readonly Node[], at: number): boolean {
  for (let before = at - 1; before >= Math.max(0, at - 6) && !isEnd(nodes[before]); before--) {
    if (isEveryone(nodes[before]) || is(nodes[before], 'fix')) return false
    // "Dígale a Beto que ya quedó el elevador": another sentence begins.
    if (isWord(nodes[before], 'que', 'that'))
      return isKind(nodes[before - 1], 'number', 'count') || isWord(nodes[before - 1], 'uno', 'un', 'um', 'one')
    if (isSome(nodes, before)) return true
  }
  return false
}

/** "La tarde", "buenas tardes", "sorry for the late reply": no one left. */
const isOtherSense = (nodes: readonly Node[], at: number) =>
  isWord(nodes[at - 1], 'la', 'de', 'a', 'da', 'boa', 'buenas', 'the', 'hasta', 'ate', 'trucks', 'sorry') ||
  isWord(nodes[at + 1], 'reply', 'noche', 'a')

/** "Joe left at noon", "mike stayed", "me fui temprano", "saí mais cedo": some worked longer than others. */
const departure: Test = (nodes, at) => {
  if (!isOf(nodes[at], departures) || isOtherSense(nodes, at)) return undefined
  // "Se fueron dos", "saíram dois".
  const isGone =
    isWord(nodes[at], 'left', 'salio', 'salieron', 'saiu', 'sairam') || isWord(nodes[at - 1], 'se') || isWord(nodes[at], 'embora')
  if (isGone && isKind(nodes[at + 1], 'number', 'count') && hasCountBefore(nodes, at) && !is(nodes[at + 2], 'hour')) return 'hours'
  // "Fueron 9": they were.
  if (isWord(nodes[at], 'fue', 'fueron', 'fui', 'fuimos') && !isWord(nodes[at - 1], 'se', 'me', 'nos')) return undefined
  const isSaidOfSome = isOf(nodes[at], ownVerbs) ? hasCountBefore(nodes, at) && !isWord(nodes[at + 1], 'yo', 'eu') : isOfSome(nodes, at)
  return isSaidOfSome ? 'hours' : undefined
}

const countVerbs = 'count cuentas cuenta contamos contar counting conta contas include incluir'.split(' ')
/** "7 if you count the driver", "7 si cuentas al chofer": which of two numbers counts. */
const ifCounted: Test = (nodes, at) =>
  isWord(nodes[at], 'if', 'si', 'se', 'cuando') && nodes.slice(at + 1, at + 4).some((node) => isWord(node, ...countVerbs))
    ? 'count'
    : undefined

/** "Juan con su cuadrilla de 5": whether Juan is one of them. */
const nameWithCrew: Test = (nodes, at) => {
  if (!isFirstName(nodes[at]?.text ?? '') || nodes[at]?.kind !== 'word') return undefined
  const isLinked = is(nodes[at + 1], 'and') || isWord(nodes[at + 1], 'con', 'com', 'with')
  const hasOwner = isWord(nodes[at + 2], 'his', 'her', 'their', 'su', 'sus', 'a', 'o', 'os', 'la', 'los', 'sua', 'seus')
  return isLinked && hasOwner && nodes.slice(at + 3, at + 7).some((node) => node.kind === 'count') ? 'count' : undefined
}

const butWords = wordsOf('but pero porem mas')
/** "8 for everyone but Joe he did 4", "mas o José fez 4": one of them has other hours. */
const butOne: Test = (nodes, at) => {
  if (!isOf(nodes[at], butWords)) return undefined
  const next = past(nodes, at + 1, (node) => is(node, 'a') || isWord(node, 'para', 'pra', 'for'))
  return isFirstName(nodes[next]?.text ?? '') || is(nodes[next], 'relative') ? 'hours' : undefined
}

const isDid = (node: Node | undefined) =>
  isWord(node, 'did', 'worked', 'hizo', 'hicieron', 'fez', 'fizeram', 'only', 'just', 'solo', 'nomas', 'so', 'a', 'la')
/** "Tony only did half": how long one of them worked. */
const halfOfOne: Test = (nodes, at) =>
  isWord(nodes[at], 'half', 'mitad', 'metade') && isDid(nodes[at - 1]) && hasCountBefore(nodes, at) && isEnd(nodes[at + 1])
    ? 'hours'
    : undefined

/** "Started w 5, ended w 3": which number were they. */
const startedWith: Test = (nodes, at) => {
  if (!is(nodes[at], 'start')) return undefined
  const next = past(nodes, at + 1, (node) => isWord(node, 'with', 'con', 'com', 'w', 'only', 'solo', 'so'))
  const hasEnd = nodes.slice(next + 1, next + 6).some((node) => is(node, 'end', 'leaving'))
  return hasEnd && isKind(nodes[next], 'number', 'count') ? 'all' : undefined
}

const isTimeOfDay = (node: Node | undefined) => isKind(node, 'clock', 'begin', 'finish') || is(node, 'until')
/** "Mike showed up at 10", "Jose till 6": the time of one person. */
const ownTime: Test = (nodes, at) => {
  if (!isPerson(nodes[at]) || is(nodes[at], 'worker')) return undefined
  const next = past(nodes, at + 1, (node) =>
    isWord(node, 'showed', 'up', 'came', 'got', 'here', 'in', 'stayed', 'had', 'to', 'go', 'se', 'llego', 'chegou', 'was'),
  )
  return isTimeOfDay(nodes[next]) ? 'hours' : undefined
}

const companies = wordsOf(
  "sub subs sub's subcontrata contratista contratistas empreiteira terceirizado terceirizada agency agencia agencia",
)
const additions = wordsOf('and & + plus y e mas mais also tambien tambem too n')
/** "6 guys 8 hrs and me", "plus some laborers": people beside those who were counted. */
const addition: Test = (nodes, at) => {
  const isLed = isOf(nodes[at], additions) || isSign(nodes[at], '+&')
  if (!isLed || !isKind(nodes[at - 1], 'count', 'hours', 'span', 'sign') || isSign(nodes[at - 1], '.;')) return undefined
  return hasCountBefore(nodes, at) && (isOfOthers(nodes, at) || isUncountedAfter(nodes, at)) ? 'count' : undefined
}

/** "Y los de la subcontrata", "mais uns da empreiteira". */
function isOfOthers(nodes: readonly Node[], at: number): boolean {
  const next = past(nodes, at + 1, (node) => isWord(node, 'los', 'las', 'os', 'as', 'the'))
  return isWord(nodes[next], 'de', 'da', 'do', 'from') && (next > at + 1 || isWord(nodes[at], 'mas', 'mais', 'plus'))
}

function isUncountedAfter(nodes: readonly Node[], at: number): boolean {
  const next = past(nodes, at + 1, (node) => isLittle(node) || is(node, 'trade'))
  // "Plus the sub": a company of people.
  const isCompany = nodes.slice(at + 1, next).some((node) => isOf(node, companies)) && !isKind(nodes[next], 'number', 'count')
  if (isCompany) return true
  // "Y me puede mandar": an object, no person.
  const isObject = isWord(nodes[next], 'me') && isWord(nodes[at], 'y', 'e', 'mas', 'mais')
  const isUncounted = (isPerson(nodes[next]) && !isObject) || (isOf(nodes[next], parts) && !isKind(nodes[next + 1], 'number', 'count'))
  return isUncounted && !is(nodes[next + 1], 'hour', 'by')
}

/** "And some overtime", "plus travel": more hours, but not how many. */
const moreHours: Test = (nodes, at) => {
  const isLed = isOf(nodes[at], additions) || isSign(nodes[at], '+&') || isOf(nodes[at], parts)
  const next = past(nodes, at + 1, (node) => isLittle(node) || isOf(node, parts) || isWord(node, 'hora', 'horas', 'tiempo', 'tempo'))
  const isMore = isLed && (is(nodes[next], 'overtime') || isWord(nodes[next], 'travel', 'drive', 'traslado', 'deslocamento', 'transporte'))
  return isMore && !isNumber(nodes[at + 1]) && !isWord(nodes[at], 'con', 'com', 'with') ? 'hours' : undefined
}

/** "6 guys 8 hrs on level 4 and the same on level 5". */
const sameAgain: Test = (nodes, at) =>
  is(nodes[at], 'same') &&
  !is(nodes[at + 1], 'hour') &&
  nodes.slice(0, at).some((node) => isKind(node, 'hours', 'span')) &&
  hasPlaceAfter(nodes, at)
    ? 'all'
    : undefined
const hasPlaceAfter = (nodes: readonly Node[], at: number) =>
  nodes.slice(at + 1, at + 5).some((node) => isKind(node, 'place', 'done', 'number'))

/** "6 guys at 7am, 8 guys by noon": how many were there when. */
const countsByTime: Test = (nodes, at) => {
  const counts = nodes.filter((node) => node.kind === 'count').length
  return nodes[at]?.kind === 'clock' && counts > 1 && nodes.slice(Math.max(0, at - 2), at).some((node) => node.kind === 'count')
    ? 'all'
    : undefined
}

const tests: readonly Test[] = [
  exception,
  notCounted,
  partOfCrew,
  departure,
  ifCounted,
  nameWithCrew,
  butOne,
  halfOfOne,
  startedWith,
  ownTime,
  addition,
  moreHours,
  sameAgain,
  countsByTime,
]

/** Returns which figures the words open that no rule has read. */
export function openedBy(nodes: readonly Node[]): Opened {
  let [count, hours] = [false, false]
  for (let at = 0; at < nodes.length; at++)
    for (const test of tests) {
      const figure = test(nodes, at)
      count ||= figure === 'count' || figure === 'all'
      hours ||= figure !== undefined && figure !== 'count'
    }
  return { count, hours }
}
