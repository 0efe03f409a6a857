import type { allFunctions } from './allFunctions.ts'

/**
 * What authors read about each function of the expression language: the guide, the studio and the messages of the
 * checker print it. The types demand a record for every function of allFunctions.ts. Devices that
 * only fill in forms do not load this module.
 */

export type FunctionName = keyof typeof allFunctions

/** `date`: yyyy-MM-dd, `time`: HH:mm, `duration`: "45 mins" or "1.5 hours"; all three are stored as texts. */
export type ValueType = 'any' | 'text' | 'number' | 'boolean' | 'date' | 'time' | 'duration' | 'list'

export interface FunctionParameter {
  readonly name: string
  /** The types that make sense; another one gives an empty result. */
  readonly types: readonly ValueType[]
  readonly optional?: true
  /** May be given several times; always the last parameter. */
  readonly repeats?: true
}

export interface FunctionExample {
  readonly expression: string
  /** Answers that the expression reads. */
  readonly answers?: Readonly<Record<string, unknown>>
  readonly result: unknown
}

export const functionGroups = ['conditions', 'lists', 'numbers', 'texts', 'dates', 'times'] as const
export type FunctionGroup = (typeof functionGroups)[number]

export interface FunctionRecord {
  readonly name: FunctionName
  readonly group: FunctionGroup
  /** `round(number, places?)` */
  readonly signature: string
  /** Every way to write it: `round(number)`, `round(number, places)`. */
  readonly ways: readonly string[]
  /** One sentence. */
  readonly description: string
  readonly parameters: readonly FunctionParameter[]
  readonly result: readonly ValueType[]
  readonly examples: readonly FunctionExample[]
}

type Described = Omit<FunctionRecord, 'name' | 'signature'>

const given = (name: string, ...types: ValueType[]): FunctionParameter => ({ name, types })
const optional = (name: string, ...types: ValueType[]): FunctionParameter => ({ name, types, optional: true })
const several = (name: string, ...types: ValueType[]): FunctionParameter => ({ name, types, repeats: true })

const crew = [
  { name: 'Ana', hours: 8, role: 'Rigger', present: true },
  { name: 'Bo', hours: 4.5, role: 'Welder', present: false },
  { name: 'Cy', hours: 6, role: 'Rigger', present: true },
]

const described: Readonly<Record<FunctionName, Described>> = {
  if: {
    group: 'conditions',
    ways: ['if(condition, then)', 'if(condition, then, otherwise)'],
    description: 'Gives one of two values, depending on a condition.',
    parameters: [given('condition', 'any'), given('then', 'any'), optional('otherwise', 'any')],
    result: ['any'],
    examples: [{ expression: "if(hours > 8, 'Overtime', 'Regular')", answers: { hours: 9 }, result: 'Overtime' }],
  },
  empty: {
    group: 'conditions',
    ways: ['empty(value)'],
    description: 'True when there is no answer, an empty list, or a text of spaces only.',
    parameters: [given('value', 'any')],
    result: ['boolean'],
    examples: [{ expression: 'empty(comment)', answers: { comment: ' ' }, result: true }],
  },
  coalesce: {
    group: 'conditions',
    ways: ['coalesce(a, b, …)'],
    description: 'Gives the first value that is not empty.',
    parameters: [several('value', 'any')],
    result: ['any'],
    examples: [{ expression: "coalesce(nickname, name, 'Unknown')", answers: { nickname: '', name: 'Ana' }, result: 'Ana' }],
  },
  len: {
    group: 'texts',
    ways: ['len(text)', 'len(list)'],
    description: 'Counts the characters of a text, or the items of a list.',
    parameters: [given('value', 'text', 'list')],
    result: ['number'],
    examples: [{ expression: 'len(name)', answers: { name: 'Ana' }, result: 3 }],
  },
  length: {
    group: 'texts',
    ways: ['length(text)', 'length(list)'],
    description: 'The same as len.',
    parameters: [given('value', 'text', 'list')],
    result: ['number'],
    examples: [{ expression: 'length(crew)', answers: { crew }, result: 3 }],
  },
  count: {
    group: 'lists',
    ways: ['count(list)', "count(list, 'attribute')", "count(list, 'attribute', value)"],
    description: 'Counts all items, the items with an answer in an attribute, or the items with this answer.',
    parameters: [given('list', 'list'), optional('attribute', 'text'), optional('value', 'any')],
    result: ['number'],
    examples: [
      { expression: 'count(crew)', answers: { crew }, result: 3 },
      { expression: "count(crew, 'role', 'Rigger')", answers: { crew }, result: 2 },
    ],
  },
  sum: {
    group: 'numbers',
    ways: ['sum(a, b, …)', 'sum(list)', "sum(list, 'attribute')"],
    description: 'Adds numbers, the numbers of a list, or one attribute of all items. Anything else is left out.',
    parameters: [several('value', 'number', 'list', 'text')],
    result: ['number'],
    examples: [
      { expression: "sum(crew, 'hours')", answers: { crew }, result: 18.5 },
      { expression: 'sum(morning, afternoon)', answers: { morning: 4, afternoon: 3 }, result: 7 },
    ],
  },
  average: {
    group: 'numbers',
    ways: ['average(a, b, …)', 'average(list)', "average(list, 'attribute')"],
    description: 'The average of numbers, of a list, or of one attribute of all items.',
    parameters: [several('value', 'number', 'list', 'text')],
    result: ['number'],
    examples: [{ expression: "round(average(crew, 'hours'), 1)", answers: { crew }, result: 6.2 }],
  },
  min: {
    group: 'numbers',
    ways: ['min(a, b, …)', 'min(list)', "min(list, 'attribute')"],
    description: 'The smallest number, or the earliest date or time.',
    parameters: [several('value', 'number', 'date', 'time', 'list', 'text')],
    result: ['number', 'date', 'time', 'text'],
    examples: [{ expression: "min(crew, 'hours')", answers: { crew }, result: 4.5 }],
  },
  max: {
    group: 'numbers',
    ways: ['max(a, b, …)', 'max(list)', "max(list, 'attribute')"],
    description: 'The largest number, or the latest date or time.',
    parameters: [several('value', 'number', 'date', 'time', 'list', 'text')],
    result: ['number', 'date', 'time', 'text'],
    examples: [{ expression: "max(crew, 'hours')", answers: { crew }, result: 8 }],
  },
  some: {
    group: 'lists',
    ways: ['some(list)', "some(list, 'attribute')", "some(list, 'attribute', value)"],
    description: 'True when at least one item has an answer in the attribute, or this answer.',
    parameters: [given('list', 'list'), optional('attribute', 'text'), optional('value', 'any')],
    result: ['boolean'],
    examples: [{ expression: "some(crew, 'role', 'Welder')", answers: { crew }, result: true }],
  },
  every: {
    group: 'lists',
    ways: ['every(list)', "every(list, 'attribute')", "every(list, 'attribute', value)"],
    description: 'True when all items have an answer in the attribute, or this answer; also for an empty list.',
    parameters: [given('list', 'list'), optional('attribute', 'text'), optional('value', 'any')],
    result: ['boolean'],
    examples: [{ expression: "every(crew, 'present')", answers: { crew }, result: false }],
  },
  countWhere: {
    group: 'lists',
    ways: ['countWhere(list, attribute, value)', 'countWhere(list, attribute, [value, value])'],
    description: 'Counts the items whose attribute has this value, or one of these values.',
    parameters: [given('list', 'list'), given('attribute', 'text'), given('value', 'any')],
    result: ['number'],
    examples: [
      { expression: "countWhere(crew, 'role', 'Rigger')", answers: { crew }, result: 2 },
      { expression: "countWhere(crew, 'role', ['Rigger', 'Welder'])", answers: { crew }, result: 3 },
    ],
  },
  sumWhere: {
    group: 'lists',
    ways: ['sumWhere(list, attribute, value, number)'],
    description: 'Adds the last attribute of the items whose attribute has this value, or one of these values.',
    parameters: [given('list', 'list'), given('attribute', 'text'), given('value', 'any'), given('number', 'text')],
    result: ['number'],
    examples: [{ expression: "sumWhere(crew, 'role', 'Rigger', 'hours')", answers: { crew }, result: 14 }],
  },
  item: {
    group: 'lists',
    ways: ['item(list, place)', "item(list, place, 'attribute')"],
    description: 'The item at a place of a list: 1 is the first one, -1 the last one. With an attribute, its answer there.',
    parameters: [given('list', 'list'), given('place', 'number'), optional('attribute', 'text')],
    result: ['any'],
    examples: [
      { expression: "item(crew, 1, 'name')", answers: { crew }, result: 'Ana' },
      { expression: 'item(hazards, -1)', answers: { hazards: ['Dust', 'Noise'] }, result: 'Noise' },
    ],
  },
  has: {
    group: 'lists',
    ways: ['has(list, value)'],
    description: 'True when a list has this value, such as a choice of several.',
    parameters: [given('list', 'list', 'any'), given('value', 'any')],
    result: ['boolean'],
    examples: [{ expression: "has(hazards, 'Dust')", answers: { hazards: ['Dust', 'Noise'] }, result: true }],
  },
  lookup: {
    group: 'lists',
    ways: ["lookup('list', key)", "lookup('list', key, 'attribute')"],
    description: 'Finds the entry of a list by its key, also without a connection, and gives an attribute of it, or its label.',
    parameters: [given('list', 'text'), given('key', 'any'), optional('attribute', 'text')],
    result: ['any'],
    examples: [
      {
        expression: "lookup('machines', machine, 'serial')",
        answers: { machine: 'EX-204', 'lookup:machines': [{ id: 'EX-204', label: 'Excavator 204', attributes: { serial: 'K7731' } }] },
        result: 'K7731',
      },
    ],
  },
  join: {
    group: 'lists',
    ways: ['join(list)', "join(list, ', ')", "join(list, ', ', 'attribute')"],
    description: 'Makes one text of a list, with a separator between the items.',
    parameters: [given('list', 'list'), optional('separator', 'text'), optional('attribute', 'text')],
    result: ['text'],
    examples: [{ expression: "join(crew, ' / ', 'name')", answers: { crew }, result: 'Ana / Bo / Cy' }],
  },
  contains: {
    group: 'texts',
    ways: ['contains(text, part)', 'contains(list, value)'],
    description: 'True when a text contains a part, or a list contains a value.',
    parameters: [given('whole', 'text', 'list'), given('part', 'any')],
    result: ['boolean'],
    examples: [{ expression: "contains(note, 'gas')", answers: { note: 'Smell of gas' }, result: true }],
  },
  startsWith: {
    group: 'texts',
    ways: ['startsWith(text, beginning)'],
    description: 'True when a text begins with another one.',
    parameters: [given('text', 'text'), given('beginning', 'text')],
    result: ['boolean'],
    examples: [{ expression: "startsWith(tag, 'EX-')", answers: { tag: 'EX-204' }, result: true }],
  },
  endsWith: {
    group: 'texts',
    ways: ['endsWith(text, ending)'],
    description: 'True when a text ends with another one.',
    parameters: [given('text', 'text'), given('ending', 'text')],
    result: ['boolean'],
    examples: [{ expression: "endsWith(file, '.pdf')", answers: { file: 'plan.pdf' }, result: true }],
  },
  match: {
    group: 'texts',
    ways: ['match(text, pattern)'],
    description:
      'True when the whole text fits a pattern: \\d is a digit, [A-Z] one of these letters, . any character, ? * + {3} {2,4} say how often, ( | ) is a choice.',
    parameters: [given('text', 'text', 'number'), given('pattern', 'text')],
    result: ['boolean'],
    examples: [
      { expression: "match(plate, '[A-Z]{1,3}-\\d{2,4}')", answers: { plate: 'HH-2048' }, result: true },
      { expression: "match(ticket, '(CT|DT)[0-9]{6}')", answers: { ticket: 'CT12345' }, result: false },
    ],
  },
  lower: {
    group: 'texts',
    ways: ['lower(text)'],
    description: 'The text in small letters.',
    parameters: [given('text', 'text')],
    result: ['text'],
    examples: [{ expression: 'lower(tag)', answers: { tag: 'EX-204' }, result: 'ex-204' }],
  },
  upper: {
    group: 'texts',
    ways: ['upper(text)'],
    description: 'The text in capital letters.',
    parameters: [given('text', 'text')],
    result: ['text'],
    examples: [{ expression: 'upper(tag)', answers: { tag: 'ex-204' }, result: 'EX-204' }],
  },
  trim: {
    group: 'texts',
    ways: ['trim(text)'],
    description: 'The text without spaces at its beginning and end.',
    parameters: [given('text', 'text')],
    result: ['text'],
    examples: [{ expression: 'trim(name)', answers: { name: ' Ana ' }, result: 'Ana' }],
  },
  text: {
    group: 'texts',
    ways: ['text(value)'],
    description: 'Any value as a text.',
    parameters: [given('value', 'any')],
    result: ['text'],
    examples: [{ expression: 'text(hours)', answers: { hours: 7.5 }, result: '7.5' }],
  },
  number: {
    group: 'numbers',
    ways: ['number(text)'],
    description: 'A text as a number; empty when it is none.',
    parameters: [given('text', 'text', 'number')],
    result: ['number'],
    examples: [{ expression: 'number(reading) + 1', answers: { reading: '12.5' }, result: 13.5 }],
  },
  round: {
    group: 'numbers',
    ways: ['round(number)', 'round(number, places)'],
    description: 'Rounds to whole numbers, or to a number of decimal places.',
    parameters: [given('number', 'number'), optional('places', 'number')],
    result: ['number'],
    examples: [{ expression: 'round(volume, 1)', answers: { volume: 7.456 }, result: 7.5 }],
  },
  floor: {
    group: 'numbers',
    ways: ['floor(number)'],
    description: 'Rounds down to a whole number.',
    parameters: [given('number', 'number')],
    result: ['number'],
    examples: [{ expression: 'floor(hours)', answers: { hours: 7.9 }, result: 7 }],
  },
  ceil: {
    group: 'numbers',
    ways: ['ceil(number)'],
    description: 'Rounds up to a whole number.',
    parameters: [given('number', 'number')],
    result: ['number'],
    examples: [{ expression: 'ceil(volume / 6)', answers: { volume: 20 }, result: 4 }],
  },
  abs: {
    group: 'numbers',
    ways: ['abs(number)'],
    description: 'The number without its minus sign.',
    parameters: [given('number', 'number')],
    result: ['number'],
    examples: [{ expression: 'abs(planned - actual)', answers: { planned: 5, actual: 8 }, result: 3 }],
  },
  today: {
    group: 'dates',
    ways: ['today()'],
    description: 'The day of today, as yyyy-MM-dd.',
    parameters: [],
    result: ['date'],
    examples: [{ expression: 'today()', answers: { 'today()': '2026-03-04' }, result: '2026-03-04' }],
  },
  now: {
    group: 'dates',
    ways: ['now()'],
    description: 'The day and the time of the clock, as yyyy-MM-ddTHH:mm.',
    parameters: [],
    result: ['date'],
    examples: [{ expression: 'now()', answers: { 'now()': '2026-03-04T07:45' }, result: '2026-03-04T07:45' }],
  },
  dateText: {
    group: 'dates',
    ways: ["dateText(date, 'dd.MM.yyyy')"],
    description: 'A date or time as a pattern shows it: d dd, M MM MMM, yy yyyy, EEE EEEE, H HH mm, h hh a. Names are English.',
    parameters: [given('date', 'date', 'time'), given('pattern', 'text')],
    result: ['text'],
    examples: [
      { expression: "dateText(day, 'EEE d MMM yyyy')", answers: { day: '2026-03-04' }, result: 'Wed 4 Mar 2026' },
      { expression: "dateText(start, 'dd.MM.yyyy HH:mm')", answers: { start: '2026-03-04T07:45' }, result: '04.03.2026 07:45' },
    ],
  },
  addDays: {
    group: 'dates',
    ways: ['addDays(date, days)'],
    description: 'The date some days later, or earlier for a negative number.',
    parameters: [given('date', 'date'), given('days', 'number')],
    result: ['date'],
    examples: [{ expression: 'addDays(issued, 7)', answers: { issued: '2026-02-25' }, result: '2026-03-04' }],
  },
  daysBetween: {
    group: 'dates',
    ways: ['daysBetween(from, to)'],
    description: 'Days from one date to another; negative when the second one is earlier.',
    parameters: [given('from', 'date'), given('to', 'date')],
    result: ['number'],
    examples: [{ expression: 'daysBetween(start, end)', answers: { start: '2026-03-01', end: '2026-03-04' }, result: 3 }],
  },
  weekday: {
    group: 'dates',
    ways: ['weekday(date)'],
    description: 'The day of the week: Sun, Mon, Tue, Wed, Thu, Fri or Sat.',
    parameters: [given('date', 'date')],
    result: ['text'],
    examples: [{ expression: 'weekday(day)', answers: { day: '2026-03-04' }, result: 'Wed' }],
  },
  year: {
    group: 'dates',
    ways: ['year(date)'],
    description: 'The year of a date.',
    parameters: [given('date', 'date')],
    result: ['number'],
    examples: [{ expression: 'year(day)', answers: { day: '2026-03-04' }, result: 2026 }],
  },
  timeText: {
    group: 'times',
    ways: ['timeText(time)', 'timeText(minutes)'],
    description: 'The time as HH:mm, of a time, a date with a time, or minutes since midnight.',
    parameters: [given('time', 'time', 'date', 'number')],
    result: ['time'],
    examples: [
      { expression: 'timeText(now())', answers: { 'now()': '2026-03-04T07:45' }, result: '07:45' },
      { expression: 'timeText(1530)', result: '01:30' },
    ],
  },
  addMinutes: {
    group: 'times',
    ways: ['addMinutes(time, minutes)'],
    description: 'The time some minutes later, over midnight; a date with a time also gets the next day.',
    parameters: [given('time', 'time', 'date'), given('minutes', 'number')],
    result: ['time', 'date'],
    examples: [
      { expression: 'addMinutes(start, 120)', answers: { start: '23:15' }, result: '01:15' },
      { expression: 'addMinutes(start, 120)', answers: { start: '2026-03-04T23:15' }, result: '2026-03-05T01:15' },
    ],
  },
  minutes: {
    group: 'times',
    ways: ['minutes(duration)', 'minutes(from, to)'],
    description: 'Minutes of a duration, or from one time to another: over midnight, and over days between dates with a time.',
    parameters: [given('from', 'duration', 'time'), optional('to', 'time')],
    result: ['number'],
    examples: [
      { expression: "minutes('1.5 hours')", result: 90 },
      { expression: 'minutes(from, to)', answers: { from: '22:30', to: '01:00' }, result: 150 },
      { expression: 'minutes(start, end)', answers: { start: '2026-03-04T23:15', end: '2026-03-06T01:15' }, result: 1560 },
    ],
  },
  hours: {
    group: 'times',
    ways: ['hours(duration)', 'hours(from, to)'],
    description: 'Hours of a duration, or from one time to another: over midnight, and over days between dates with a time.',
    parameters: [given('from', 'duration', 'time'), optional('to', 'time')],
    result: ['number'],
    examples: [{ expression: 'hours(from, to)', answers: { from: '22:00', to: '06:00' }, result: 8 }],
  },
}

function signatureOf(name: string, parameters: readonly FunctionParameter[]): string {
  const parts = parameters.map(({ name: part, optional: isOptional, repeats }) => {
    if (repeats) return `${part}, …`
    return isOptional ? `${part}?` : part
  })
  return `${name}(${parts.join(', ')})`
}

/** Every function of the language, in the order of the guide. */
export const functionReference: readonly FunctionRecord[] = (Object.keys(described) as FunctionName[]).map((name) => {
  const record = described[name]
  return { name, signature: signatureOf(name, record.parameters), ...record }
})

const byName: ReadonlyMap<string, FunctionRecord> = new Map(functionReference.map((record) => [record.name, record]))

export const functionRecord = (name: string): FunctionRecord | undefined => byName.get(name)

/** `sum(a, b, …), sum(list) or sum(list, 'attribute')`, for messages. */
export function waysOf(name: string): string | undefined {
  const ways = byName.get(name)?.ways
  if (!ways) return undefined
  const last = ways.at(-1) ?? ''
  return ways.length === 1 ? last : `${ways.slice(0, -1).join(', ')} or ${last}`
}
