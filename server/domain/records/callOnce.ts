import { UTCDateMini } from '@date-fns/utc/date/mini'
import { subDays } from 'date-fns/subDays'
import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { Refused } from '../../../contract/Refused.ts'
import type { Model } from '../../../contract/endpoints/records.ts'
import { rows, type Transaction } from '../../storage/database.ts'
import { fromJson, jsonDocument } from '../../storage/jsonDocument.ts'
import { sqlState } from '../../storage/sqlState.ts'
import type { Storage } from '../../storage/storage.ts'
import { withSortedNames } from './model.ts'
import { anonymous, type Person } from './person.ts'
import { refuseResting } from './policies.ts'
import { receiptDays } from './reconcileOps.ts'
import type { WriteHeaders } from './writeHeaders.ts'
import { text } from '../../i18n/text.ts'

type Body = Model & { opId?: string | undefined }

interface Once {
  /** The headers of the call; its `opId` is the idempotency key. */
  readonly headers: WriteHeaders
  readonly person: Person | undefined
  /** The order of this device applies per path: the record, or the address of the call. */
  readonly path: string
  /** The content that is hashed to detect the reuse of a key for another request. */
  readonly asks: unknown
  /**
   * The device has numbered the call (`headers.seq`): it is refused if a later act on the same path is
   * stored.
   */
  readonly numbered: boolean
  /** Device time of the act (ISO 8601). */
  readonly clientAt?: string | undefined
  readonly skewMs?: number | undefined
}

const mostTries = 6

/**
 * Runs `work` once per key and stores its receipt in the same transaction. Repeated calls return the stored
 * answer: the write contract (sync.md §2) for calls that are not saves. Throws Refused; a refusal stores
 * nothing, so the same call may succeed later.
 */
export async function callOnce(
  storage: Storage,
  once: Once,
  work: (tx: Transaction) => Promise<Body>,
): Promise<{ body: Body; replayed: boolean }> {
  const { headers, person, clientAt, skewMs = 0 } = once
  const { opId, actor } = headers
  if (person ? actor !== person.uid : actor !== anonymous) {
    throw person
      ? new Refused(403, 'actor_mismatch', text('The person who is signed in here did not make this call.'))
      : new Refused(401, 'NOT_AUTHORIZED', text('You need to be logged in to do that.'))
  }
  const known = await receiptOf(storage, once)
  if (known) return known
  const at = clientAt === undefined ? Number.NaN : Date.parse(clientAt) + skewMs
  if (at < subDays(new UTCDateMini(), receiptDays).getTime()) {
    throw new Refused(410, 'too_old', text('This call is older than {receiptDays} days. The server no longer knows whether it was done.'), {
      values: { receiptDays },
    })
  }
  for (let attempt = 0; attempt < mostTries; attempt++) {
    try {
      const done = await storage.transaction((tx) => doOnce(tx, once, work))
      if (done) return { body: done, replayed: false }
      const stored = await receiptOf(storage, once)
      if (stored) return stored
    } catch (error) {
      const state = sqlState(error)
      refuseResting(state)
      if (state === undefined || !begunAgain.has(state)) throw error
    }
  }
  throw new Refused(409, 'in_progress', text('The call {opId} is being done right now.'), { values: { opId } })
}

/**
 * MU001: another transaction was faster (see save_record). The others: lock timeout, deadlock, serialization.
 */
const begunAgain = new Set(['MU001', '55P03', '40P01', '40001'])

async function doOnce(
  tx: Transaction,
  { headers, path, asks, numbered }: Once,
  work: (tx: Transaction) => Promise<Body>,
): Promise<Body | undefined> {
  const { opId, actor, device, seq, parentOp } = headers
  const digest = digestOf(asks)
  const mine = await rows(
    tx,
    sql`insert into receipts (op_id, actor, device, path, seq, payload_sha256, status, http_status)
        values (${opId}, ${actor}, ${device}, ${path}, ${seq}, ${digest}, 'applied', 200) on conflict do nothing returning op_id`,
  )
  if (mine.length === 0) return undefined
  if (parentOp !== undefined) {
    const parent = await rows(tx, sql`select 1 from receipts where op_id = ${parentOp} and actor = ${actor}`)
    if (parent.length === 0) throw new Refused(425, 'parent_missing', text('An earlier save of this record has not arrived yet.'))
  }
  const later = await rows(
    tx,
    sql`select 1 from receipts where ${numbered}::boolean and path = ${path} and actor = ${actor} and device = ${device} and seq >= ${seq}
        and status = 'applied' and op_id <> ${opId} limit 1`,
  )
  if (later.length > 0)
    throw new Refused(422, 'out_of_order', text('A later action on this record from the same device is already stored.'))
  const body = { ...(await work(tx)), opId, path }
  await tx.execute(sql`update receipts set body = ${JSON.stringify(body)}::jsonb where op_id = ${opId}`)
  return body
}

const ReceiptRow = z.object({
  actor: z.string(),
  status: z.string(),
  digest: z.nullable(z.string()),
  body: z.nullable(z.union([jsonDocument<Body>(), z.string()])),
})

async function receiptOf(storage: Storage, { headers, asks }: Once): Promise<{ body: Body; replayed: boolean } | undefined> {
  const [receipt] = await rows(
    storage.db,
    ReceiptRow,
    sql`select actor, status, payload_sha256 as digest, body from receipts where op_id = ${headers.opId}`,
  )
  if (!receipt) return undefined
  if (receipt.actor === headers.actor && receipt.status === 'cancelled')
    throw new Refused(410, 'cancelled', text('This call was discarded.'))
  if (receipt.actor !== headers.actor || receipt.digest !== digestOf(asks)) {
    throw new Refused(422, 'key_reused', text('This key belongs to something else.'))
  }
  const body = fromJson<Body | null>(receipt.body)
  return { body: body ?? { opId: headers.opId }, replayed: true }
}

const digestOf = (asks: unknown) => createHash('sha256').update(JSON.stringify(asks, withSortedNames)).digest('hex')
