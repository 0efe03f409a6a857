import type { Model } from '../../contract/endpoints/records.ts'

/** The values of a form as one nested object; an attribute with dots is a path inside it. */

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
/** Names that would allow prototype pollution. */
const forbidden = /(?:^|\.)(?:__proto__|constructor|prototype)(?:\.|$)/

export const isSafePath = (path: string): boolean => !forbidden.test(path)

export function readValue(model: Model, path: string): unknown {
  if (!path.includes('.')) return Object.hasOwn(model, path) ? model[path] : undefined
  let part: unknown = model
  for (const key of path.split('.')) {
    if (!isObject(part) || !Object.hasOwn(part, key)) return undefined
    part = part[key]
  }
  return part
}

/**
 * Sets a value in place and creates objects on the path; `undefined` removes it. Ignores an unsafe path, and
 * one into a list.
 */
export function writeValue(model: Model, path: string, value: unknown): void {
  if (!isSafePath(path)) return
  const keys = path.split('.')
  const last = keys.pop() as string
  let part: Record<string, unknown> = model
  for (const key of keys) {
    const held = Object.hasOwn(part, key) ? part[key] : undefined
    if (Array.isArray(held)) return
    if (isObject(held)) part = held
    else if (value === undefined) return
    else part = part[key] = {}
  }
  if (value === undefined) delete part[last]
  else part[last] = value
}

const isPlain = (value: object): boolean => {
  const above = Object.getPrototypeOf(value)
  return above === Object.prototype || above === null
}

/** A deep copy of lists and plain objects; other objects (a Blob) are shared. */
export function copy<T>(value: T): T {
  if (Array.isArray(value)) return value.map((item) => copy(item)) as T
  if (!isObject(value) || !isPlain(value)) return value
  const made: Record<string, unknown> = {}
  for (const key of Object.keys(value)) if (isSafePath(key)) made[key] = copy(value[key])
  return made as T
}

const isNothing = (value: unknown): boolean => value === undefined || value === null || value === ''

/**
 * True when both values would be saved the same: all empty values are equal, and lists and objects compare
 * deeply.
 */
export function same(a: unknown, b: unknown): boolean {
  if (Object.is(a, b) || (isNothing(a) && isNothing(b))) return true
  if (!isObject(a) || !isObject(b) || Array.isArray(a) !== Array.isArray(b)) return false
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((item, index) => same(item, b[index]))
  if (!isPlain(a) || !isPlain(b)) return false
  const keys = new Set([...Object.keys(a), ...Object.keys(b)])
  for (const key of keys) if (!same(a[key], b[key])) return false
  return true
}
