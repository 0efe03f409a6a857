import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Model, SaveAnswer } from '../../../contract/records.ts'
import { type Database, rows, type Transaction } from '../../storage/database.ts'
import { sqlState } from '../../storage/sqlState.ts'
import type { Storage } from '../../storage/storage.ts'
import { storable } from './model.ts'

/** Device of what the server itself writes. */
const server = 'server'

export interface ServerChange {
  /** Applied once per key: name what causes the change, e.g. `${job.key}:status`. */
  readonly key: string
  readonly path: string
  readonly tenant: string
  /** uid in whose name, or `server`. */
  readonly actor?: string | undefined
  /** The new model; `model` is {} for a record that doesn't exist. undefined: leave it as it is. */
  change(model: Model): Model | undefined
}

/**
 * A change by the server itself: an action's result, demo records. Asks no policy; revision, receipt and change number are kept as for any
 * other save. Answers the record's revision, or undefined when `change` wanted nothing.
 */
export async function changeRecord(storage: Storage, change: ServerChange): Promise<number | undefined> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await storage.transaction((tx) => changeOnce(tx, change))
    } catch (error) {
      if (sqlState(error) !== 'MU001' || attempt === 5) throw error
    }
  }
}

async function changeOnce(tx: Transaction, { key, path, tenant, actor = server, change }: ServerChange): Promise<number | undefined> {
  const save = async (expected: number | null, model: Model | null) => {
    const [row] = await rows<{ seen: { outcome: string; rev?: number; model?: Model; receipt?: { rev: number }; body?: SaveAnswer } }>(
      tx as Database | Transaction,
      sql`select save_record(${receiptId(key)}, ${tenant}, ${actor}, ${server}, ${path}, null, null, null, ${expected}, ${model && JSON.stringify(model)}, null, null, '[]', null, null) as seen`,
    )
    if (!row) throw new Error('save_record answered nothing')
    return row.seen
  }
  const now = await save(null, null)
  if (now.outcome === 'known') return now.receipt?.rev
  const model = change(now.model ?? {})
  if (model === undefined) return undefined
  const done = await save(now.rev ?? 0, storable(model))
  if (done.outcome !== 'applied') throw new Error(`a locked record answered ${done.outcome}`)
  return done.rev
}

/** Keys of the server can't meet those of devices, which have 20 characters. */
const receiptId = (key: string) => `server:${createHash('sha256').update(key).digest('hex')}`
