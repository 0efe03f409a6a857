import { mergeRuleFor } from './mergeRuleFor.ts'
import { isBitmap, shareOf } from './progress.ts'
import type { Model } from '../endpoints/records.ts'

/** A value that both sides changed, to different results. */
export interface Overlap {
  /** Attribute names from the root. Inside a list, the id of the item replaces its index. */
  readonly place: readonly string[]
  /** The value before both changes; undefined when it did not exist. */
  readonly was: unknown
  readonly mine: unknown
  readonly theirs: unknown
}

export interface Merged {
  readonly model: Model
  /**
   * Places that both sides changed: `hours`, `model.hours`, `staff.<id>.name`. There, `model` has my value or
   * the decided one.
   */
  readonly conflicts: readonly string[]
  readonly overlaps: readonly Overlap[]
}

export interface MergeOptions {
  /** Places of lists that are merged as one value although their items have ids: a signature. */
  readonly whole?: ReadonlySet<string> | undefined
  /**
   * Places of values calculated from other answers: the user typed none of them, so mine wins and the user is
   * not asked.
   */
  readonly workedOut?: ReadonlySet<string> | undefined
  /** Returns the value for an overlap, as a person decided it; without it mine wins. */
  readonly decide?: ((overlap: Overlap) => unknown) | undefined
}

/**
 * Three-way merge of `mine` and `theirs`, both made from `base`, leaf by leaf: a value that only one side
 * changed is taken from that side. Objects merge per attribute, lists with item ids per item; any other list
 * is one value (sync.md §2).
 */
export function merge(recordPath: string, base: Model, mine: Model, theirs: Model, options: MergeOptions = {}): Merged {
  const { whole, workedOut, decide = (overlap) => overlap.mine } = options
  const overlaps: Overlap[] = []

  function ask(place: readonly string[], was: unknown, ours: unknown, other: unknown): unknown {
    const overlap = { place, was, mine: ours, theirs: other }
    overlaps.push(overlap)
    return decide(overlap)
  }

  function mergeValue(at: readonly string[], from: unknown, ours: unknown, other: unknown): unknown {
    if (same(ours, from) || same(ours, other)) return other
    if (same(other, from)) return ours
    const combined = mergeRuleFor(recordPath, at)?.(ours, other)
    if (combined !== undefined) return combined
    const place = at.join('.')
    if (workedOut?.has(place)) return ours
    return whole?.has(place) ? ask(at, from, ours, other) : mergeParts(at, from, ours, other)
  }

  /** Merges the attributes of two objects or the items of two lists; anything else is an overlap. */
  function mergeParts(at: readonly string[], from: unknown, ours: unknown, other: unknown): unknown {
    if (isObject(ours) && isObject(other)) return mergeObjects(at, isObject(from) ? from : {}, ours, other)
    if (!Array.isArray(ours) || !Array.isArray(other)) return ask(at, from, ours, other)
    const start = Array.isArray(from) ? from : []
    const id = idOf(start, ours, other)
    return id ? mergeLists(at, id, start, ours, other) : ask(at, from, ours, other)
  }

  function mergeObjects(at: readonly string[], from: Model, ours: Model, other: Model): Model {
    const names = new Set([...Object.keys(other), ...Object.keys(ours)])
    return withShare(
      objectOf([...names].map((name) => [name, mergeValue([...at, name], own(from, name), own(ours, name), own(other, name))])),
    )
  }

  function mergeLists(at: readonly string[], id: string, from: unknown[], ours: unknown[], other: unknown[]): unknown[] {
    const [fromItems, ourItems, otherItems] = [from, ours, other].map((list) => new Map(list.map((item) => [(item as Model)[id], item])))
    if (!fromItems || !ourItems || !otherItems) return ours
    const everywhere = (list: Map<unknown, unknown>) =>
      [...list.keys()].filter((key) => fromItems.has(key) && ourItems.has(key) && otherItems.has(key))
    const [fromOrder, ourOrder, otherOrder] = [everywhere(fromItems), everywhere(ourItems), everywhere(otherItems)]
    let weMoved = !same(ourOrder, fromOrder)
    if (weMoved && !same(otherOrder, fromOrder) && !same(ourOrder, otherOrder)) weMoved = !same(ask(at, from, ours, other), other)
    const order = weMoved
      ? interleave([...ourItems.keys()], [...otherItems.keys()])
      : interleave([...otherItems.keys()], [...ourItems.keys()])
    return order
      .map((key) => mergeValue([...at, String(key)], fromItems.get(key), ourItems.get(key), otherItems.get(key)))
      .filter((item) => item !== undefined)
  }

  const model = mergeObjects([], base, mine, theirs)
  return { model, conflicts: overlaps.map(({ place }) => place.join('.')), overlaps }
}

/** The merged seconds of two devices can be a larger part of the video than each device counted. */
function withShare(model: Model): Model {
  const [seconds, percent] = [own(model, 'watchedVideo'), own(model, 'watchedPercent')]
  if (!isBitmap(seconds) || typeof percent !== 'number') return model
  return { ...model, watchedPercent: Math.max(percent, shareOf(seconds)) }
}

interface Link {
  readonly key: unknown
  next: Link | undefined
}

/**
 * Merges two orders: keys of the first list keep their order; each key only in the second follows its
 * predecessor of the second list, after the keys that only the first list has there. A linked list, so that
 * every insert costs the same. Keys are unique in each list. Exported for its test.
 */
export function interleave(first: readonly unknown[], second: readonly unknown[]): unknown[] {
  const start: Link = { key: undefined, next: undefined }
  const ofFirst = new Map<unknown, Link>()
  let last = start
  for (const key of first) {
    last = last.next = { key, next: undefined }
    ofFirst.set(key, last)
  }
  const inSecond = new Set(second)
  let before = start
  for (const key of second) {
    const link = ofFirst.get(key)
    if (link) before = link
    else {
      while (before.next && !inSecond.has(before.next.key)) before = before.next
      before = before.next = { key, next: before.next }
    }
  }
  const order: unknown[] = []
  for (let link = start.next; link; link = link.next) order.push(link.key)
  return order
}

/**
 * The attribute that identifies every item of the lists. Items of checklists may also be identified by
 * `name`.
 */
function idOf(...lists: unknown[][]): string | undefined {
  const areChecks = lists.some((list) => list.some((item) => isObject(item) && own(item, 'answer') !== undefined))
  return ['id', 'uid', 'key', ...(areChecks ? ['name'] : [])].find((name) =>
    lists.every((list) => {
      const ids = list.map((item) => (isObject(item) ? own(item, name) : undefined))
      return ids.every((id) => (typeof id === 'string' && id !== '') || typeof id === 'number') && new Set(ids).size === ids.length
    }),
  )
}

/**
 * Applies `change` to `model`: objects merge recursively, any other value is replaced. Nothing is removed.
 */
export function overlay(model: Model, change: Model): Model {
  const names = new Set([...Object.keys(model), ...Object.keys(change)])
  return objectOf(
    [...names].map((name) => {
      const [before, after] = [own(model, name), own(change, name)]
      if (after === undefined) return [name, before]
      return [name, isObject(before) && isObject(after) ? overlay(before, after) : after]
    }),
  )
}

/**
 * The value at a place of `merge`; finds an item of a list by its id. For many places of the same value use
 * `createPlaceFinder`.
 */
export const valueAtPlace = (value: unknown, place: readonly string[]): unknown => createPlaceFinder()(value, place)

/**
 * `valueAtPlace` with an index per list, so each list is scanned only once. The values must not change
 * meanwhile.
 */
export function createPlaceFinder(): typeof valueAtPlace {
  const known = new WeakMap<unknown[], ReadonlyMap<string, unknown>>()
  const itemsOf = (list: unknown[]) => {
    const items = known.get(list) ?? byName(list)
    known.set(list, items)
    return items
  }
  return (value, place) =>
    place.reduce<unknown>((at, name) => {
      if (Array.isArray(at)) return itemsOf(at).get(name)
      return isObject(at) ? own(at, name) : undefined
    }, value)
}

/**
 * Items of a list by each of their identifying attributes; the first item wins when two have the same one.
 */
function byName(list: readonly unknown[]): ReadonlyMap<string, unknown> {
  const items = new Map<string, unknown>()
  for (const item of list) {
    if (!isObject(item)) continue
    for (const name of idNames) {
      const id = own(item, name)
      if (id !== undefined && !items.has(String(id))) items.set(String(id), item)
    }
  }
  return items
}

const idNames = ['id', 'uid', 'key', 'name'] as const

/**
 * A copy with `next` at the place; undefined removes the value. Returns the value unchanged when the path to
 * the place does not exist.
 */
export function withValueAt<T>(value: T, place: readonly string[], next: unknown): T {
  const [name, ...rest] = place
  if (name === undefined) return next as T
  if (Array.isArray(value)) {
    const index = indexOf(value, name)
    if (index < 0) return (rest.length === 0 && next !== undefined ? [...(value as unknown[]), next] : value) as T
    const item = withValueAt(value[index] as unknown, rest, next)
    const items = [...(value as unknown[])]
    items.splice(index, 1, ...(item === undefined ? [] : [item]))
    return items as T
  }
  if (!isObject(value)) return value
  const before = own(value, name)
  if (rest.length > 0 && before === undefined) return value
  const changed = withValueAt(before, rest, next)
  if (!Object.hasOwn(value, name)) return objectOf([...Object.entries(value), [name, changed]]) as T
  return objectOf(Object.entries(value).map(([key, old]) => [key, key === name ? changed : old])) as T
}

const indexOf = (list: readonly unknown[], id: string): number =>
  list.findIndex((item) => isObject(item) && idNames.some((name) => own(item, name) !== undefined && String(own(item, name)) === id))

/**
 * `theirs` followed by `mine` without duplicates, for lists and for texts. Undefined when one side already
 * contains the other, or for other types.
 */
export function bothOf(mine: unknown, theirs: unknown): unknown {
  if (Array.isArray(mine) && Array.isArray(theirs)) {
    const known = new Set((theirs as unknown[]).map(sorted))
    const all = [...(theirs as unknown[]), ...(mine as unknown[]).filter((item) => !known.has(sorted(item)))]
    return all.length > theirs.length && all.length > mine.length ? all : undefined
  }
  if (typeof mine === 'string' && typeof theirs === 'string') {
    const [a, b] = [theirs.trim(), mine.trim()]
    return a === '' || b === '' || a.includes(b) || b.includes(a) ? undefined : `${a}\n${b}`
  }
  return undefined
}

/** A canonical text: the same for equal values. */
const sorted = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    isObject(part) ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1))) : part,
  ) ?? ''

/** Deep equality as JSON: the order of attributes does not matter. */
export function same(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (Array.isArray(a)) return Array.isArray(b) && a.length === b.length && a.every((item, index) => same(item, b[index]))
  if (!isObject(a) || !isObject(b)) return false
  const names = Object.keys(a)
  return names.length === Object.keys(b).length && names.every((name) => Object.hasOwn(b, name) && same(a[name], b[name]))
}

export const isObject = (value: unknown): value is Model => typeof value === 'object' && value !== null && !Array.isArray(value)

/** An own attribute of the object; excludes inherited ones like `constructor`. */
export const own = (object: Model, name: string): unknown => (Object.hasOwn(object, name) ? object[name] : undefined)

/** An object of these entries without undefined values. `__proto__` becomes an ordinary attribute. */
export const objectOf = (entries: readonly (readonly [string, unknown])[]): Model =>
  Object.fromEntries(entries.filter(([, value]) => value !== undefined))
