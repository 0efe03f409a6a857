import { type Condition, quotedText, readCondition, writeCondition } from './readCondition.ts'

/** Calculations that menus can show, each with how it is written and how it is read back. */

/** What authors choose for one place of a calculation. */
export type Slot =
  | 'numbers'
  | 'factors'
  | 'from'
  | 'less'
  | 'ownList'
  | 'key'
  | 'ownColumn'
  | 'list'
  | 'column'
  | 'time'
  | 'endTime'
  | 'date'
  | 'endDate'
  | 'days'
  | 'answers'
  | 'answer'
  | 'cell'
  | 'condition'
  | 'yes'
  | 'no'

export interface Calculation {
  readonly kind: CalculationKind
  /** `answer` is written as in the expression: `'yes'`, `true`, `2`. */
  readonly values: Readonly<Partial<Record<Slot, readonly string[]>>>
  readonly condition?: Condition | undefined
}

export type CalculationKind =
  | 'add'
  | 'subtract'
  | 'multiply'
  | 'sumColumn'
  | 'count'
  | 'countWhere'
  | 'hours'
  | 'minutes'
  | 'daysBetween'
  | 'addDays'
  | 'score'
  | 'choose'
  | 'lookup'

export const slotsOf: Readonly<Record<CalculationKind, readonly Slot[]>> = {
  add: ['numbers'],
  subtract: ['from', 'less'],
  multiply: ['factors'],
  sumColumn: ['list', 'column'],
  count: ['list'],
  countWhere: ['list', 'column', 'cell'],
  hours: ['time', 'endTime'],
  minutes: ['time', 'endTime'],
  daysBetween: ['date', 'endDate'],
  addDays: ['date', 'days'],
  score: ['answers', 'answer'],
  choose: ['condition', 'yes', 'no'],
  lookup: ['ownList', 'key', 'ownColumn'],
}

const unquoted = (held: string) => held.replaceAll(/\\(.)/gs, (_, sign: string) => (sign === 'n' ? '\n' : sign))

export function isComplete({ kind, values, condition }: Calculation): boolean {
  return slotsOf[kind].every((slot) => {
    if (slot === 'condition') return condition !== undefined && condition.rows.length > 0
    if (slot === 'yes' || slot === 'no') return true
    return (values[slot] ?? []).some((value) => value !== '')
  })
}

/** What was chosen for a place; the first one, or all. */
interface Chosen {
  one(slot: Slot): string
  all(slot: Slot): readonly string[]
  readonly condition: Condition | undefined
}

const writers: Readonly<Record<CalculationKind, (chosen: Chosen) => string>> = {
  add: ({ all }) => all('numbers').join(' + '),
  subtract: ({ one }) => `${one('from')} - ${one('less')}`,
  multiply: ({ all }) => all('factors').join(' * '),
  sumColumn: ({ one }) => `sum(${one('list')}, ${quotedText(one('column'))})`,
  count: ({ one }) => `count(${one('list')})`,
  countWhere: ({ one }) => `countWhere(${one('list')}, ${quotedText(one('column'))}, ${one('cell')})`,
  hours: ({ one }) => `hours(${one('time')}, ${one('endTime')})`,
  minutes: ({ one }) => `round(hours(${one('time')}, ${one('endTime')}) * 60)`,
  daysBetween: ({ one }) => `daysBetween(${one('date')}, ${one('endDate')})`,
  addDays: ({ one }) => `addDays(${one('date')}, ${Number(one('days'))})`,
  score: ({ one, all }) =>
    all('answers')
      .map((answer) => `if(${answer} = ${one('answer')}, 1, 0)`)
      .join(' + '),
  choose: ({ one, condition }) =>
    `if(${condition ? writeCondition(condition) : 'true'}, ${quotedText(one('yes'))}, ${quotedText(one('no'))})`,
  lookup: ({ one }) => `lookup(${quotedText(one('ownList'))}, ${one('key')}, ${quotedText(one('ownColumn'))})`,
}

export const writeCalculation = ({ kind, values, condition }: Calculation): string =>
  writers[kind]({ one: (slot) => values[slot]?.[0] ?? '', all: (slot) => values[slot] ?? [], condition })

type Read = (source: string) => Calculation | undefined

const pattern =
  (kind: CalculationKind, expression: RegExp, slots: readonly Slot[]): Read =>
  (source) => {
    const found = expression.exec(source)
    if (!found) return undefined
    return { kind, values: Object.fromEntries(slots.map((slot, index) => [slot, [unquoted(found[index + 1] ?? '')]])) }
  }

const isName = (part: string) => /^[A-Za-z_][\w.]*$/.test(part)

const namesBetween = (source: string, sign: string): string[] | undefined => {
  const names = source.split(sign).map((part) => part.trim())
  return names.every(isName) ? names : undefined
}

const readSum: Read = (source) => {
  const numbers = namesBetween(source, '+')
  return numbers && { kind: 'add', values: { numbers } }
}

const readProduct: Read = (source) => {
  const factors = namesBetween(source, '*')
  return factors && factors.length > 1 ? { kind: 'multiply', values: { factors } } : undefined
}

const readDifference: Read = (source) => {
  const [from, less, ...rest] = namesBetween(source, '-') ?? []
  return from !== undefined && less !== undefined && rest.length === 0
    ? { kind: 'subtract', values: { from: [from], less: [less] } }
    : undefined
}

/** `countWhere(list, 'column', value)` */
const readCountWhere: Read = (source) => {
  if (!source.startsWith('countWhere(') || !source.endsWith(')')) return undefined
  const [list = '', column, cell = '', ...rest] = splitOutside(source.slice('countWhere('.length, -1), ',')
  const name = textIn(column)
  if (!isName(list) || name === undefined || !isFixed(cell) || rest.length > 0) return undefined
  return { kind: 'countWhere', values: { list: [list], column: [name], cell: [cell] } }
}

/** Splits at a sign outside of texts and brackets. */
function splitOutside(source: string, sign: string): string[] {
  const parts: string[] = ['']
  let depth = 0
  for (const [part] of source.matchAll(/'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|[^'"]/gs)) {
    if (part === '(' || part === '[') depth += 1
    if (part === ')' || part === ']') depth -= 1
    if (part === sign && depth === 0) parts.push('')
    else parts.push((parts.pop() ?? '') + part)
  }
  return parts.map((part) => part.trim())
}

/** The arguments of `if(…)`. */
const choiceIn = (source: string): readonly string[] =>
  source.startsWith('if(') && source.endsWith(')') ? splitOutside(source.slice(3, -1), ',') : []

const textIn = (part: string | undefined): string | undefined => {
  const held = /^'((?:[^'\\]|\\.)*)'$/s.exec(part ?? '')?.[1]
  return held === undefined ? undefined : unquoted(held)
}

/** A text, a number, or yes or no. */
const isFixed = (written: string): boolean => textIn(written) !== undefined || /^(?:true|false|-?\d+(?:\.\d+)?)$/.test(written)

const readScore: Read = (source) => {
  const found = splitOutside(source, '+').map((part) => {
    const [is = '', one, zero] = choiceIn(part)
    const [question = '', sign, ...rest] = is.split(' ')
    const answer = rest.join(' ')
    return one === '1' && zero === '0' && isName(question) && sign === '=' && isFixed(answer) ? { question, answer } : undefined
  })
  const answer = found[0]?.answer
  if (answer === undefined || found.some((part) => part?.answer !== answer)) return undefined
  return { kind: 'score', values: { answers: found.map((part) => part?.question ?? ''), answer: [answer] } }
}

const readChoice: Read = (source) => {
  const [is, yes, no] = choiceIn(source)
  const condition = is === undefined ? undefined : readCondition(is)
  const texts = [textIn(yes), textIn(no)]
  if (!condition || texts.some((one) => one === undefined)) return undefined
  return { kind: 'choose', condition, values: { yes: [texts[0] ?? ''], no: [texts[1] ?? ''] } }
}

const readers: readonly Read[] = [
  readSum,
  readDifference,
  readProduct,
  readCountWhere,
  pattern('sumColumn', /^sum\(([A-Za-z_][\w.]*), '((?:[^'\\]|\\.)*)'\)$/s, ['list', 'column']),
  pattern('count', /^count\(([A-Za-z_][\w.]*)\)$/, ['list']),
  pattern('hours', /^hours\(([A-Za-z_][\w.]*), ([A-Za-z_][\w.]*)\)$/, ['time', 'endTime']),
  pattern('minutes', /^round\(hours\(([A-Za-z_][\w.]*), ([A-Za-z_][\w.]*)\) \* 60\)$/, ['time', 'endTime']),
  pattern('lookup', /^lookup\('((?:[^'\\]|\\.)*)', ([A-Za-z_][\w.]*), '((?:[^'\\]|\\.)*)'\)$/s, ['ownList', 'key', 'ownColumn']),
  pattern('daysBetween', /^daysBetween\(([A-Za-z_][\w.]*|today\(\)), ([A-Za-z_][\w.]*|today\(\))\)$/, ['date', 'endDate']),
  pattern('addDays', /^addDays\(([A-Za-z_][\w.]*|today\(\)), (-?\d+)\)$/, ['date', 'days']),
  readScore,
  readChoice,
]

/** The calculation of an expression; undefined if the menus cannot show it. */
export function readCalculation(source: string): Calculation | undefined {
  const trimmed = source.trim()
  // Longer expressions are not written by the menus, and the patterns need not look at them.
  if (trimmed.length > 4000) return undefined
  for (const read of readers) {
    const found = read(trimmed)
    if (found && writeCalculation(found) === trimmed) return found
  }
  return undefined
}
