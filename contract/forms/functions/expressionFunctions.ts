import type { LookupItem } from '../../endpoints/pages.ts'
import { contains, equal, isNothing, longestText, numberOf, order, partOf, textOf, tidy, truthy } from '../expressionValues.ts'
import { countSteps, stepsOfText } from '../stepBudgets.ts'

/** What a function can ask besides its values. */
export interface FunctionContext {
  /** The day as yyyy-MM-dd. */
  today(): string
  /** The day and the time of the clock, as yyyy-MM-ddTHH:mm. */
  now(): string
  /** The rows of a lookup of the form. */
  rows(lookup: string): readonly LookupItem[] | undefined
}

/**
 * A function of the language. It takes `least` to `most` arguments; `run` gets their evaluated values. What authors
 * read about it is in functions/functionReference.ts.
 */
export interface ExpressionFunction {
  readonly least: number
  readonly most: number
  run(values: readonly unknown[], context: FunctionContext): unknown
}

export function listOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value
  return isNothing(value) ? [] : [value]
}
export function attributeOf(items: readonly unknown[], attribute: unknown): readonly unknown[] {
  if (isNothing(attribute)) return items
  const path = textOf(attribute)
  // Each item splits the path.
  countSteps(items.length * stepsOfText(path))
  return items.map((item) => partOf(item, path))
}
export function numbersOf(items: readonly unknown[]): number[] {
  const numbers: number[] = []
  for (const item of items) {
    const number = numberOf(item)
    if (number !== undefined) numbers.push(number)
  }
  return numbers
}

/** `sum(a, b, c)` or `sum(list)` or `sum(list, 'attribute')`. */
export function numbersAt(values: readonly unknown[]): number[] {
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

const text = (change: (value: string) => string) => (values: readonly unknown[]) => change(textOf(values[0]))
export const number = (change: (value: number) => number) => (values: readonly unknown[]) => {
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
  has: { least: 2, most: 2, run: ([list, value]) => !isNothing(value) && contains(listOf(list), value) },
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
  lower: { least: 1, most: 1, run: text((value) => value.toLowerCase()) },
  upper: { least: 1, most: 1, run: text((value) => value.toUpperCase().slice(0, longestText)) },
  trim: { least: 1, most: 1, run: text((value) => value.trim()) },
  text: { least: 1, most: 1, run: text((value) => value) },
  number: { least: 1, most: 1, run: number((value) => value) },
  round: { least: 1, most: 2, run: round },
  today: { least: 0, most: 0, run: (_, { today }) => today() },
  now: { least: 0, most: 0, run: (_, { now }) => now() },
} satisfies Readonly<Record<string, ExpressionFunction>>

const added: Record<string, ExpressionFunction> = {}

/** Adds functions that are loaded only where an expression names them (functions/allFunctions.ts). */
export const addFunctions = (functions: Readonly<Record<string, ExpressionFunction>>): void => void Object.assign(added, functions)

/** The function of this name, if there is one. */
export function functionOf(name: string): ExpressionFunction | undefined {
  if (Object.hasOwn(expressionFunctions, name)) return expressionFunctions[name as keyof typeof expressionFunctions]
  return Object.hasOwn(added, name) ? added[name] : undefined
}
