import type { Model } from '../../../contract/endpoints/records.ts'
import { canonicalJson } from '../../lib/sha256Hex.ts'

const isMap = (value: unknown): value is Model => value !== null && typeof value === 'object' && !Array.isArray(value)

/**
 * Applies the changes of a save to `server`: every leaf of `payload` that differs from `base` (sync.md §2). A
 * list is one leaf. Without a base every leaf of the payload is a change.
 */
export function overlay(server: Model, base: Model | null | undefined, payload: Model): Model {
  const result: Model = { ...server }
  for (const [key, mine] of Object.entries(payload)) {
    const was = base?.[key]
    if (isMap(mine) && isMap(result[key])) result[key] = overlay(result[key], isMap(was) ? was : undefined, mine)
    else if (base == null || canonicalJson(mine) !== canonicalJson(was)) result[key] = mine
  }
  return result
}
