import { newId } from '../../lib/newId.ts'
import { listFallback } from '../outbox/addToFallback.ts'
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

function read(store: Store, owner: Owner): Witness | undefined {
  try {
    const value = JSON.parse(store.storage?.getItem(key(owner)) ?? 'null') as Witness | null
    return value && typeof value.ops === 'object' ? value : undefined
  } catch {
    return undefined
  }
}

function write(store: Store, owner: Owner, witness: Witness): void {
  try {
    store.storage?.setItem(key(owner), JSON.stringify(witness))
  } catch {
    // localStorage is full or blocked: the outbox is the source of truth.
  }
}

export function journalSaved(store: Store, owner: Owner, { opId, clientAt, path }: Pick<OpRow, 'opId' | 'clientAt' | 'path'>): void {
  if (!store.storage) return
  const witness = read(store, owner) ?? { dbId: ids.get(store.db) ?? '', ops: {} }
  if (Object.keys(witness.ops).length >= mostOps) return
  witness.ops[opId] = clientAt
  witness.paths = { ...witness.paths, [opId]: path }
  write(store, owner, witness)
}

export function journalGone(store: Store, owner: Owner, ...opIds: readonly string[]): void {
  const witness = read(store, owner)
  if (!witness || !opIds.some((opId) => opId in witness.ops)) return
  for (const opId of opIds) {
    delete witness.ops[opId]
    delete witness.paths?.[opId]
  }
  write(store, owner, witness)
}

/**
 * Called at start: compares the journal with the database and writes a loss report for saves that only the
 * journal knows. Returns the number of missing saves.
 */
export async function checkLossJournal(store: Store, owner: Owner): Promise<number> {
  const { db, spill } = store
  const aside = await listFallback(store).catch(() => [])
  const dbId = await databaseId(store)
  const witness = read(store, owner)
  const ops = witness?.ops ?? {}
  const opIds = Object.keys(ops)
  if (opIds.length === 0) {
    if (store.storage && witness?.dbId !== dbId) write(store, owner, { dbId, ops })
    return 0
  }
  const there = new Set<string>()
  await withReopen(store, () =>
    db.transaction('r', [db.outbox, db.receipts, db.quarantine], async () => {
      for (const opId of await db.outbox.where('opId').anyOf(opIds).keys()) there.add(String(opId))
      for (const receipt of await db.receipts.bulkGet(opIds)) if (receipt) there.add(`done ${receipt.opId}`)
      await db.quarantine.each(({ row }) => void there.add(`done ${String((row as { opId?: unknown } | undefined)?.opId)}`))
    }),
  )
  for (const { opId } of aside) there.add(opId)
  for (const opId of await spill.ops.where('opId').anyOf(opIds).keys()) there.add(String(opId))
  const missing = Object.entries(ops).filter(([opId]) => !there.has(opId) && !there.has(`done ${opId}`))
  const open = Object.fromEntries(Object.entries(ops).filter(([opId]) => there.has(opId)))
  const pick = (some: readonly (readonly [string, string])[]) =>
    Object.fromEntries(some.flatMap(([opId]) => (witness?.paths?.[opId] === undefined ? [] : [[opId, witness.paths[opId]]])))
  if (missing.length > 0) {
    const times = missing.map(([, at]) => at).sort()
    await db.losses.add({
      owner,
      opIds: missing.map(([opId]) => opId),
      paths: pick(missing),
      count: missing.length,
      from: times[0] ?? '',
      to: times.at(-1) ?? '',
      at: store.now(),
      checked: 0,
    })
  }
  if (store.storage) write(store, owner, { dbId, ops: open, paths: pick(Object.entries(open)) })
  return missing.length
}
