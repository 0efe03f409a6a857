import { newId } from '../../lib/newId.ts'
import type { OpRow, Owner } from '../db/MusterDb.ts'
import { type Store, withReopen } from '../db/store.ts'

/**
 * Loss journal: a second list of the waiting saves, in localStorage. It survives when the browser clears or
 * repairs IndexedDB without notice (sync.md §0.4). A service worker cannot update it; saves that the worker
 * sent have receipts, which the next start finds.
 */
interface Witness {
  dbId: string
  /** opId → device time of the save, ISO 8601. */
  ops: Record<string, string>
  /** opId → path of its record, so that a loss report can name it. */
  paths?: Record<string, string>
}

const key = (owner: Owner) => `muster:waiting:${owner}`
const mostOps = 500
const ids = new WeakMap<object, string>()

export async function databaseId(store: Store): Promise<string> {
  const known = ids.get(store.db)
  if (known) return known
  const { db } = store
  const id = await withReopen(store, () =>
    db.transaction('rw', db.meta, async () => {
      const row = await db.meta.get('dbId')
      if (typeof row?.value === 'string') return row.value
      const value = newId()
      await db.meta.add({ key: 'dbId', value })
      return value
    }),
  )
  ids.set(db, id)
  return id
}

/** Returns the journal of the owner; undefined if there is none, or none that can be read. */
export function readWitness(store: Store, owner: Owner): Witness | undefined {
  try {
    const value = JSON.parse(store.storage?.getItem(key(owner)) ?? 'null') as Witness | null
    return value && typeof value.ops === 'object' ? value : undefined
  } catch {
    return undefined
  }
}

export function writeWitness(store: Store, owner: Owner, witness: Witness): void {
  try {
    store.storage?.setItem(key(owner), JSON.stringify(witness))
  } catch {
    // localStorage is full or blocked: the outbox is the source of truth.
  }
}

export function journalSaved(store: Store, owner: Owner, { opId, clientAt, path }: Pick<OpRow, 'opId' | 'clientAt' | 'path'>): void {
  if (!store.storage) return
  const witness = readWitness(store, owner) ?? { dbId: ids.get(store.db) ?? '', ops: {} }
  if (Object.keys(witness.ops).length >= mostOps) return
  witness.ops[opId] = clientAt
  witness.paths = { ...witness.paths, [opId]: path }
  writeWitness(store, owner, witness)
}

export function journalGone(store: Store, owner: Owner, ...opIds: readonly string[]): void {
  const witness = readWitness(store, owner)
  if (!witness || !opIds.some((opId) => opId in witness.ops)) return
  for (const opId of opIds) {
    delete witness.ops[opId]
    delete witness.paths?.[opId]
  }
  writeWitness(store, owner, witness)
}
