import type { Model } from '../../contract/endpoints/records.ts'

const isModel = (value: unknown): value is Model => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns the part of `model` that `change` modifies: the base values of the change. */
export function touched(model: Model, change: Model): Model {
  return Object.fromEntries(
    Object.entries(change).flatMap(([name, after]): [string, unknown][] => {
      if (!Object.hasOwn(model, name)) return []
      const before = model[name]
      return [[name, isModel(before) && isModel(after) ? touched(before, after) : before]]
    }),
  )
}
