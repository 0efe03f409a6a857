import { useLiveQuery } from 'dexie-react-hooks'
import { type OpRow, type QuarantineRow, rowVersion } from '../db/MusterDb.ts'
import { emitStoreEvent } from '../db/emitStoreEvent.ts'
import { useOwner } from '../identity/useOwner.ts'
import { readOp } from '../db/readOp.ts'
import { getStore, type Store } from '../db/store.ts'

export interface Quarantined {
  readonly id: number
  /** The path, and the title if it has one; undefined for other users' work. */
  readonly save: { readonly path: string; readonly title: string | undefined } | undefined
  /** Device time at which the row was moved to the quarantine. */
  readonly at: number
}

const saveIn = (row: unknown): Quarantined['save'] => {
  const { title, path } = (row ?? {}) as { title?: unknown; path?: unknown }
  return { path: typeof path === 'string' ? path : '', title: typeof title === 'string' ? title : undefined }
}

/** Rows that this app version could not read, unchanged. Live. */
export function useQuarantined(): Quarantined[] {
  const owner = useOwner()
  const rows = useLiveQuery(() => getStore().db.quarantine.toArray(), [])
  return (rows ?? []).map((row) => ({ id: row.id, save: row.owner === owner ? saveIn(row.row) : undefined, at: row.at }))
}

/** Returns the raw row as a JSON file, for support. */
export async function quarantinedFile(id: number): Promise<Blob | undefined> {
  const row = await getStore().db.quarantine.get(id)
  return row && new Blob([JSON.stringify(row, null, 2)], { type: 'application/json' })
}

/**
 * Tries to read the row with the current app version, which may be newer. Returns false if it still cannot be
 * read.
 */
export async function retryQuarantined(id: number): Promise<boolean> {
  const back = await takeBack(getStore(), id)
  if (back) emitStoreEvent('kick')
  return back
}

/** Fills in missing optional fields and moves the row back to its place in the outbox. */
export async function takeBack(store: Store, id: number): Promise<boolean> {
  const { db } = store
  return await db.transaction('rw', db.quarantine, db.outbox, db.receipts, async () => {
    const found = await db.quarantine.get(id)
    const op = found && mended(found)
    if (!op) return false
    const { seq, ...rest } = op
    const known = (await db.receipts.get(op.opId)) || (await db.outbox.where('opId').equals(op.opId).count()) > 0
    if (!known) {
      const free = seq > 0 && (await db.outbox.get(seq)) === undefined
      const twin = (await db.outbox.where('dedupe').equals(op.dedupe).count()) > 0
      await db.outbox.add({ ...rest, ...(free && { seq }), dedupe: twin ? `${op.dedupe}|${op.opId}` : op.dedupe })
    }
    await db.quarantine.delete(id)
    return true
  })
}

function mended({ table, row, owner }: QuarantineRow): OpRow | undefined {
  if (table !== 'outbox' || row === null || typeof row !== 'object') return undefined
  const { token: _, leaseUntil: __, ...given } = row as Partial<OpRow>
  const usual = { v: rowVersion, seq: 0, owner, attempts: 0, blobIds: [], skewMs: 0, appVersion: '', clientAt: new Date(0).toISOString() }
  const filled = { ...usual, dedupe: given.opId, stream: given.path, ...given, state: 'queued', nextAt: 0 }
  const op = readOp(filled)
  return typeof op === 'string' ? undefined : op
}
