/**
 * Values of the expression language: comparison, number conversion and text conversion. Total: functions here
 * throw only TooComplex, for any input.
 */

import { countSteps, stepsOfText } from './stepBudgets.ts'

/** Maximum length of a text that an expression creates. */
export const longestText = 100_000
/** Maximum depth of nested values; deeper parts are ignored. */
const deepest = 12

export const isNothing = (value: unknown): value is undefined | null | '' => value === undefined || value === null || value === ''

/** False values: nothing, false, 0, NaN, and the empty list. */
export function truthy(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0
  if (typeof value === 'number') return value !== 0 && !Number.isNaN(value)
  return !isNothing(value) && value !== false
}

const numberPattern = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d{1,3})?$/i

/** A finite number, or a text that parses as one; else undefined. Nothing is not a number. */
export function numberOf(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined
  if (typeof value !== 'string' || value.length > 60) return undefined
  const trimmed = value.trim()
  if (!numberPattern.test(trimmed)) return undefined
  const read = Number(trimmed)
  return Number.isFinite(read) ? read : undefined
}

/** Rounds away binary fraction errors (0.1 + 0.2 is 0.3); null for a number that is not finite. */
export function tidy(result: number): number | null {
  if (!Number.isFinite(result)) return null
  return Number.isInteger(result) ? result + 0 : Number(result.toPrecision(14))
}

const own = (value: object, key: string): unknown => (Object.hasOwn(value, key) ? (value as Record<string, unknown>)[key] : undefined)

/** Converts a value to text: lists joined by ", ", an object by its label, name, title, filename or value. */
export function textOf(value: unknown, depth = 0): string {
  switch (typeof value) {
    case 'string':
      return value
    case 'number':
      return Number.isFinite(value) ? String(value) : ''
    case 'boolean':
    case 'bigint':
      return String(value)
    case 'object':
      break
    default:
      return ''
  }
  if (value === null || depth > deepest) return ''
  return Array.isArray(value) ? textOfList(value, depth) : textOfObject(value)
}

function textOfList(items: readonly unknown[], depth: number): string {
  countSteps(items.length)
  let text = ''
  for (const item of items) {
    const part = textOf(item, depth + 1)
    if (part === '') continue
    text += text === '' ? part : `, ${part}`
    if (text.length > longestText) break
  }
  countSteps(stepsOfText(text))
  return text.slice(0, longestText)
}

function textOfObject(value: object): string {
  for (const key of ['label', 'name', 'title', 'filename', 'value']) {
    const part = own(value, key)
    if (typeof part === 'string' || typeof part === 'number') return String(part)
  }
  return ''
}

export function equal(a: unknown, b: unknown, depth = 0): boolean {
  if (typeof a === 'string' && typeof b === 'string') return equalTexts(a, b)
  if (Object.is(a, b)) return true
  if (isNothing(a) || isNothing(b)) return isNothing(a) && isNothing(b)
  if (typeof a === 'number' || typeof b === 'number') return equalNumbers(a, b)
  if (typeof a !== 'object' || typeof b !== 'object') return a === b
  if (depth > deepest) return false
  if (Array.isArray(a)) return equalLists(a, b, depth)
  return !Array.isArray(b) && equalObjects(a, b, depth)
}

function equalTexts(a: string, b: string): boolean {
  if (a.length !== b.length) return false
  countSteps(stepsOfText(a))
  return a === b
}

function equalNumbers(a: unknown, b: unknown): boolean {
  const left = numberOf(a)
  return left !== undefined && left === numberOf(b)
}

function equalLists(a: readonly unknown[], b: object, depth: number): boolean {
  countSteps(a.length)
  return Array.isArray(b) && a.length === b.length && a.every((item, index) => equal(item, b[index], depth + 1))
}

function equalObjects(a: object, b: object, depth: number): boolean {
  const keys = Object.keys(a)
  const { length } = Object.keys(b)
  countSteps(keys.length + length)
  return keys.length === length && keys.every((key) => Object.hasOwn(b, key) && equal(own(a, key), own(b, key), depth + 1))
}

/** Negative, 0 or positive; undefined when the two have no order. */
export function order(a: unknown, b: unknown): number | undefined {
  const left = numberOf(a)
  const right = numberOf(b)
  if (left !== undefined && right !== undefined) return left - right
  if (typeof a !== 'string' || typeof b !== 'string' || a === '' || b === '') return undefined
  countSteps(stepsOfText(a.length < b.length ? a : b))
  if (a < b) return -1
  return a > b ? 1 : 0
}

/** True when `part` is an item of a list, inside a text, or a key of an object. */
export function contains(whole: unknown, part: unknown): boolean {
  if (Array.isArray(whole)) {
    countSteps(whole.length)
    return whole.some((item) => equal(item, part))
  }
  if (isNothing(part) || typeof part === 'object') return false
  const wanted = textOf(part)
  if (typeof whole === 'string') {
    if (wanted.length > whole.length) return false
    // The search of a JavaScript engine compares up to the whole part at each place ("aaaab" in "aaaaaa…").
    countSteps(stepsOfText(whole) * (1 + stepsOfText(wanted)))
    return whole.includes(wanted)
  }
  countSteps(stepsOfText(wanted))
  return typeof whole === 'object' && whole !== null && Object.hasOwn(whole, wanted)
}

/**
 * Reads a path such as `hours`, `contact.mobile`, `0.filename` from a value: own properties and list indexes
 * only.
 */
export function partOf(value: unknown, path: string): unknown {
  let part = value
  for (const key of path.split('.')) {
    if (typeof part !== 'object' || part === null || !Object.hasOwn(part, key)) return undefined
    part = (part as Record<string, unknown>)[key]
  }
  return part
}
