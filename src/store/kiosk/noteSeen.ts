import { useLiveQuery } from 'dexie-react-hooks'
import type { RosterPerson } from '../../../contract/endpoints/attendance.ts'
import { presenceHours } from '../../../contract/endpoints/attendance.ts'
import { hour } from '../../../contract/rules/presence.ts'
import { getStore, type Store, withReopen } from '../db/store.ts'
import { seenKey } from './forgetSeen.ts'

/**
 * A person whom a kiosk signed in and who is not in its roster yet, so that they can sign out before the
 * roster is updated. Never stores their number.
 */
export interface Seen extends Pick<RosterPerson, 'name' | 'company' | 'person' | 'visitor' | 'inducted' | 'numberKey'> {
  readonly gate: string
  /** Device time, ms. */
  readonly at: number
}

/** Upper limit: more entries than a gate has in a day without a connection. */
const most = 1000

const seenIn = (value: unknown): Seen[] => (Array.isArray(value) ? (value as Seen[]) : [])

/**
 * Stores the person next to the roster, in the roster's form. A newer entry of the same person replaces older
 * ones.
 */
export async function noteSeen(seen: Seen, store: Store = getStore()): Promise<void> {
  await withReopen(store, () =>
    store.db.transaction('rw', store.db.meta, async () => {
      const since = store.now() - presenceHours * hour
      const isSame = (one: Seen) => one.gate === seen.gate && one.name === seen.name && one.company === seen.company
      const before = seenIn((await store.db.meta.get(seenKey))?.value).filter((one) => one.at > since && !isSame(one))
      await store.db.meta.put({ key: seenKey, value: [...before, seen].slice(-most) })
    }),
  )
}

/** Persons whom this kiosk signed in at a gate. Live; empty while loading. */
export function useSeen(gate: string): readonly Seen[] {
  return (
    useLiveQuery(async () => seenIn((await getStore().db.meta.get(seenKey))?.value).filter((one) => one.gate === gate), [gate]) ?? nobody
  )
}

const nobody: readonly Seen[] = []
