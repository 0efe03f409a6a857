import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Mail } from '../../adapters/mail/mail.ts'
import { rows } from '../../storage/database.ts'
import type { Storage } from '../../storage/storage.ts'
import type { App } from '../app.ts'

const pauses = [1000, 5000]

/**
 * Tries three times. Never stores the mail, because the link of an invitation grants access. Resolves to true
 * if the mail server accepted it.
 */
export async function sendMail(app: App, mail: Mail): Promise<boolean> {
  for (let tries = 0; ; tries++) {
    try {
      await app.mail.send(mail)
      return true
    } catch {
      const pause = pauses[tries]
      if (pause === undefined) {
        app.log.error({ tries: tries + 1 }, 'a mail was not sent')
        return false
      }
      await wait(pause)
    }
  }
}

/** Stores a mail of the embedded mail adapter. Idempotent by key. */
export async function keepMail(storage: Storage, { key, to, subject, text }: Mail): Promise<void> {
  await storage.db.execute(
    sql`insert into mail_outbox (key, address, subject, text) values (${key}, ${to}, ${subject}, ${text}) on conflict (key) do nothing`,
  )
}

const MailRow = z.object({ id: z.string(), to: z.string(), subject: z.string(), text: z.string(), at: z.string() })

/** Returns the mails of the embedded mail adapter, newest first. */
export async function latestMail({ storage }: App): Promise<{ id: string; to: string; subject: string; text: string; at: string }[]> {
  return rows(
    storage.db,
    MailRow,
    sql`select id::text as id, address as "to", subject, text, to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at
        from mail_outbox order by mail_outbox.id desc limit 50`,
  )
}
