import { UTCDateMini } from '@date-fns/utc/date/mini'
import { subDays } from 'date-fns/subDays'
import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { Refused } from '../../../contract/Refused.ts'
import { idPattern, type SaveAnswer } from '../../../contract/endpoints/records.ts'
import { deleteInBatches } from '../../storage/deleteInBatches.ts'
import { rows } from '../../storage/database.ts'
import { jsonDocument } from '../../storage/jsonDocument.ts'
import type { Storage } from '../../storage/storage.ts'
import { anonymous, type Person } from './person.ts'
import { text } from '../../i18n/text.ts'

/**
 * How long the server knows which operations it applied, in days. An older operation is refused, so that it
 * is never applied twice.
 */
export const receiptDays = 400

/** Longer than receiptDays, to tolerate a wrong device clock. */
export const keptDays = receiptDays + 30

/**
 * For operations that were discarded without an account. Their requests have ended long before, and any
 * client can create such rows.
 */
const keptCancelsDays = 30

/** Deletes receipts that no operation can need any more. Returns the number of deleted receipts. */
export async function pruneReceipts({ db }: Storage, now = new Date(), size?: number): Promise<number> {
  const before = (days: number) => subDays(new UTCDateMini(now), days).toISOString()
  const old = sql`created_at < ${before(keptDays)}`
  // The index receipts_cancelled has them: the receipts of a year are not read every hour.
  const cancelled = sql`status = 'cancelled' and actor = ${anonymous} and created_at < ${before(keptCancelsDays)}`
  let deleted = 0
  for (const gone of [old, cancelled]) deleted += await deleteInBatches(db, { table: 'receipts', gone, size })
  return deleted
}

/** The answer of an applied operation. A save of a record stores none: it is made as save_record() makes it. */
export const answerOfReceipt = sql`coalesce(body, jsonb_build_object('opId', op_id, 'path', path, 'rev', rev))`

interface Asker {
  readonly person: Person | undefined
  /** X-Device. Anonymous operations belong to the device that made them. */
  readonly device: string
}

/** `body` is null for a cancelled operation. */
const ReceiptRow = z.object({ opId: z.string(), status: z.string(), body: z.nullable(jsonDocument<SaveAnswer>()) })

/**
 * Returns which of these operations of the caller were applied, and which were cancelled. Unknown operations
 * are in neither list.
 */
export async function reconcileOps(
  storage: Storage,
  { opIds, person, device }: Asker & { readonly opIds: readonly string[] },
): Promise<{ applied: SaveAnswer[]; cancelled: string[] }> {
  if (opIds.length > 500) throw new Refused(400, 'INVALID', text('At most 500 operations at once.'))
  const found = await rows(
    storage.db,
    ReceiptRow,
    sql`select op_id as "opId", status, case when status = 'applied' then ${answerOfReceipt} end as body from receipts
      where op_id in (select jsonb_array_elements_text(${JSON.stringify(opIds.filter((id) => idPattern.test(id)))}::jsonb))
        and actor = ${person?.uid ?? anonymous} and (${person !== undefined}::boolean or device = ${device})`,
  )
  return {
    applied: found.flatMap(({ status, body }) => (status === 'applied' && body !== null ? [body] : [])),
    cancelled: found.filter((receipt) => receipt.status === 'cancelled').map((receipt) => receipt.opId),
  }
}

const KnownReceiptRow = z.object({ actor: z.string(), device: z.string(), status: z.string() })

/**
 * Stores a tombstone, so that a request that is still in flight cannot apply a discarded operation later.
 * Returns `applied` if it was already applied.
 */
export async function cancelOp(
  storage: Storage,
  { opId, person, device }: Asker & { readonly opId: string },
): Promise<{ opId: string; cancelled: boolean; applied: boolean }> {
  if (!idPattern.test(opId))
    throw new Refused(400, 'INVALID', text('There is no such operation.'), {
      details: [{ path: 'opId', message: 'expected 20 letters and digits' }],
    })
  const actor = person?.uid ?? anonymous
  const made = await rows(
    storage.db,
    sql`insert into receipts (op_id, actor, device, status) values (${opId}, ${actor}, ${device}, 'cancelled') on conflict do nothing returning op_id`,
  )
  if (made.length > 0) return { opId, cancelled: true, applied: false }
  const [receipt] = await rows(storage.db, KnownReceiptRow, sql`select actor, device, status from receipts where op_id = ${opId}`)
  if (!receipt || receipt.actor !== actor || (!person && receipt.device !== device)) {
    throw new Refused(403, 'FORBIDDEN', text('This operation belongs to somebody else.'))
  }
  return { opId, cancelled: receipt.status === 'cancelled', applied: receipt.status === 'applied' }
}
