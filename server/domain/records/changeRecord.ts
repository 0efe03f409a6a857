import { createHash } from 'node:crypto'
import type { Model } from '../../../contract/endpoints/records.ts'
import { callSaveRecord } from '../../storage/callSaveRecord.ts'
import type { Transaction } from '../../storage/database.ts'
import { sqlState } from '../../storage/sqlState.ts'
import type { Storage } from '../../storage/storage.ts'
import { storable } from './model.ts'

/** The device id for writes of the server. */
const server = 'server'
/** The device id for the verdicts on photos: such a change adds nothing that a person could overwrite. */
export const photosDevice = 'server:photos'

export interface ServerChange {
  /** Idempotency key: name the cause of the change, for example `${job.key}:status`. */
  readonly key: string
  readonly path: string
  readonly tenant: string
  /** uid of the person it is done for, or `server`. */
  readonly actor?: string | undefined
  readonly device?: string | undefined
  /** Returns the new model, or undefined to leave the record. `model` is {} if the record does not exist. */
  change(model: Model): Model | undefined
}

/**
 * Applies a change of the server, such as the result of an action or demo records. Checks no policy;
 * revision, receipt and change number work as for any save. Returns the revision of the record, or undefined
 * if `change` returned nothing.
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

/** The same inside a transaction of the caller, who retries it on MU001. */
export async function changeOnce(
  tx: Transaction,
  { key, path, tenant, actor = server, device = server, change }: ServerChange,
): Promise<number | undefined> {
  const question = { op: receiptId(key), tenant, actor, device, path }
  const save = (expected?: number, model?: Model) => callSaveRecord<Seen>(tx, { ...question, expected, model })
  const now = await save()
  if (now.outcome === 'known') return now.receipt?.rev
  const model = change(now.model ?? {})
  if (model === undefined) return undefined
  const done = await save(now.rev ?? 0, storable(model))
  if (done.outcome !== 'applied') throw new Error(`a locked record answered ${done.outcome}`)
  return done.rev
}

/** Cannot collide with keys of devices, which have 20 characters. */
const receiptId = (key: string) => `server:${createHash('sha256').update(key).digest('hex')}`
