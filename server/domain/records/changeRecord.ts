import { createHash } from 'node:crypto'
import type { Model } from '../../../contract/records.ts'
import { callSaveRecord } from '../../storage/callSaveRecord.ts'
import type { Transaction } from '../../storage/database.ts'
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

interface Seen {
  readonly outcome: string
  readonly rev?: number
  readonly model?: Model
  readonly receipt?: { readonly rev: number }
}

/** The same inside a transaction of the caller, who begins it again when it fails with MU001. */
export async function changeOnce(
  tx: Transaction,
  { key, path, tenant, actor = server, change }: ServerChange,
): Promise<number | undefined> {
  const question = { op: receiptId(key), tenant, actor, device: server, path }
  const save = (expected?: number, model?: Model) => callSaveRecord<Seen>(tx, { ...question, expected, model })
  const now = await save()
  if (now.outcome === 'known') return now.receipt?.rev
  const model = change(now.model ?? {})
  if (model === undefined) return undefined
  const done = await save(now.rev ?? 0, storable(model))
  if (done.outcome !== 'applied') throw new Error(`a locked record answered ${done.outcome}`)
  return done.rev
}

/** Keys of the server can't meet those of devices, which have 20 characters. */
const receiptId = (key: string) => `server:${createHash('sha256').update(key).digest('hex')}`
