import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { rows } from '../../storage/database.ts'
import type { App } from '../app.ts'

const TextRow = z.object({ id: z.string(), to: z.string(), text: z.string(), at: z.string() })

/** Returns the texts of the embedded SMS adapter, newest first. */
export async function latestTexts(app: App): Promise<{ id: string; to: string; text: string; at: string }[]> {
  const texts = await rows(
    app.storage.db,
    TextRow,
    sql`select id::text as id, mobile as "to", text, to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at
        from sms_outbox order by sms_outbox.id desc limit 50`,
  )
  return texts.map(({ id, to, text, at }) => ({ id, to, text, at }))
}
