import { useLiveQuery } from 'dexie-react-hooks'
import type { RosterPerson } from '../../contract/attendance.ts'
import { presenceHours } from '../../contract/attendance.ts'
import { hour } from '../../contract/presence.ts'
import { getStore, type Store, withReopen } from './store.ts'

/** Somebody whom a kiosk let in and its roster does not know yet, so that they can leave again before it does. Never their number. */
export interface Seen extends Pick<RosterPerson, 'name' | 'company' | 'person' | 'visitor' | 'inducted' | 'numberKey'> {
  readonly gate: string
  /** ms. */
  readonly at: number
}

const key = 'gate-seen'
/** More than come to a gate in a day without a connection. */
const most = 1000

const seenIn = (value: unknown): Seen[] => (Array.isArray(value) ? (value as Seen[]) : [])

/** Keeps it beside the roster, as the roster will have it. Newer words of the same person take the place of older ones. */
export async function noteSeen(seen: Seen, store: Store = getStore()): Promise<void> {
  await withReopen(store, () =>
    store.db.transaction('rw', store.db.meta, async () => {
      const since = store.now() - presenceHours * hour
      const isSame = (one: Seen) => one.gate === seen.gate && one.name === seen.name && one.company === seen.company
      const before = seenIn((await store.db.meta.get(key))?.value).filter((one) => one.at > since && !isSame(one))
      await store.db.meta.put({ key, value: [...before, seen].slice(-most) })
    }),
  )
}

/** Whom this kiosk let in at a gate; live. Empty while the device looks. */
export function useSeen(gate: string): readonly Seen[] {
  return useLiveQuery(async () => seenIn((await getStore().db.meta.get(key))?.value).filter((one) => one.gate === gate), [gate]) ?? nobody
}

const nobody: readonly Seen[] = []

/** With the end of being a kiosk. */
export const forgetSeen = (store: Store): Promise<void> => store.db.meta.delete(key)
