import { hash } from 'node:crypto'
import { Refused } from '../../../contract/Refused.ts'
import { type Model, mostNames, mostRecordBytes, type RecordSave } from '../../../contract/endpoints/records.ts'
import { fileIdIn } from '../../../contract/endpoints/uploads.ts'
import { compareTexts } from '../../../contract/rules/compareTexts.ts'
import { isObject, objectOf, own } from '../../../contract/rules/merge.ts'
import { text } from '../../i18n/text.ts'

const deepest = 64

/**
 * Returns the value in a form that the database can store: without U+0000 and lone surrogates, which
 * PostgreSQL refuses. Throws Refused 400 if it is nested too deeply.
 */
export function storable<T>(value: T, at = 'payload', depth = 0): T {
  if (depth <= 0 && isStorable(value, depth)) return value
  if (typeof value === 'string') return clean(value) as T
  if (typeof value !== 'object' || value === null) return value
  if (depth === deepest) {
    throw new Refused(400, 'INVALID', text('The record is nested too deeply.'), {
      details: [{ path: at, message: `expected at most ${deepest} levels` }],
    })
  }
  if (Array.isArray(value)) return value.map((item) => (item === undefined ? null : storable(item, at, depth + 1))) as T
  return objectOf(
    Object.entries(value).map(([name, item]) => [clean(name), storable(item, depth === 0 ? `${at}.${name}` : at, depth + 1)]),
  ) as T
}

/** Most values need no copy. */
function isStorable(value: unknown, depth: number): boolean {
  if (typeof value === 'string') return isClean(value)
  if (typeof value !== 'object' || value === null) return true
  if (depth === deepest) return false
  if (Array.isArray(value)) return value.every((item) => item !== undefined && isStorable(item, depth + 1))
  for (const name of Object.keys(value)) {
    const item: unknown = (value as Model)[name]
    if (item === undefined || !isClean(name) || !isStorable(item, depth + 1)) return false
  }
  return true
}

const isClean = (given: string): boolean => !given.includes('\0') && !brokenCharacter.test(given)

/** Lone halves of a surrogate pair. The `u` flag treats a whole pair as one character. */
const brokenCharacter = /\p{Surrogate}/u
const brokenCharacters = /\p{Surrogate}/gu
const clean = (given: string) => (given.includes('\0') ? given.replaceAll('\0', '') : given).replace(brokenCharacters, '\ufffd')

/**
 * Throws Refused 413 if a record has too many names or bytes. A record that was too large before (`before`)
 * may change and shrink, but not grow.
 */
export function refuseTooLarge(model: Model, before: Model = {}): void {
  if (isSmall(model)) return
  const names = namesIn(model)
  const bytes = bytesOf(model)
  const isWithin = names <= mostNames && bytes <= mostRecordBytes
  if (isWithin || (names <= Math.max(mostNames, namesIn(before)) && bytes <= Math.max(mostRecordBytes, bytesOf(before)))) return
  if (names > mostNames)
    throw new Refused(
      413,
      'TOO_LARGE',
      text('This record has {names} answers; one record can have {most} answers. Please split it into several.'),
      {
        values: { names, most: mostNames },
        path: 'payload',
      },
    )
  throw new Refused(413, 'TOO_LARGE', text('This record has {size} kB; one record can have {most} kB. Please split it into several.'), {
    values: { size: Math.ceil(bytes / 1024), most: mostRecordBytes / 1024 },
    path: 'payload',
  })
}

/** True for most models: they are within both limits even if each letter takes six bytes. Costs less than their text. */
function isSmall(model: Model): boolean {
  let names = 0
  let bytes = 0
  const add = (value: unknown): void => {
    // A number or a word takes 26 at most.
    bytes += typeof value === 'string' ? value.length * 6 + 3 : 26
    if (typeof value !== 'object' || value === null) return
    if (Array.isArray(value)) return value.forEach(add)
    for (const name of Object.keys(value)) {
      names++
      bytes += name.length * 6 + 4
      add((value as Model)[name])
    }
  }
  add(model)
  return names <= mostNames && bytes <= mostRecordBytes
}

function namesIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  const items = Object.values(value)
  return items.reduce<number>((count, item) => count + namesIn(item), Array.isArray(value) ? 0 : items.length)
}

const bytesOf = (model: Model): number => Buffer.byteLength(JSON.stringify(model))

/** Returns `mine` for allowed attributes (`lang`, `model.hours`) and `base` for all others. */
export function onlyAllowed(base: Model, mine: Model, allowed: readonly string[]): Model {
  const whole = new Set(allowed)
  const innerOf = new Map<string, string[]>()
  for (const path of allowed) {
    const dot = path.indexOf('.')
    if (dot < 0) continue
    const [name, rest] = [path.slice(0, dot), path.slice(dot + 1)]
    const inner = innerOf.get(name)
    if (inner) inner.push(rest)
    else innerOf.set(name, [rest])
  }
  const names = new Set([...Object.keys(base), ...Object.keys(mine)])
  return objectOf(
    [...names].map((name) => {
      const [before, after] = [own(base, name), own(mine, name)]
      if (whole.has(name)) return [name, after]
      const inner = innerOf.get(name)
      if (!inner) return [name, before]
      const part = onlyAllowed(isObject(before) ? before : {}, isObject(after) ? after : {}, inner)
      return [name, Object.keys(part).length > 0 || isObject(before) ? part : before]
    }),
  )
}

/** Returns the ids of all uploads that the value refers to. */
export function filesNamedIn(value: unknown, found = new Set<string>()): Set<string> {
  if (typeof value === 'string') {
    const id = fileIdIn(value)
    if (id) found.add(id)
  } else if (typeof value === 'object' && value !== null) {
    for (const name of Object.keys(value)) filesNamedIn((value as Model)[name], found)
  }
  return found
}

/**
 * The JSON of a value with sorted attributes: equal values have equal text. Names that are indexes are the first, as in
 * an object, so that the digests of stored receipts stay valid. Undefined for a value that JSON leaves out.
 */
function sortedText(value: unknown): string | undefined {
  if (Array.isArray(value)) return `[${value.map((item) => sortedText(item) ?? 'null').join()}]`
  if (!isObject(value)) return JSON.stringify(value) as string | undefined
  let names = Object.keys(value).sort(compareTexts)
  if (names.some((name) => arrayIndex.test(name))) names = Object.keys(Object.fromEntries(names.map((name) => [name, true])))
  let text = ''
  for (const name of names) {
    const item = sortedText(value[name])
    if (item !== undefined) text += `${text === '' ? '' : ','}${JSON.stringify(name)}:${item}`
  }
  return `{${text}}`
}

const arrayIndex = /^\d/

/** JSON replacer that sorts the attributes of objects: equal values have equal text. */
export const withSortedNames = (_name: string, value: unknown): unknown =>
  isObject(value) ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => compareTexts(a, b))) : value

/**
 * Hash that identifies a request: everything that is stored or done, independent of attribute order. Excludes
 * clock data and the merge base, because a retry may have better values.
 */
export function digestOf(method: string, path: string, { payload, feed, rpc, saveRpc, allowedAttributes }: RecordSave): string {
  return hash('sha256', sortedText({ method, path, payload, feed, rpc, saveRpc, allowedAttributes }) ?? '')
}
