import { contains, equal, isNothing, longestText, numberOf, order, partOf, textOf, tidy, truthy } from './expressionValues.ts'
import { countSteps, stepsOfText } from './stepBudgets.ts'

/**
 * A function of the language. It takes `least` to `most` arguments; `run` gets their evaluated values. What authors
 * read about it is in functions/functionReference.ts.
 */
export interface ExpressionFunction {
  readonly least: number
  readonly most: number
  /** `today` returns the date as yyyy-MM-dd. */
  run(values: readonly unknown[], today: () => string): unknown
}

function listOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value
  return isNothing(value) ? [] : [value]
}
function attributeOf(items: readonly unknown[], attribute: unknown): readonly unknown[] {
  if (isNothing(attribute)) return items
  const path = textOf(attribute)
  // Each item splits the path.
  countSteps(items.length * stepsOfText(path))
  return items.map((item) => partOf(item, path))
}
function numbersOf(items: readonly unknown[]): number[] {
  const numbers: number[] = []
  for (const item of items) {
    const number = numberOf(item)
    if (number !== undefined) numbers.push(number)
  }
  return numbers
}

/** `sum(a, b, c)` or `sum(list)` or `sum(list, 'attribute')`. */
function numbersAt(values: readonly unknown[]): number[] {
  const [first, second] = values
  if (!Array.isArray(first)) return numbersOf(values.flatMap((value) => listOf(value)))
  return numbersOf(
    values.length === 2 && typeof second === 'string' ? attributeOf(first, second) : values.flatMap((value) => listOf(value)),
  )
}

/** Counts all items, and those with a value in the attribute, or with the given value. */
function matching(values: readonly unknown[]): { all: number; fit: number } {
  const [list, attribute, wanted] = values
  const held = attributeOf(listOf(list), attribute)
  const fit = values.length < 3 ? held.filter(truthy).length : held.filter((item) => equal(item, wanted)).length
  return { all: held.length, fit }
}

const datePattern = /^(\d{4})-(\d{2})-(\d{2})(?:$|T)/
const dayMs = 86_400_000

/**
 * Days since 1970-01-01 of a yyyy-MM-dd (or the date part of an ISO timestamp); undefined for an invalid
 * date.
 */
function dayNumber(value: unknown): number | undefined {
  const parts = typeof value === 'string' && value.length < 40 ? datePattern.exec(value) : null
  if (!parts) return undefined
  const [year, month, day] = [Number(parts[1]), Number(parts[2]), Number(parts[3])]
  const at = new Date(0)
  at.setUTCFullYear(year, month - 1, day)
  return at.getUTCMonth() === month - 1 && at.getUTCDate() === day ? Math.round(at.getTime() / dayMs) : undefined
}

function dateOf(days: number): string | null {
  if (!(Math.abs(days) < 3_000_000)) return null
  const at = new Date(days * dayMs)
  const year = at.getUTCFullYear()
  return year < 0 || year > 9999 ? null : at.toISOString().slice(0, 10)
}

/** By the first letter of the unit. */
const minutesPerUnit: Readonly<Record<string, number>> = { m: 1, h: 60, d: 24 * 60 }
const timePattern = /^(\d{1,2}):(\d{2})(?::\d{2})?$/
const durationPattern = /^(\d+(?:\.\d+)?)\s*(mins?|minutes?|h|hrs?|hours?|days?)$/i

/**
 * Minutes of a time of day (HH:mm since midnight) or of a duration as the time fields store it ("45 mins",
 * "1.5 hours").
 */
function minutesOf(value: unknown): number | undefined {
  if (typeof value !== 'string' || value.length > 40) return undefined
  const time = timePattern.exec(value.trim())
  if (time) {
    const [hours, minutes] = [Number(time[1]), Number(time[2])]
    return hours < 24 && minutes < 60 ? hours * 60 + minutes : undefined
  }
  const duration = durationPattern.exec(value.trim())
  if (!duration) return undefined
  const unit = (duration[2] ?? '').charAt(0).toLowerCase()
  return Number(duration[1]) * (minutesPerUnit[unit] ?? 0)
}

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const text = (change: (value: string) => string) => (values: readonly unknown[]) => change(textOf(values[0]))
const number = (change: (value: number) => number) => (values: readonly unknown[]) => {
  const read = numberOf(values[0])
  return read === undefined ? null : tidy(change(read))
}

/** Rounds half away from zero, in decimal (1.005 to two places is 1.01). */
function round(values: readonly unknown[]): number | null {
  const read = numberOf(values[0])
  if (read === undefined) return null
  const places = Math.min(12, Math.max(0, Math.trunc(numberOf(values[1]) ?? 0)))
  const shifted = Number(`${Math.abs(read).toPrecision(15)}e${places}`)
  return Number.isFinite(shifted) ? tidy(Math.sign(read) * Number(`${Math.round(shifted)}e-${places}`)) : tidy(read)
}

/** Minimum or maximum: of numbers by size, else of texts (dates, times) by order. */
function extreme(sign: 1 | -1) {
  return (values: readonly unknown[]): unknown => {
    const [first, second] = values
    const items =
      Array.isArray(first) && values.length === 2 && typeof second === 'string'
        ? attributeOf(first, second)
        : values.flatMap((value) => listOf(value))
    let best: unknown = null
    for (const item of items) {
      const usable = numberOf(item) ?? (typeof item === 'string' && item !== '' ? item : undefined)
      if (usable === undefined) continue
      if (best === null || (order(usable, best) ?? 0) * sign < 0) best = usable
    }
    return best
  }
}

const length: ExpressionFunction = {
  least: 1,
  most: 1,
  run: ([value]) => (Array.isArray(value) ? value.length : Array.from(textOf(value)).length),
}

/** All functions of the language. `if` is listed for its arity; the parser evaluates it lazily. */
export const expressionFunctions = {
  if: { least: 2, most: 3, run: ([is, yes, no]) => (truthy(is) ? yes : no) },
  empty: {
    least: 1,
    most: 1,
    run: ([value]) => (Array.isArray(value) ? value.length === 0 : isNothing(typeof value === 'string' ? value.trim() : value)),
  },
  coalesce: {
    least: 1,
    most: 20,
    run: (values) => values.find((value) => !isNothing(value)),
  },
  len: length,
  length,
  count: {
    least: 1,
    most: 3,
    run: (values) => (values.length === 1 ? listOf(values[0]).length : matching(values).fit),
  },
  sum: {
    least: 1,
    most: 20,
    run: (values) => tidy(numbersAt(values).reduce((total, value) => total + value, 0)),
  },
  average: {
    least: 1,
    most: 20,
    run: (values) => {
      const numbers = numbersAt(values)
      return numbers.length === 0 ? null : tidy(numbers.reduce((total, value) => total + value, 0) / numbers.length)
    },
  },
  min: { least: 1, most: 20, run: extreme(1) },
  max: { least: 1, most: 20, run: extreme(-1) },
  some: {
    least: 1,
    most: 3,
    run: (values) => matching(values).fit > 0,
  },
  every: {
    least: 1,
    most: 3,
    run: (values) => {
      const { all, fit } = matching(values)
      return all === fit
    },
  },
  join: {
    least: 1,
    most: 3,
    run: ([list, separator, attribute]) => {
      const between = separator === undefined ? ', ' : textOf(separator)
      let joined = ''
      for (const item of attributeOf(listOf(list), attribute)) {
        const part = textOf(item)
        if (part !== '') joined += joined === '' ? part : between + part
        if (joined.length > longestText) break
      }
      countSteps(stepsOfText(joined))
      return joined.slice(0, longestText)
    },
  },
  contains: { least: 2, most: 2, run: ([whole, part]) => contains(whole, part) },
  startsWith: {
    least: 2,
    most: 2,
    run: ([whole, part]) => !isNothing(part) && textOf(whole).startsWith(textOf(part)),
  },
  endsWith: {
    least: 2,
    most: 2,
    run: ([whole, part]) => !isNothing(part) && textOf(whole).endsWith(textOf(part)),
  },
  lower: { least: 1, most: 1, run: text((value) => value.toLowerCase()) },
  upper: { least: 1, most: 1, run: text((value) => value.toUpperCase().slice(0, longestText)) },
  trim: { least: 1, most: 1, run: text((value) => value.trim()) },
  text: { least: 1, most: 1, run: text((value) => value) },
  number: { least: 1, most: 1, run: number((value) => value) },
  round: { least: 1, most: 2, run: round },
  floor: { least: 1, most: 1, run: number(Math.floor) },
  ceil: { least: 1, most: 1, run: number(Math.ceil) },
  abs: { least: 1, most: 1, run: number(Math.abs) },
  today: { least: 0, most: 0, run: (_, today) => today() },
  addDays: {
    least: 2,
    most: 2,
    run: ([date, days]) => {
      const start = dayNumber(date)
      const more = numberOf(days)
      return start === undefined || more === undefined ? null : dateOf(start + Math.trunc(more))
    },
  },
  daysBetween: {
    least: 2,
    most: 2,
    run: ([from, to]) => {
      const [start, end] = [dayNumber(from), dayNumber(to)]
      return start === undefined || end === undefined ? null : end - start
    },
  },
  weekday: {
    least: 1,
    most: 1,
    run: ([date]) => {
      const day = dayNumber(date)
      return day === undefined ? null : (weekdays[(((day + 4) % 7) + 7) % 7] ?? null)
    },
  },
  year: {
    least: 1,
    most: 1,
    run: ([date]) => (dayNumber(date) === undefined ? null : Number(textOf(date).slice(0, 4))),
  },
  minutes: {
    least: 1,
    most: 2,
    run: (values) => minutesIn(values),
  },
  hours: {
    least: 1,
    most: 2,
    run: (values) => {
      const minutes = minutesIn(values)
      return minutes === null ? null : tidy(minutes / 60)
    },
  },
} satisfies Readonly<Record<string, ExpressionFunction>>

/** The function of this name, if there is one. */
export const functionOf = (name: string): ExpressionFunction | undefined =>
  Object.hasOwn(expressionFunctions, name) ? expressionFunctions[name as keyof typeof expressionFunctions] : undefined

function minutesIn(values: readonly unknown[]): number | null {
  const start = minutesOf(values[0])
  if (start === undefined) return null
  if (values.length === 1) return tidy(start)
  const end = minutesOf(values[1])
  return end === undefined ? null : tidy(end >= start ? end - start : end - start + 24 * 60)
}
