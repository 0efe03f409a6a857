import { sql } from 'drizzle-orm'
import type { TextMessage } from '../../adapters/sms/sms.ts'
import { rows } from '../../storage/database.ts'
import type { Storage } from '../../storage/storage.ts'

/** Where the embedded sender puts texts. The same key is the same text. */
export async function keepText(storage: Storage, { to, text, key }: TextMessage): Promise<string> {
  const [row] = await rows<{ id: string }>(
    storage.db,
    sql`insert into sms_outbox (key, mobile, text, state, sent_at) values (${key}, ${to}, ${text}, 'sent', now())
        on conflict (key) do update set state = 'sent' returning id::text as id`,
  )
  return row?.id ?? key
}
