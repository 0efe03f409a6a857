import { is, isNumber, isSign, isWhole, isWord, join, type Node, past, type Rule } from './Node.ts'

/* Lines of a form: "Workers: 12", "hrs each = 8", "# de trabajadores: 16", "Total hours: 96", "Job: 2217". */

const isAround = (node: Node | undefined) =>
  is(node, 'were') ||
  is(node, 'each', 'of', 'total', 'filler', 'crew', 'worker', 'regular', 'noise') ||
  isWord(
    node,
    '(',
    ')',
    'count',
    'size',
    'per',
    'por',
    'worked',
    'trabajadas',
    'trabalhadas',
    'no',
    'onsite',
    'shift',
    'total',
    '/',
    '-',
    'que',
    'na',
    'en',
    'in',
    'on',
    'site',
    'obra',
    'directa',
    'direta',
    'local',
    'sitio',
  )

/** Returns the place of the sign after a label that begins at a word, or 0. */
function signAfter(nodes: readonly Node[], at: number): number {
  let next = at + 1
  while (next < at + 5 && isAround(nodes[next]) && !isNumber(nodes[next])) next++
  return isSign(nodes[next], ':=') && isNumber(nodes[isWord(nodes[next + 1], '-') ? next + 2 : next + 1]) ? next : 0
}

/** Returns whether a word of hours is the label of the next number: "12 hrs: 8" is a number and a label. */
export const isLabel = (nodes: readonly Node[], at: number): boolean => signAfter(nodes, at) > 0

const isShift = (nodes: readonly Node[], at: number) => is(nodes[at], 'to') && (isNumber(nodes[at + 1]) || nodes[at + 1]?.kind === 'clock')

const countLabels = '# manpower headcount hc mp efetivo efectivo personal pessoal count no total qty cantidad qtd quantidade'.split(' ')

/** "10 en total: 4 peones y 6 ayudantes": the total belongs to the number before it. */
const isTotalOfBefore = (nodes: readonly Node[], at: number) =>
  is(nodes[at], 'total') && isNumber(nodes[at - 2]) && (is(nodes[at - 1], 'worker') || isWord(nodes[at - 1], 'in', 'en', 'na', 'al', 'ao'))

/** "Workers: 12", "Hrs each = 8". */
const labelled: Rule = (nodes, at) => {
  const first = nodes[at]
  const isHours = is(first, 'hour', 'day')
  const isAfterValue = isNumber(nodes[at - 1]) && isSign(nodes[at - 2], ':=')
  if (isTotalOfBefore(nodes, at)) return undefined
  if (!(isHours || is(first, 'worker', 'crew', 'total') || isWord(first, ...countLabels)) || (isNumber(nodes[at - 1]) && !isAfterValue))
    return undefined
  const sign = signAfter(nodes, at)
  const value = nodes[sign + 1]
  if (sign === 0 || !isNumber(value) || isShift(nodes, sign + 2)) return undefined
  const words = nodes.slice(at, sign)
  if (isHours || words.some((node) => is(node, 'hour'))) return hoursLabelled(nodes, at, sign, value, words)
  return countLabelled(nodes, at, sign, value)
}

function countLabelled(nodes: readonly Node[], at: number, sign: number, value: Node): ReturnType<Rule> {
  const after = nodes[sign + 2]
  if (!isWhole(value) || value.value > 2000 || (is(after, 'hour') && !isLabel(nodes, sign + 2))) return undefined
  const hasNoun = is(after, 'worker') && !isLabel(nodes, sign + 2) && !isNumber(nodes[sign + 3])
  const end = hasNoun ? sign + 3 : sign + 2
  // "Carpenters: 4" is one of several trades, "Workers: 12" may be the sum of them.
  return [end - at, join(nodes.slice(at, end), 'count', value.value, { text: nodes[at]?.text ?? '' })]
}

function hoursLabelled(nodes: readonly Node[], at: number, sign: number, value: Node, words: readonly Node[]): ReturnType<Rule> {
  if (is(nodes[sign + 2], 'worker') && !isLabel(nodes, sign + 2) && !isNumber(nodes[sign + 3])) return undefined
  const isSum =
    !words.some((node) => isWord(node, '/', 'per', 'por')) &&
    words.some((node) => is(node, 'total') || isWord(node, 'man', 'hombre', 'homem')) &&
    !words.some((node) => is(node, 'each'))
  const end = is(nodes[sign + 2], 'hour') && !isLabel(nodes, sign + 2) ? sign + 3 : sign + 2
  if (!isSum && value.value > 24) return undefined
  return [end - at, join(nodes.slice(at, end), isSum ? 'allHours' : 'hours', value.value)]
}

const otherLabels = new Set(
  'job project proyecto projeto obra date fecha data weather clima tiempo tempo temp temperature temperatura ticket po invoice factura fatura nota nf recibo cheque contrato contract order permit pedido # apto depto unit units lote lot casa house apt phone tel telefono telefone id ref wo folio orden ordem number numero piso nivel level planta floor lvl andar reporte relatorio report'.split(
    ' ',
  ),
)

const isListed = (nodes: readonly Node[], at: number) =>
  (isSign(nodes[at], ',/-&') || is(nodes[at], 'and') || isWord(nodes[at], 'al', 'ao', 'to', 'a', 'ate', 'till', 'thru')) &&
  isNumber(nodes[at + 1])

/** Returns whether a word is the label of a number that is no figure. "Trabajadores en obra: 6" is a figure. */
function isReferenceLabel(nodes: readonly Node[], at: number): boolean {
  const first = nodes[at]
  if (first?.kind !== 'word' && first?.kind !== 'sign') return false
  if (isWord(first, 'obra', 'job', 'project', 'proyecto') && isWord(nodes[at - 1], 'en', 'na', 'in', 'on')) return false
  return is(first, 'spot') || otherLabels.has(first.text)
}

/** "201B": a letter directly behind a number. */
function isLetterOfNumber(nodes: readonly Node[], at: number): boolean {
  const letter = nodes[at]
  return letter?.kind === 'word' && letter.text.length === 1 && letter.from === nodes[at - 1]?.to
}

/** Order numbers, units, dates and temperatures are no figures of a report: "Job 2217", "Units 201-204", "axis 4". */
const reference: Rule = (nodes, at) => {
  if (!isReferenceLabel(nodes, at)) return undefined
  const isSpot = is(nodes[at], 'spot')
  const next = past(nodes, at + 1, (node) => isSign(node, ':=#.') || isWord(node, 'no', 'number', 'numero', '-'))
  const number = nodes[next]
  if (!isNumber(number) || (isSpot && isSign(nodes[at + 1], ':='))) return undefined
  if (is(nodes[next + 1], 'worker', 'hour', 'minute', 'relative', 'trade') && !isLabel(nodes, next + 1)) return undefined
  const end = endOfList(nodes, isLetterOfNumber(nodes, next + 1) ? next + 2 : next + 1)
  const value = isSpot && end === next + 1 ? number.value : Number.NaN
  return [end - at, join(nodes.slice(at, end), 'done', value, { text: 'spot' })]
}

/** Returns how many nodes the next number of a list takes: 2 with its joining word, 1 without, or 0 if the list ends. */
function stepOfList(nodes: readonly Node[], at: number): number {
  const isPlus = isWord(nodes[at], '+') && isNumber(nodes[at + 1])
  const isDate = isWord(nodes[at], '/') && isNumber(nodes[at + 1]) && nodes[at]?.from === nodes[at - 1]?.to
  if (isDate || ((isListed(nodes, at) || isPlus) && !is(nodes[at + 2], 'worker', 'hour', 'minute'))) return 2
  const next = nodes[at]
  return isNumber(next) && next.value >= 100 ? 1 : 0
}

/** Returns the end of "301, 302 and 303" or "14+50". At most six more numbers. */
function endOfList(nodes: readonly Node[], start: number): number {
  let end = start
  while (end < start + 12) {
    const step = stepOfList(nodes, end)
    if (step === 0) return end
    end += step
    if (step === 2 && isLetterOfNumber(nodes, end)) end++
  }
  return end
}

const months = new Set(
  'jan january enero janeiro feb february febrero fevereiro mar march marzo marco apr april abril may mayo maio jun june junio junho jul july julio julho aug august agosto sep sept september septiembre setembro oct october octubre outubro nov november noviembre novembro dec december diciembre dezembro'.split(
    ' ',
  ),
)
const weekdays = new Set(
  'mon monday tue tuesday tues wed wednesday thu thursday thurs fri friday sat saturday sun sunday lunes martes miercoles jueves viernes sabado domingo segunda terca quarta quinta sexta'.split(
    ' ',
  ),
)
const done = (nodes: readonly Node[], at: number, length: number): ReturnType<Rule> => [
  length,
  join(nodes.slice(at, at + length), 'done', Number.NaN),
]
const isDayNumber = (node: Node | undefined): node is Node => isWhole(node) && node.value >= 1 && node.value <= 31

const isIn = (node: Node | undefined, words: ReadonlySet<string>) => node?.kind === 'word' && words.has(node.text)

/** "11/23", where more numbers follow. */
const slashedDate: Rule = (nodes, at) => {
  const [first, second, third] = nodes.slice(at, at + 3)
  if (!isDayNumber(first) || !isWord(second, '/') || !isDayNumber(third)) return undefined
  const isTight = second?.from === first.to && third.from === second.to
  const isLed = at === 0 || isSlash(nodes[at + 3]) || isSign(nodes[at + 3], ':,-.;') || isIn(nodes[at - 1], weekdays)
  if (!isTight || !isLed || Math.max(first.value, third.value) <= 12 || !nodes.slice(at + 3, at + 43).some(isNumber)) return undefined
  return done(nodes, at, isSlash(nodes[at + 3]) && isWhole(nodes[at + 4]) ? 5 : 3)
}

/** "Nov 23", "23 de noviembre", "the 12th". */
const monthDate: Rule = (nodes, at) => {
  const [first, second, third] = nodes.slice(at, at + 3)
  if (isIn(first, months) && isDayNumber(second) && !is(third, 'worker', 'hour') && first?.text !== 'may')
    return done(nodes, at, isWord(third, 'th', 'st', 'nd', 'rd') ? 3 : 2)
  if (!isDayNumber(first)) return undefined
  if (isWord(second, 'th', 'nd', 'rd', 'st') && second?.from === first.to) return done(nodes, at, 2)
  if (isWord(second, 'de') && isIn(third, months)) return done(nodes, at, 3)
  return isIn(second, months) ? done(nodes, at, 2) : undefined
}

/** "lunes 23:", "dia 23," at the start. */
const dayDate: Rule = (nodes, at) => {
  const [first, second, third] = nodes.slice(at, at + 3)
  const isDay = at === 0 && (isIn(first, weekdays) || isWord(first, 'dia'))
  // "De férias até dia 5".
  const isUntilDay = isWord(first, 'dia') && isWord(nodes[at - 1], 'ate', 'hasta', 'o', 'el', 'na') && !is(third, 'worker', 'hour', 'trade')
  if (isUntilDay && isDayNumber(second)) return done(nodes, at, 2)
  return isDay && isDayNumber(second) && (isSign(third, ',:-.') || third === undefined) ? done(nodes, at, 2) : undefined
}
const isSlash = (node: Node | undefined) => isWord(node, '/')

/** "B2", "gate K7": a letter and a number. Some letters are words, such as the "x" in "4x8". */
function isLetterWithNumber(nodes: readonly Node[], at: number): boolean {
  const [letter, number] = nodes.slice(at, at + 2)
  return (
    letter?.kind === 'word' &&
    letter.text.length === 1 &&
    (letter.isCapital === true || !'apxwhnyeoms'.includes(letter.text)) &&
    isNumber(number) &&
    number.from === letter.to
  )
}

const isRoom = (nodes: readonly Node[], at: number) => isNumber(nodes[at]) && nodes[at].value >= 100 && !is(nodes[at + 1], 'worker', 'hour')

/** Returns the end of the numbers in "units 301, 302 and 303". */
function endOfRooms(nodes: readonly Node[], start: number): number {
  let end = start
  while (end < start + 11 && (isRoom(nodes, end) || (isListed(nodes, end) && isRoom(nodes, end + 1)))) end += isRoom(nodes, end) ? 1 : 2
  return end
}

/** "B2" is the name of a place, and so are the numbers behind a place: "units 301, 302 and 303". */
const lettered: Rule = (nodes, at) => {
  if (isLetterWithNumber(nodes, at)) return done(nodes, at, 2)
  if (nodes[at]?.kind !== 'place') return undefined
  const lastRoom = endOfRooms(nodes, at + 1)
  const end = lastRoom > at + 1 ? lastRoom : endOfNames(nodes, at)
  return end > at + 1 ? [end - at, join(nodes.slice(at, end), 'place', Number.NaN)] : undefined
}

/** "Lots 4, 5 and 6" at the end of a text that has workers: all are names. */
function endOfNames(nodes: readonly Node[], at: number): number {
  if (nodes[at]?.isMarked !== true || !nodes.slice(0, at).some((node) => is(node, 'worker'))) return at
  let end = at + 1
  while (end < at + 12 && isListed(nodes, end) && !isSign(nodes[end], '/-')) end += 2
  return nodes[end] === undefined || isSign(nodes[end], '.;') ? end : at
}

/** "1) 12 2) 9": the numbers of the questions. */
const enumeration: Rule = (nodes, at) => {
  const [first, sign, next] = nodes.slice(at, at + 3)
  const isLine =
    at === 0
      ? nodes.some((node, n) => isWhole(node) && node.value === 2 && isSign(nodes[n - 1], ',') && isSign(nodes[n + 1], '.'))
      : isSign(nodes[at - 1], ',') && nodes[0]?.text === '1' && isSign(nodes[1], '.')
  const isPoint = isSign(sign, '.') && isLine
  const isNumbered = isWhole(first) && first.value <= 5 && (isSign(sign, ')') || isPoint) && sign?.from === first.to && next !== undefined
  if (!isNumbered) return undefined
  const isInside = nodes.slice(Math.max(0, at - 12), at).some((node) => isSign(node, '('))
  return isInside ? undefined : done(nodes, at, 2)
}

/** "Men 4 hrs 8 loc garage": labels without signs, from the start of a sentence. */
const labelPair: Rule = (nodes, at) => {
  const [first, count, unit] = nodes.slice(at, at + 3)
  if (
    !is(first, 'worker', 'crew') ||
    !isWhole(count) ||
    !is(unit, 'hour') ||
    isNumber(nodes[at - 1]) ||
    is(nodes[at - 1], 'worker', 'a', 'trade')
  )
    return undefined
  const next = past(nodes, at + 3, (node) => isSign(node, ':=') || is(node, 'each'))
  const hours = nodes[next]
  if (!isNumber(hours) || hours.value > 24 || is(nodes[next + 1], 'worker', 'hour', 'minute', 'trade', 'to', 'break')) return undefined
  const end = is(nodes[next + 1], 'each') ? next + 2 : next + 1
  return [
    end - at,
    join([first as Node, count], 'count', count.value, { text: first?.text ?? '' }),
    join(nodes.slice(at + 2, end), 'hours', hours.value),
  ]
}

/** "Zero incidents", "0 injuries". */
const noIncident: Rule = (nodes, at) =>
  nearMiss(nodes, at) ??
  (isNumber(nodes[at]) &&
  nodes[at]?.value === 0 &&
  isIncident(nodes[past(nodes, at + 1, (node) => isWord(node, 'safety', 'reportable', 'de'))])
    ? [
        past(nodes, at + 1, (node) => isWord(node, 'safety', 'reportable', 'de')) + 1 - at,
        join(nodes.slice(at, at + 2), 'done', Number.NaN),
      ]
    : undefined)

/** "1 near miss", "1 casi accidente". */
const nearMiss: Rule = (nodes, at) =>
  isNumber(nodes[at]) &&
  isWord(nodes[at + 1], 'near', 'casi', 'quase', 'first') &&
  (isWord(nodes[at + 2], 'miss', 'misses', 'aid') || isIncident(nodes[at + 2]))
    ? done(nodes, at, 3)
    : undefined
const incidents =
  'incidents incident injuries injury accidents accident accidentes accidente incidentes incidente lesiones lesion lesoes lesao acidentes acidente ocorrencias issues problems problemas'.split(
    ' ',
  )
const isIncident = (node: Node | undefined) => isWord(node, ...incidents)

const placeLabels = 'location loc lugar local ubicacion area where place frente donde onde zona setor sector'.split(' ')

/** "Lugar: sótano 3": what follows is a place, until the end of the line. */
const placeLabel: Rule = (nodes, at) => {
  if (!isWord(nodes[at], ...placeLabels) || !isSign(nodes[at + 1], ':=') || isWord(nodes[at - 1], 'no', 'na', 'en', 'in', 'on', 'em'))
    return undefined
  let end = at + 2
  while (end < at + 10 && nodes[end] !== undefined && !isSign(nodes[end], ',;/|.-') && !isLabel(nodes, end)) end++
  return [end - at, join(nodes.slice(at, end), 'place', Number.NaN)]
}

const isPlainWord = (node: Node | undefined) => node?.kind === 'word' && !is(node, 'or')

/** "en el 8", "el 3!": the number of a floor or a house. */
const articleSpot: Rule = (nodes, at) => {
  const isAfterVerb = isWord(nodes[at], 'o') && isPlainWord(nodes[at - 1]) && (nodes[at + 2] === undefined || isSign(nodes[at + 2], ',.;!'))
  const isLed = (isWord(nodes[at], 'el', 'del') || isAfterVerb) && isWhole(nodes[at + 1])
  return isLed && !is(nodes[at + 2], 'worker', 'hour', 'trade', 'minute', 'relative') ? done(nodes, at, 2) : undefined
}

/** Recognizes labels with their values, and numbers that are no figures. */
export const labelRules: readonly (readonly Rule[])[] = [
  [placeLabel, slashedDate, monthDate, dayDate, articleSpot, reference, lettered, enumeration, noIncident],
  [labelled, labelPair],
]
