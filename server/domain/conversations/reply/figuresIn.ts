import { clausesOf } from './clausesOf.ts'
import type { Expects } from './ParsedReply.ts'
import type { Piece } from './Piece.ts'
import { isPlainCount } from './isPlainCount.ts'
import { type Opened, openedBy } from './openedBy.ts'
import { isFirstName } from './isFirstName.ts'
import { isExact } from './rolesOf.ts'
import type { Tongue } from './phrases.ts'
import { is, isKind, join, type Kind, type Node } from './Node.ts'

export interface Figures {
  readonly count?: number
  readonly hours?: number
  readonly sameHours?: boolean
  /** The text has numbers that may be figures. */
  readonly isOpen: boolean
}

const same = /\bsame (?:hours|hrs)\b|\b(?:las )?mismas horas\b|\b(?:as )?mesmas horas\b/u
/** A change of the previous answer, such as "same but 2 less". */
const change =
  /\b(?:same|ditto|usual|igual|lo mismo|los mismos|o mesmo|os mesmos|mesma|misma)\b[^.;]{0,60}\b(?:but|plus|minus|less|except|menos|pero|exceto|fewer|extra|additional|short|mas|mais)\b/u
const doubtWords =
  /\b(?:maybe|might|not sure how|quizas|tal ?vez|few|i think|i guess|yo creo|eu acho|not today|didn'?t check|did not check|no (?:he )?revis\w{1,3}|nao (?:conferi|verifiquei)|not confirmed|unconfirmed|sin confirmar|sem confirmar|(?:pero|but) hoy no|mas hoje nao|was the plan|should have (?!been)|if it (?:does(?:n'?t)?|stops|clears|rains)|supposed to (?:do|work)|si no llueve|se nao chover|a lo mejor|puede que|pode ser que|not sure (?:yet|if|how many)|no se|nao sei|rest did|the rest|el resto|o resto|los demas|quarter (?:of a )?day|cuarto de (?:dia|jornada)|quarto d[eo] dia|acho que|creo que|acho q)\b|\d ?\?|\b(?:creo|acho)[.! ]*$/u
/** "Maybe 7 or 8 guys, 8 hrs": the two numbers say the same doubt. */
const hedge =
  /\b(?:maybe|probably|i think|i guess|a lo mejor|tal ?vez|quizas|creo que|acho que|yo creo|eu acho)(?= (?:(?:we had|had|eran|fueron|eram|foram) )?\d{1,3} (?:or|o|u|ou) \d)/u
/** People who worked in two places one after the other, or came later. */
const moved =
  /\b(?:then|luego|despues|depois)\b[^.;,]{0,24}\b(?:same|mism[oa]s|mesm[oa]s|\d|stayed|moved|two|three|four|five|six|dos|tres|cuatro|cinco|seis|dois|duas|quatro)|\b(?:another|(?<!\b[ltoaye][aohe]?s? )otr[ao]s|(?<!\b[oae]s? )outr[ao]s) \d/u
/** "Ten guys this week but today only eight", "8 pessoas 9 horas tirando o almoço dá 8": the later number corrects the earlier one. */
const recounted =
  /\b(?:but|pero|mas) (?:today|hoy|hoje) (?:only|just|solo|nomas|nada mas|so|apenas)\b|\b(?:tirando|quitando|descontando)\b[^.;]{0,40}\b(?:dan?|dao|quedan?|ficam?) \d/u
/** "Let me see six guys": the speaker thinks. */
const thinking = /\b(?:let me (?:see|think|check)|dejame ver|deixa eu ver|deja veo)\b/u
/** "Ace Plumbing 3/12: 5 men": the day of the report. */
const dated = /\b\d{1,2}\/\d{1,2}(?:\/\d{2,4})? ?:/u
/** More or less than a number is no number. */
const limits = /\b(?:at least|more than|over|less than|fewer than|under|al menos|por lo menos|mas de|menos de|pelo menos|mais de) \d/u

/** Matches a phone number, which is not a figure. */
const phone = /(?:\+\d[\d ().-]{7,30}\d|\(?\b\d{3}\)?[ .-]?\d{3}[ .-]?\d{4}\b)/u

/** Something happened to people: their number is not the number of workers. */
const accident =
  /\b(?:fell|fallen|accident|ambulance|hospital|injur(?:ed|y)|got hurt|hurt (?:his|her|himself|my)|hurt on|broke (?:his|her)|cut (?:his|her)|passed out|electrocuted|emergency|cay[oe](?:ron)?|caido|accidente|ambulancia|lastim(?:o|ado|ados|aron)|herid[oa]s?|se corto|se quebro|se quemo|se golpeo|desmayo|electrocut\w{1,5}|emergencia|caiu|cairam|acidente|machuc(?:ou|ado|ados|aram)|ferid[oa]s?|se cortou|se queimou|desmaiou|choque|acidentado)\b/u
/** Some people without a number: "8 painters and a few outside", "varios muchachos". */
const vague =
  /\b(?:a few|some of (?:the|my|our)|some (?:guys|men|people|workers|more)|several|a bunch|a handful|a lot of (?:guys|people)|most of (?:the|my|them)|unos cuantos|unos pocos|unas cuantas|varios (?!pisos|niveles|lugares|puntos|frentes|lados)|algunos|alguna gente|bastantes?|un mont[o]n|la mayoria|casi todos (?!en\b|los dias)|uns (?:tantos|quantos|poucos)|varios rapazes|varias pessoas|alguns|algumas pessoas|um monte|a maioria|quase todos (?!na\b|no\b|em\b)|um pessoal)\b/u

/** A lonely number of workers beside unknown words, or after an accident, may count something else. */
function isDoubtful(nodes: readonly Node[], { count, hours }: Both, { expects, text }: { expects: Expects; text: string }): boolean {
  const isHourUnknown = /\b(?:hours|hrs|horas?)\b/u.test(text)
  if (hours === undefined)
    return count !== undefined && count > 0 && (accident.test(text) || (expects === 'all' && !isHourUnknown && !isPlainCount(nodes)))
  // "Crane down 2 hrs".
  return count === undefined && hours < 3 && expects === 'all' && !isPlainCount(nodes)
}

/** Returns whether the text changes the previous answer: "same but 2 less". The rules do not compute with earlier answers. */
export const changesLast = (text: string): boolean => change.test(text) && !/\bor less\b/u.test(text)

/**
 * Takes the number of workers and the hours of each. Every number of the text must be part of a clause: a wrong
 * figure is worse than a question.
 */
export function figuresIn(piece: Piece, expects: Expects, tongue: Tongue | undefined): Figures {
  const hasDigits = /[1-9]/u.test(piece.text)
  if (changesLast(piece.text) && !/\d.{0,40}\b(?:hours|hrs|horas)\b/u.test(piece.text)) return { isOpen: hasDigits }
  const sameHours = piece.take(same) !== undefined && { sameHours: true }
  piece.skip(hedge)
  if ([doubtWords, moved, recounted, limits, vague].some((pattern) => pattern.test(piece.text))) return { ...sameHours, isOpen: hasDigits }
  for (const pattern of [phone, dated, thinking]) piece.take(pattern)
  const said = clausesOf(piece, tongue)
  const nodes = assigned(withoutSpots(spotsOf(said)), expects)
  const read = withoutOpened(combined(nodes), openedBy(said.slice(corrected(said))))
  const { count, hours } = isDoubtful(nodes, read, { expects, text: piece.text }) ? {} : read
  // "Se murió la mamá de un compañero": an article is no number.
  const isArticle = (node: Node) => node.value === 1 && !/\d/u.test(piece.original.slice(node.from, node.to))
  const isOpen = nodes.some(
    (node) => isKind(node, 'number', 'count', 'hours', 'span', 'allHours', 'part', 'doubt') && node.value !== 0 && !isArticle(node),
  )
  if (hours === undefined && isNoReport(said, expects, piece.original)) return { ...sameHours, isOpen }
  if (count !== undefined || hours !== undefined)
    for (const node of nodes)
      if (isKind(node, 'count', 'hours', 'span', 'break', 'allHours', 'doubt', 'done', 'clock')) piece.blank(node.from, node.to - node.from)
  return { ...(count !== undefined && { count }), ...(hours !== undefined && { hours }), ...sameHours, isOpen }
}

/** Returns whether a text without hours says nothing: "They got 6 in", after a question for the hours, or "Which site? I have two." */
const isNoReport = (said: readonly Node[], expects: Expects, text: string) =>
  text.includes('?') || (expects === 'hours' && said.every((node) => node.kind !== 'count' || node.text === 'total'))

/** A wrong figure is worse than a question: what a word changes that no rule has read is asked. */
const withoutOpened = ({ count, hours }: Both, opened: Opened): Both => ({
  count: opened.count ? undefined : count,
  hours: opened.hours || opened.count ? undefined : hours,
})

const as = (node: Node, kind: 'count' | 'hours'): Node => ({ ...node, kind })
const isClause = (node: Node) => isKind(node, 'count', 'hours', 'span', 'allHours', 'doubt')

/** "Shed 2, hall 6, all 8 hours": without other workers, the numbers of a list of places are workers. */
function spotsOf(nodes: readonly Node[]): readonly Node[] {
  const spots = nodes.filter((node) => node.kind === 'done' && node.text === 'spot' && !Number.isNaN(node.value))
  const listed = nodes.filter(
    (node) =>
      (node.kind === 'number' && isAfterName(nodes, node) && !is(nodes[nodes.indexOf(node) - 1], 'from', 'were', 'start')) ||
      (node.kind === 'count' && node.text.startsWith('~')),
  )
  const hasWorkers = nodes.some((node) => node.kind === 'count' && !listed.includes(node))
  const isForAll =
    nodes.some((node) => is(node, 'all', 'each') || (node.kind === 'done' && is({ ...node, kind: 'word' }, 'all', 'each'))) &&
    nodes.some((node) => isKind(node, 'hours', 'span'))
  if (spots.length === 0 || spots.length + listed.length < 2 || hasWorkers || !isForAll) return nodes
  return nodes.map((node) => (spots.includes(node) ? as(node, 'count') : node))
}

/** "8 hours hoistway 2", "up on five": after workers and hours, a number behind another noun is the number of a place. */
function withoutSpots(nodes: readonly Node[]): readonly Node[] {
  const hours = nodes.findIndex((node) => isKind(node, 'hours', 'span', 'allHours'))
  const count = nodes.findIndex((node) => node.kind === 'count')
  if (hours < 0 || count < 0) return nodes
  const last = Math.max(hours, count)
  return nodes.map((node, at) => (at > last && isSpot(nodes, at) ? { ...node, kind: 'done', value: Number.NaN } : node))
}

const isNounBefore = (node: Node) =>
  node.kind === 'place' ||
  is(node, 'filler') ||
  ['on', 'en', 'na', 'em'].includes(node.text) ||
  (node.kind === 'word' &&
    !is(node, 'worker', 'trade', 'by', 'and', 'were', 'or', 'each', 'total', 'fix', 'another', 'overtime', 'so', 'rest'))

function isSpot(nodes: readonly Node[], at: number): boolean {
  const [node, next] = nodes.slice(at, at + 2)
  if (node?.kind !== 'number' || (next !== undefined && !isKind(next, 'sign', 'done'))) return false
  const isMinus = nodes[at - 1]?.text === '-' && nodes[at - 1]?.to === node.from
  const before = nodes[isMinus ? at - 2 : at - 1]
  return before !== undefined && isNounBefore(before) && !isOfOne(before)
}

/** "Joe 4", "me 10", "only 4": hours of one person or of a part. */
const isOfOne = (before: Node) =>
  is(before, 'self') || isFirstName(before.text) || ['only', 'just', 'solo', 'so', 'did'].includes(before.text)

/** Decides what numbers without a noun are, where only one reading is possible. The others stay numbers. */
function assigned(nodes: readonly Node[], expects: Expects): Node[] {
  const start = corrected(nodes)
  if (start > 0) return [...nodes.slice(0, start), ...assigned(nodes.slice(start), expects)]
  const bare = nodes.filter((node) => node.kind === 'number')
  if (bare.length === 0) return namesOf(nodes)
  const headed = withoutHead(nodes)
  if (headed) return assigned(headed, expects)
  const people = peopleWithHours(nodes, bare)
  if (people) return people
  const paired = pairsOf(nodes, bare)
  if (paired) return paired
  const hours = expects === 'hours' ? (regularAndOvertime(nodes, bare) ?? fromTo(nodes, bare)) : undefined
  if (hours) return hours
  const kinds = nodes.some(isClause) ? besideClauses(nodes, bare) : withoutClauses(nodes, bare, expects)
  if (!kinds) return listOf(nodes, bare) ?? [...nodes]
  return nodes.map((node) => {
    const kind = kinds[bare.indexOf(node)]
    return kind === undefined ? node : as(node, kind)
  })
}

/** "8 plus 2 OT", after a question for the hours. */
function regularAndOvertime(nodes: readonly Node[], bare: readonly Node[]): Node[] | undefined {
  const [regular] = bare
  const [extra] = nodes.filter(isClause)
  if (
    regular === undefined ||
    bare.length > 1 ||
    nodes.filter(isClause).length !== 1 ||
    extra?.kind !== 'doubt' ||
    extra.hours === undefined
  )
    return undefined
  return [join([regular, extra], 'hours', regular.value + extra.hours)]
}

/** "7-15", after a question for the hours. */
function fromTo(nodes: readonly Node[], bare: readonly Node[]): Node[] | undefined {
  const [from, dash, to] = nodes
  if (nodes.length !== 3 || bare.length !== 2 || !['-', 'to', 'a', 'as'].includes(dash?.text ?? '') || !from || !to) return undefined
  const hours = to.value - from.value
  return to.value > 12 && to.value <= 24 && hours >= 3 && hours <= 14 ? [join([from, to], 'hours', hours)] : undefined
}

/** "4 full day 2 half day", "one guy 8, one guy 6": workers and hours in turn. */
function pairsOf(nodes: readonly Node[], bare: readonly Node[]): Node[] | undefined {
  const figures = nodes.filter((node) => isKind(node, 'number', 'count', 'hours', 'span'))
  const isPaired = figures.every((node, at) => {
    if (at % 2 === 0)
      return isKind(node, 'count') || (node.kind === 'number' && Number.isInteger(node.value) && node.value > 0 && node.value <= 500)
    return isKind(node, 'hours', 'span') || (node.kind === 'number' && node.value <= 16)
  })
  const isNear = figures.every((node, at) => {
    const before = figures[at - 1]
    if (at % 2 === 0 || before === undefined || !(bare.includes(node) || bare.includes(before))) return true
    const between = nodes.slice(nodes.indexOf(before) + 1, nodes.indexOf(node))
    // "Four on framing three on sheathing": a number with its own noun is not the hours of the one before.
    if (!bare.includes(node)) return between.length <= 2
    return between.length <= 2 && !between.some(isApart) && isHoursEnd(nodes[nodes.indexOf(node) + 1])
  })
  if (!isNear || figures.some((node) => node.kind === 'count' && node.isMarked)) return undefined
  const isMixed = figures.some((node) => !bare.includes(node))
  if (!isPaired || !isMixed || figures.length < 4 || figures.length % 2 === 1) return undefined
  return nodes.map((node) => (bare.includes(node) ? as(node, figures.indexOf(node) % 2 === 0 ? 'count' : 'hours') : node))
}

const isApart = (node: Node) =>
  node.text === ',' || is(node, 'and') || (node.kind === 'word' && !is(node, 'by', 'filler', 'each', 'were', 'a', 'who', 'of'))

const isHoursEnd = (node: Node | undefined) =>
  node?.kind !== 'word' || (is(node, 'each', 'all', 'and', 'hour', 'filler') && !['on', 'in', 'mis', 'my'].includes(node.text))

/** "13 hoy: 6 torre A, 4 torre B, 3 en el patio": the first number is the sum of the others. */
function withoutHead(nodes: readonly Node[]): Node[] | undefined {
  const [head, colon] = nodes.filter((node) => !is(node, 'were', 'filler'))
  const others = nodes.filter((node) => node !== head && isKind(node, 'number', 'count'))
  if (!isKind(head, 'number', 'count') || colon?.text !== ':' || others.length < 2 || sumOf(others) !== head?.value) return undefined
  return nodes.map((node) => {
    if (node === head) return { ...node, kind: 'done', value: Number.NaN }
    return others.includes(node) ? { ...as(node, 'count'), text: 'item', isMarked: false } : node
  })
}

type Assigned = readonly ('count' | 'hours')[] | undefined

/** "12", "12, 8": the workers, then their hours. */
function withoutClauses(nodes: readonly Node[], bare: readonly Node[], expects: Expects): Assigned {
  const [first, second] = bare
  // "8 for everyone but Joe he did 4", "7-15": an answer to the hours names no workers.
  if (expects === 'hours' && second !== undefined) return undefined
  if (first === undefined || bare.length > 2 || nodes.filter(({ kind }) => kind === 'word').length > 8) return undefined
  return second === undefined ? oneFigure(nodes, first, expects) : twoFigures(nodes, first, second)
}

function oneFigure(nodes: readonly Node[], only: Node, expects: Expects): Assigned {
  if (expects === 'hours') return only.value <= 24 ? ['hours'] : undefined
  return Number.isInteger(only.value) && !isNamed(nodes, only) ? ['count'] : undefined
}

function twoFigures(nodes: readonly Node[], first: Node, second: Node): Assigned {
  if (isOpenAfter(nodes[nodes.indexOf(second) + 1])) return undefined
  const reversed: Assigned = Number.isInteger(second.value) && first.value <= 16 ? ['hours', 'count'] : undefined
  // "8 y media los 5".
  if (!Number.isInteger(first.value)) return reversed
  if (isNamed(nodes, first)) return undefined
  // A person does not work 40 hours a day.
  return second.value <= 24 ? ['count', 'hours'] : reversed
}
const isOpenAfter = (node: Node | undefined) => node?.kind === 'word' && !is(node, 'each', 'all', 'filler', 'hour')

/** One number beside workers without hours, or beside hours without workers. */
function besideClauses(nodes: readonly Node[], bare: readonly Node[]): Assigned {
  const [first] = bare
  if (first === undefined || bare.length > 1 || nodes.some((node) => node.kind === 'doubt')) return undefined
  const hasCount = nodes.some((node) => node.kind === 'count')
  const hasHours = nodes.some((node) => isKind(node, 'hours', 'span', 'allHours'))
  if (hasCount === hasHours) return undefined
  if (hasCount) return first.value <= 16 && !isNamed(nodes, first) && !isOther(nodes, first) ? ['hours'] : undefined
  return Number.isInteger(first.value) ? ['count'] : undefined
}

/** "Started half 7", "pump 2": the word before says that the number is something else than hours. */
function isOther(nodes: readonly Node[], number: Node): boolean {
  const before = nodes[nodes.indexOf(number) - 1]
  if (before?.kind !== 'word') return false
  return !is(
    before,
    'by',
    'filler',
    'each',
    'all',
    'were',
    'and',
    'a',
    'hour',
    'of',
    'total',
    'worker',
    'who',
    'regular',
    'only',
    'so',
    'day',
    'full',
    'another',
  )
}

/** Returns whether an unknown noun follows a number: "3 thingies". */
const isNamed = (nodes: readonly Node[], number: Node) => {
  const next = nodes[nodes.indexOf(number) + 1]
  return (
    next?.kind === 'word' &&
    !is(next, 'by', 'and', 'filler', 'all', 'each', 'a', 'of', 'were', 'from', 'worker', 'to', 'no') &&
    !isPlaceWord(next)
  )
}
const isPlaceWord = (node: Node) =>
  ['out', 'up', 'down', 'there', 'showed', 'came', 'in', 'en', 'em', 'na', 'at', 'present', 'boss'].includes(node.text)

/** "3 drywall, 2 ceilings, 1 helper": with a trade among them, or with common hours, the items are workers. */
function listOf(nodes: readonly Node[], bare: readonly Node[]): Node[] | undefined {
  const hours = nodes.filter((node) => isKind(node, 'hours', 'span', 'allHours'))
  const counts = nodes.filter((node) => node.kind === 'count')
  if (hours.length === 0 && counts.length > 0) return undefined
  if (hours.length === 0) return namedHours(nodes, bare)
  const lastCount = nodes.findLastIndex((node) => node.kind === 'count')
  const firstHours = nodes.findIndex((node) => isKind(node, 'hours', 'span', 'allHours'))
  // After workers and hours, a number behind a noun is the number of a place.
  if (lastCount >= 0 && bare.some((node) => nodes.indexOf(node) > Math.max(lastCount, firstHours))) return undefined
  // "Day 3, 8 men": a number after a noun is no worker beside those with a noun after them.
  if (counts.some((node) => node.kind === 'count' && node.isAfterNoun !== true && !node.text.startsWith('~') && node.text !== 'item'))
    return undefined
  const named = bare.every((node) => Number.isInteger(node.value) && node.value <= 200 && isAfterName(nodes, node) && !isNamed(nodes, node))
  return named && (counts.length > 0 || bare.length > 1) ? nodes.map((node) => (bare.includes(node) ? as(node, 'count') : node)) : undefined
}

const isAfterName = (nodes: readonly Node[], number: Node) => {
  const before = nodes[nodes.indexOf(number) - 1]
  if (before?.text === ':') return isKind(nodes[nodes.indexOf(number) - 2], 'word', 'place')
  return isKind(before, 'place') || (before?.kind === 'word' && !is(before, 'by', 'and', 'to', 'of', 'so'))
}

/** "Beto 10 hrs, Lalo 10 hrs, Memo 7": people with their hours, some without a unit. */
function peopleWithHours(nodes: readonly Node[], bare: readonly Node[]): Node[] | undefined {
  const figures = nodes.filter((node) => isKind(node, 'number', 'hours', 'span'))
  const hasOther = nodes.some((node) => isKind(node, 'count', 'allHours', 'doubt', 'part'))
  const isOf = (node: Node) => {
    const before = nodes[nodes.indexOf(node) - 1]
    return (
      before?.kind === 'word' &&
      before.isCapital === true &&
      !is(before, 'worker', 'hour', 'crew', 'total', 'by', 'trade', 'spot', 'each', 'all')
    )
  }
  if (hasOther || figures.length < 2 || figures.length === bare.length || !figures.every((node) => isOf(node) && node.value <= 16))
    return undefined
  return nodes.flatMap((node) =>
    figures.includes(node) ? [{ ...node, kind: 'count' as const, value: 1, text: 'one' }, as(node, 'hours')] : [node],
  )
}

/** "Tony 8 Luis 8 Rick 6": people with their hours. */
function namedHours(nodes: readonly Node[], bare: readonly Node[]): Node[] | undefined {
  const isPerson = (node: Node) => {
    const before = nodes[nodes.indexOf(node) - 1]
    return (
      before?.kind === 'word' &&
      before.isCapital === true &&
      !(is(before, 'worker') && isExact(before.text)) &&
      !is(before, 'hour', 'crew', 'total', 'by')
    )
  }
  if (bare.length < 2 || !bare.every((node) => isPerson(node) && node.value <= 16)) return undefined
  return nodes.flatMap((node) => (bare.includes(node) ? [{ ...node, kind: 'count' as const, value: 1 }, as(node, 'hours')] : [node]))
}

/** "Mike, Jose and Dave 8 hrs each": names before hours are workers, if nothing else counts them. */
function namesOf(nodes: readonly Node[]): Node[] {
  if (nodes.some((node) => isKind(node, 'count', 'doubt', 'allHours'))) return [...nodes]
  const times = nodes.filter((node) => isKind(node, 'hours', 'span'))
  const isName = (node: Node | undefined) =>
    node?.kind === 'word' && node.isCapital === true && !is(node, 'hour', 'each', 'all', 'day', 'from', 'were', 'filler', 'no')
  if (times.length > 1) {
    if (!times.every((node) => isName(nodes[nodes.indexOf(node) - 1]))) return [...nodes]
    return nodes.flatMap((node) => (times.includes(node) ? [join([node], 'count', 1, { text: 'one' }), node] : [node]))
  }
  const end = nodes.findIndex((node) => isKind(node, 'hours', 'span'))
  const said = nodes.slice(0, Math.max(0, end))
  const parts: Node[][] = [[]]
  for (const node of said)
    if (node.kind === 'sign' || is(node, 'and')) parts.push([])
    else parts.at(-1)?.push(node)
  const people = parts.filter((part) => part.length > 0)
  // "Crane driver, slinger and banksman".
  const isTrade = (part: readonly Node[]) => isOneTrade(part.at(-1)) && part.every(({ kind }) => kind === 'word')
  const isPerson = (part: readonly Node[]) =>
    part.length <= 3 &&
    (isTrade(part) ||
      (part.every((node) => isName(node) || is(node, 'a', 'self')) && part.some((node) => isName(node) || is(node, 'self'))))
  if (people.length < 2 || !people.every(isPerson)) return [...nodes]
  // "Me, myself and I" are one.
  const isOne = people.every((part) => part.every((node) => is(node, 'self')))
  return [{ ...(said[0] as Node), to: said.at(-1)?.to ?? 0, kind: 'count', value: isOne ? 1 : people.length }, ...nodes.slice(end)]
}

/** `isHead`: the first workers of a text, with a sign behind. */
type Counted = Node & { readonly isHead?: boolean }
const isOneTrade = (node: Node | undefined) =>
  is(node, 'worker') && node !== undefined && isExact(node.text) && !node.text.endsWith('s') && !node.text.endsWith('men')

interface Both {
  readonly count?: number | undefined
  readonly hours?: number | undefined
}
const round = (value: number) => Math.round(value * 100) / 100
const sumOf = (nodes: readonly Node[]) => nodes.reduce((sum, { value }) => sum + value, 0)

/** The clauses of a text. `counts` are the workers without sums and absent ones, `count` is their number. */
interface Said {
  readonly clauses: readonly Counted[]
  readonly counts: readonly Node[]
  readonly count: number | undefined
}

/** Adds the clauses up. A number that is in none of them leaves everything open. */
function combined(given: readonly Node[]): Both {
  const all = afterFix(given)
  const last = corrected(all)
  const nodes = withoutParts(all.slice(last))
  if (nodes.some((node) => node.kind === 'number')) return {}
  const clauses = workersAndHours(nodes)
  const people = clauses.filter((node) => node.kind === 'count')
  const counts = withoutSum(withoutAbsent(people, nodes))
  const doubt = nodes.filter((node) => node.kind === 'doubt')
  const isOpen =
    (isOutlier(counts) || isSaidAgain(clauses, counts) || isCountOpen(nodes, all, last) || isPlaceOpen(nodes)) &&
    !isExplained(clauses, counts)
  const count = counts.length === 0 || isOpen || doubt.some(({ text }) => text !== 'hour') ? undefined : sumOf(counts)
  return doubt.some(({ text }) => text !== 'worker') ? { count: checked(count) } : withHours(nodes, { clauses, counts, count })
}

/** Returns the workers and the hours in the order of the text. Shifts are joined, and their breaks are subtracted. */
function workersAndHours(nodes: readonly Node[]): readonly Counted[] {
  const breaks = nodes.filter((node) => node.kind === 'break')
  const joined = joinedShifts(nodes.filter((node) => isKind(node, 'count', 'hours', 'span')))
  const head = joined.find((node) => node.kind === 'count')
  return joined.map((node) =>
    node === head ? { ...node, isHead: isBeforeSign(nodes, node) } : lessBreaks(node, breaksOf(node, breaks, joined)),
  )
}

/** Returns the number of workers together with the hours of each. */
function withHours(nodes: readonly Node[], { clauses, counts, count }: Said): Both {
  const sums = nodes.filter((node) => node.kind === 'allHours')
  const times = hoursSaid(clauses)
  const each = byHours(
    clauses.filter((node) => node.kind === 'count' || times.includes(node)),
    counts,
    times,
    count,
  )
  if (sums.length > 1) return {}
  if (isShiftOther(clauses)) return { count: checked(count) }
  const [sum] = sums
  if (sum && times.length === 0) return { count: checked(count), hours: shareOf(sum, count) }
  if (sum) return times.length <= counts.length ? provedBySum(each, sum, count) : {}
  return isLossOpen(nodes) ? { count: checked(count) } : withPart(each, nodes, counts.length)
}

/** "44 hours: 3 guys 8 and 2 guys 10": both say the same, or the hours are not certain. */
function provedBySum(each: Both, sum: Node, count: number | undefined): Both {
  const isRight = Math.abs((each.count ?? 0) * (each.hours ?? 0) - sum.value) < 0.1
  return isRight ? each : { count: checked(count) }
}

/** "6 guys all day plus 2 till noon", "8 hrs, here from 7 to 12": hours that differ from the times of the shift. */
function isShiftOther(clauses: readonly Node[]): boolean {
  const said = clauses.filter((node) => node.kind === 'hours' && node.ends === undefined)
  const shifts = clauses.filter((node) => node.ends !== undefined && node.isMarked === true)
  const isBreak = said.every(({ value }) => value <= 2)
  return (
    said.length > 0 &&
    !isBreak &&
    shifts.some((shift) => !said.some(({ value }) => value <= shift.value + 0.01 && shift.value - value <= 1.5))
  )
}

/** "8 hours, lost 2 to rain": the loss after the hours may or may not be part of them. */
function isLossOpen(nodes: readonly Node[]): boolean {
  const loss = nodes.findIndex((node) => node.kind === 'done' && node.text === 'lost')
  return loss >= 0 && !nodes.slice(loss).some((node) => isKind(node, 'hours', 'span'))
}

/** "20 men. 12 union": a sign after the first workers. */
const isBeforeSign = (nodes: readonly Node[], count: Node) => {
  const next = nodes[nodes.findIndex(({ from, kind }) => kind === 'count' && from === count.from) + 1]
  // "10 guys 6 on level 2".
  const isPart = next?.kind === 'count' && /^\d/u.test(next.text)
  return isPart || (next?.kind === 'sign' && ',.:;('.includes(next.text))
}

/** Explicit hours count before the times of a shift: "7 to 3:30, so 8 hours". */
function hoursSaid(clauses: readonly Node[]): readonly Node[] {
  const every = clauses.filter((node) => node.kind === 'hours' && node.ends === undefined)
  // "10 hours, no change all day": the day is as long as the hours say.
  const exact = every.filter(({ text }) => text !== 'all day')
  const said = exact.some(({ text }) => text !== 'part of day') ? exact : every
  // "7:00-15:30, half an hour unpaid": so few hours beside the times of a shift are no hours of work.
  if (said.length > 0 && said.length < clauses.filter((node) => node.kind === 'hours').length && said.some(({ value }) => value <= 2))
    return []
  return said.length > 0 ? said : clauses.filter((node) => node.kind === 'hours')
}

/** "5 guys 6-2:30 half hour lunch, 2 guys 7-12": a break before another shift belongs to the shift before it. */
function breaksOf(node: Node, breaks: readonly Node[], clauses: readonly Node[]): readonly Node[] {
  const spans = clauses.filter(({ kind }) => kind === 'span')
  const last = spans.at(-1)
  if (spans.length < 2 || last === undefined) return breaks
  return breaks.filter((one) => one.from > last.from || spans.findLast(({ from }) => from < one.from) === node)
}

/** Takes the breaks from a shift. From hours, only a break that is led by "minus". */
function lessBreaks(node: Node, breaks: readonly Node[]): Node {
  if (node.kind === 'span') return { ...node, kind: 'hours', value: round(node.value - sumOf(breaks)) }
  return node.kind === 'hours' ? { ...node, value: round(node.value - sumOf(breaks.filter(({ isMarked }) => isMarked === true))) } : node
}

/** "12 guys, no wait, 11": what is said after a correction replaces what is said before. */
function afterFix(nodes: readonly Node[]): readonly Node[] {
  const at = nodes.findLastIndex((node) => is(node, 'fix'))
  if (at <= 0) return nodes
  const [before, after] = [nodes.slice(0, at), nodes.slice(at)]
  const isSaid = (part: readonly Node[], ...kinds: readonly Kind[]) => part.some((node) => isKind(node, ...kinds))
  const [newCount, newHours] = [isSaid(after, 'count'), isSaid(after, 'hours', 'span')]
  if (!newCount && !newHours) return nodes
  // Two figures were said, and one is corrected: the other stays.
  const kept = before.filter(
    (node) => !(newCount && isKind(node, 'count', 'number')) && !(newHours && isKind(node, 'hours', 'span', 'number')),
  )
  return [...kept, ...after]
}

/** "8 total, 8 hours. Six on the tools": after a total, other numbers are its parts. */
function withoutParts(nodes: readonly Node[]): readonly Node[] {
  const total = nodes.find((node) => node.kind === 'count' && node.isMarked === true)
  if (!total || !nodes.some((node) => isKind(node, 'hours', 'span'))) return nodes
  return nodes.filter((node) => node.kind !== 'number' || node.value > total.value || !Number.isInteger(node.value))
}

/** "10 guys 8 hrs, one went home after 3": the mean of all. Without the hours of those who left, the hours stay open. */
function withPart(both: Both, nodes: readonly Node[], groups: number): Both {
  const parts = nodes.filter((node) => node.kind === 'part')
  if (nodes.some((node) => node.kind === 'done' && node.text === 'left')) return groups === 1 ? { count: both.count } : {}
  if (parts.length === 0) return both
  const { count, hours } = both
  const gone = sumOf(parts)
  if (count === undefined || hours === undefined || gone >= count) return {}
  const all =
    (count - gone) * hours + parts.reduce((sum, part) => sum + part.value * ((part.hours ?? 0) + (part.text === 'more' ? hours : 0)), 0)
  return { count, hours: round(all / count) }
}

/** Gives each count its hours: the same for all, or by groups. */
function byHours(clauses: readonly Node[], counts: readonly Node[], times: readonly Node[], count: number | undefined): Both {
  const values = new Set(times.map(({ value }) => value))
  if (values.size === 0 || ![...values].every((value) => value > 0 && value <= 24)) return { count: checked(count) }
  if (values.size === 1) return { count: checked(count), hours: times[0]?.value }
  return count === undefined ? {} : grouped(clauses.filter((node) => node.kind === 'hours' || counts.includes(node)))
}

/** "Block A 6, gate 2": among places with workers, the number of one may be its name or its workers. */
const isPlaceOpen = (nodes: readonly Node[]) =>
  nodes.some((node) => node.kind === 'place' && node.isMarked) && nodes.some((node) => node.kind === 'count' && node.text.startsWith('~'))

/** "8 on Thursday and 9 on Friday": two reports. */
const isOfSeveralDays = (nodes: readonly Node[]) =>
  new Set(nodes.filter((node) => is(node, 'weekday')).map(({ text }) => text)).size > 1 &&
  nodes.filter(({ kind }) => kind === 'count').length > 1

/** "10 in the morning, 6 in the afternoon": the same people, or others. */
const isOfHalfDays = (nodes: readonly Node[]) =>
  (nodes.filter(({ kind }) => kind === 'count').length > 1 &&
    nodes.some(({ text }) => ['am', 'manha', 'manana', 'morning'].includes(text)) &&
    nodes.some(({ text }) => ['pm', 'tarde', 'afternoon', 'lunch', 'almuerzo', 'almoco', 'comida'].includes(text))) ||
  (nodes.filter(({ kind }) => kind === 'count').length > 1 &&
    nodes.some(({ text }) => text === 'first') &&
    nodes.some(({ text }) => text === 'second') &&
    !nodes.some((node) => is(node, 'day')))

/** Returns whether the text names people that no clause counts. */
const isCountOpen = (nodes: readonly Node[], all: readonly Node[], last: number): boolean =>
  isOfHalfDays(nodes) ||
  isOfSeveralDays(nodes) ||
  nodes.some((node) => is(node, 'relative') && !is(node, 'worker')) ||
  isUncounted(nodes) ||
  (last === 0 && all.some((node) => is(node, 'absent') || node.text === 'absent') && all.filter(({ kind }) => kind === 'count').length > 1)

/** "Laid 500 block with 4 masons": one number among others that is far too large for workers. */
const isOutlier = (counts: readonly Node[]) => {
  const most = Math.max(...counts.map(({ value }) => value))
  return counts.length > 1 && most >= 100 && most >= 5 * (sumOf(counts) - most)
}

/** "6 guys 8 hrs, well 7 if you count the driver": a bare number of workers behind the only hours may replace the first one. */
function isSaidAgain(clauses: readonly Node[], counts: readonly Node[]): boolean {
  const times = clauses.filter((node) => node.kind === 'hours')
  const [only] = times
  const last = counts.at(-1)
  if (times.length !== 1 || only === undefined || last === undefined || counts.length !== 2) return false
  const isBetween = (counts[0]?.from ?? 0) < only.from && only.from < last.from
  const isNamed = ['trade', 'one', 'me'].includes(last.text) || (is({ ...last, kind: 'word' }, 'worker') && !generic.has(last.text))
  return isBetween && !isNamed && last.isMarked !== true
}

const checked = (count: number | undefined) => (count !== undefined && Number.isInteger(count) && count <= 2000 ? count : undefined)

/** "7-12 and 1-5" is one shift with a pause. */
function joinedShifts(nodes: readonly Node[]): Node[] {
  const result: Node[] = []
  for (const node of nodes) {
    const last = result.at(-1)
    if (
      last?.ends &&
      node.ends &&
      last.kind === 'span' &&
      node.kind === 'span' &&
      (node.ends[0] >= last.ends[1] || (node.ends[0] + 720 >= last.ends[1] && node.ends[0] < last.ends[0]))
    )
      result.splice(-1, 1, { ...last, to: last.to, value: last.value + node.value })
    else result.push(node)
  }
  return result
}

/** "So 10", "o sea 7": what comes before does not count. Returns the place of the new number, or 0. */
function corrected(nodes: readonly Node[]): number {
  const at = nodes.findIndex(
    (node, n) => ['so', 'entao', 'entonces', 'sea', 'seja'].includes(node.text) && isKind(nodes[n + 1], 'count', 'number'),
  )
  return Math.max(0, at)
}

/** Returns whether a trade without a number is listed with counted ones: "operator and 2 laborers". */
const isUncounted = (nodes: readonly Node[]): boolean =>
  nodes.some((node, at) => {
    if (!is(node, 'worker') || is(node, 'each', 'regular')) return false
    if (isAlone(nodes, at)) return true
    const joined = nodes.slice(at + 1, at + 7).findIndex((next) => is(next, 'and') && !isKind(next, 'count'))
    // "Split crew, 3 on level 4 and 3 on level 7": all are counted.
    if (nodes.slice(at + 1, at + 1 + joined).some((next) => isKind(next, 'count'))) return false
    return joined >= 0 && isKind(nodes[at + 2 + joined], 'count')
  })

const isEdge = (node: Node | undefined) =>
  node === undefined || node.kind === 'sign' || is(node, 'and') || isKind(node, 'count', 'hours', 'span', 'done')
const isItemStart = (node: Node | undefined) => isKind(node, 'sign') || is(node, 'and')
/** "3 fitters, foreman, 8 hrs": one person without a number. */
const isAlone = (nodes: readonly Node[], at: number) => {
  const text = nodes[at]?.text ?? ''
  const isPlural =
    text.endsWith('s') ||
    text.endsWith('men') ||
    [
      'crew',
      'personal',
      'pessoal',
      'efetivo',
      'efectivo',
      'staff',
      'gente',
      'people',
      'manpower',
      'galera',
      'raza',
      'malta',
      'man',
      'person',
    ].includes(text)
  return (
    !isPlural &&
    isExact(text) &&
    isEdge(nodes[at + 1]) &&
    at > 0 &&
    (isItemStart(nodes[at - 1]) || (isItemStart(nodes[at - 2]) && nodes[at - 1]?.kind === 'word'))
  )
}

/** "We were 6, one was missing, 5 came": the second number is the first without the absent ones. */
function withoutAbsent(counts: readonly Counted[], nodes: readonly Node[]): readonly Counted[] {
  const absent = nodes.filter((node) => node.kind === 'done' && node.text === 'absent')
  const [first, second] = counts
  const gone = sumOf(absent.filter(({ value }) => !Number.isNaN(value)))
  return counts.length === 2 && second && first && gone > 0 && first.value - gone === second.value ? [second] : counts
}
const isExplained = (clauses: readonly Node[], counts: readonly Node[]) =>
  counts.length === 1 && clauses.filter((node) => node.kind === 'count').length === 2

const generic = new Set(
  'guys men workers people ppl trabajadores personas hombres gente gentes trabalhadores pessoas homens total'.split(' '),
)

/**
 * "6 guys 8 hours each, 48 total": the total counts something else than the workers. A sum that is not the sum of the
 * listed workers proves that one of them is misread.
 */
function isTotalWrong(counts: readonly Counted[], total: Counted): boolean {
  const listed = sumOf(counts) - total.value
  return (counts.length > 1 && total.value >= 4 * listed) || (total.text === '=' && listed !== total.value)
}

/** "12 workers: 4 electricians, 8 laborers" are 12. */
function withoutSum(counts: readonly Counted[]): readonly Node[] {
  const total = counts.find((node) => node.isMarked)
  if (total) return isTotalWrong(counts, total) ? [] : [total]
  const bareAt = counts.findIndex((node) => node.text === 'total')
  if (bareAt >= 0 && counts.length > 1) return withoutBareTotal(counts, bareAt)
  const [first, ...rest] = counts
  if (first && isHeadOfParts(first, rest)) return sumOf(counts) === 2 * first.value ? rest : []
  if (!first || counts.length < 3) return counts
  return first.value === sumOf(rest) && generic.has(first.text) ? rest : counts
}

/**
 * Reads a total without a noun: "We were 9, 2 foremen and 7 laborers" are 9. "Got 8 in for 4 guys" are not 12, but the
 * person who writes can be one more: "8 and me".
 */
function withoutBareTotal(counts: readonly Counted[], bareAt: number): readonly Node[] {
  const others = counts.filter((_, at) => at !== bareAt)
  if (sumOf(others) === counts[bareAt]?.value) return others
  return counts.length === 2 && counts[1]?.text === 'me' ? counts : []
}

/** "20 men. 12 union 8 non", "5 guys, 3 electricians": the parts of the first number, or more people. */
const isHeadOfParts = (head: Counted, rest: readonly Counted[]) =>
  head.isHead === true &&
  rest.length > 0 &&
  generic.has(head.text) &&
  rest.every(({ text }) => !generic.has(text) && text !== 'one' && text !== 'me')

/** The share of each worker in the hours of all: "6 guys 48 hours" are 8 each, "6 guys 50 hours" are not certain. */
function shareOf(all: Node, count: number | undefined): number | undefined {
  const share = count ? round(all.value / count) : undefined
  if (share === undefined || share < 2 || share > 14) return undefined
  return all.text === 'many' && !Number.isInteger(share * 4) ? undefined : share
}

/** Groups with different hours: each count belongs to the next hours, or each hours to the next count. */
function grouped(clauses: readonly Node[]): Both {
  const [first, last] = [clauses[0], clauses.at(-1)]
  const ordered = first?.kind === 'hours' && last?.kind === 'count' ? clauses.toReversed() : clauses
  let [waiting, count, total] = [0, 0, 0]
  for (const node of ordered) {
    if (node.kind === 'count') waiting += node.value
    else if (waiting === 0) return {}
    else {
      count += waiting
      total += waiting * node.value
      waiting = 0
    }
  }
  return waiting > 0 || count === 0 ? {} : { count: checked(count), hours: round(total / count) }
}
