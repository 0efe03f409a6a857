import { isDeepStrictEqual } from 'node:util'
import { isBitmap, shareOf } from '../../../contract/progress.ts'
import type { Model } from '../../../contract/records.ts'
import { ruleFor } from './mergeRules.ts'

export interface Merged {
  readonly model: Model
  /** Attributes that both sides changed, each to something else: `hours`, `model.hours`, `staff.<id>.name`. `model` has mine there. */
  readonly conflicts: readonly string[]
}

/**
 * Brings `mine` and `theirs`, both made from `base`, together leaf by leaf: what only one side changed is taken from that side. Objects are
 * merged per attribute, lists whose items have an id per item; any other list is one value (sync.md §2).
 */
export function merge(recordPath: string, base: Model, mine: Model, theirs: Model): Merged {
  const conflicts: string[] = []

  function mergeValue(at: readonly string[], from: unknown, ours: unknown, other: unknown): unknown {
    if (isDeepStrictEqual(ours, from) || isDeepStrictEqual(ours, other)) return other
    if (isDeepStrictEqual(other, from)) return ours
    const combined = ruleFor(recordPath, at)?.(ours, other)
    if (combined !== undefined) return combined
    if (isObject(ours) && isObject(other)) return mergeObjects(at, isObject(from) ? from : {}, ours, other)
    if (Array.isArray(ours) && Array.isArray(other)) {
      const start = Array.isArray(from) ? from : []
      const id = idOf(start, ours, other)
      if (id) return mergeLists(at, id, start, ours, other)
    }
    conflicts.push(at.join('.'))
    return ours
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
    const weMoved = !isDeepStrictEqual(ourOrder, fromOrder)
    if (weMoved && !isDeepStrictEqual(otherOrder, fromOrder) && !isDeepStrictEqual(ourOrder, otherOrder)) conflicts.push(at.join('.'))
    const order = weMoved
      ? interleave([...ourItems.keys()], [...otherItems.keys()])
      : interleave([...otherItems.keys()], [...ourItems.keys()])
    return order
      .map((key) => mergeValue([...at, String(key)], fromItems.get(key), ourItems.get(key), otherItems.get(key)))
      .filter((item) => item !== undefined)
  }

  return { model: mergeObjects([], base, mine, theirs), conflicts }
}

/** Two devices' seconds together are a larger part of the video than either knew of. */
function withShare(model: Model): Model {
  const [seconds, percent] = [own(model, 'watchedVideo'), own(model, 'watchedPercent')]
  if (!isBitmap(seconds) || typeof percent !== 'number') return model
  return { ...model, watchedPercent: Math.max(percent, shareOf(seconds)) }
}

/** The first list's order, with what only the second has put behind the item that it follows there and behind what the first added there. */
function interleave(first: readonly unknown[], second: readonly unknown[]): unknown[] {
  const order = [...first]
  const [inFirst, inSecond] = [new Set(first), new Set(second)]
  let next = 0
  for (const key of second) {
    if (inFirst.has(key)) {
      next = order.indexOf(key) + 1
    } else {
      while (next < order.length && !inSecond.has(order[next])) next++
      order.splice(next++, 0, key)
    }
  }
  return order
}

/** The attribute by which every item of the lists is told from the others. */
function idOf(...lists: unknown[][]): string | undefined {
  return ['id', 'uid', 'key'].find((name) =>
    lists.every((list) => {
      const ids = list.map((item) => (isObject(item) ? own(item, name) : undefined))
      return ids.every((id) => (typeof id === 'string' && id !== '') || typeof id === 'number') && new Set(ids).size === ids.length
    }),
  )
}

export const isObject = (value: unknown): value is Model => typeof value === 'object' && value !== null && !Array.isArray(value)

/** An attribute of the object itself: `constructor` and the like come from its prototype. */
export const own = (object: Model, name: string): unknown => (Object.hasOwn(object, name) ? object[name] : undefined)

/** An object of these entries without the undefined ones. `__proto__` becomes an ordinary attribute. */
export const objectOf = (entries: readonly (readonly [string, unknown])[]): Model =>
  Object.fromEntries(entries.filter(([, value]) => value !== undefined))
