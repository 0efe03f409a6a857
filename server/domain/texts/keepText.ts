import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { TextMessage } from '../../adapters/sms/SmsAdapter.ts'
import { rows } from '../../storage/database.ts'
import { createBatcher } from '../../storage/createBatcher.ts'
import type { Storage } from '../../storage/storage.ts'

const keepers = new WeakMap<Storage, (message: TextMessage) => Promise<string>>()

/** Stores a text of the embedded SMS adapter. Idempotent by key. */
export function keepText(storage: Storage, message: TextMessage): Promise<string> {
  let keep = keepers.get(storage)
  if (!keep) {
    keep = createBatcher((messages) => keepAll(storage, messages), { concurrency: 1, maxBatch: 128 })
    keepers.set(storage, keep)
  }
  return keep(message)
}

const KeptTextRow = z.object({ id: z.string(), key: z.string() })

async function keepAll(storage: Storage, messages: readonly TextMessage[]): Promise<string[]> {
  const once = [...new Map(messages.map(({ to, text, key }) => [key, { key, mobile: to, text }])).values()]
  const kept = await rows(
    storage.db,
    KeptTextRow,
    sql`insert into sms_outbox (key, mobile, text, state, sent_at)
        select m.key, m.mobile, m.text, 'sent', now() from jsonb_to_recordset(${JSON.stringify(once)}::jsonb) m(key text, mobile text, text text)
        on conflict (key) do update set state = 'sent' returning id::text as id, key`,
  )
  const ids = new Map(kept.map(({ key, id }) => [key, id]))
  return messages.map(({ key }) => ids.get(key) ?? key)
}
