import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { type SmsAdapter, SmsFailed, type TextMessage } from '../../adapters/sms/SmsAdapter.ts'
import { rows } from '../../storage/database.ts'
import type { Storage } from '../../storage/storage.ts'

/** After this time an unanswered attempt has ended and the provider lists the texts it accepted, in ms. */
const settled = 20_000

const Claim = z.object({
  providerId: z.nullable(z.string()),
  tries: z.number(),
  firstAt: z.string(),
  /** Time since the last attempt, in ms. */
  age: z.number(),
})

const IdRow = z.object({ id: z.string() })

/**
 * Wraps a provider so that each text is sent once. A text is claimed before it is sent; if the response was
 * lost (crash, connection), the provider is queried before a retry. Urgent texts are not claimed.
 */
export function sendingOnce(storage: Storage, sms: SmsAdapter, settleMs = settled): SmsAdapter {
  const { db } = storage

  /** Returns the provider's id of a text that it has accepted before; undefined: this attempt sends it. */
  async function earlier({ key, to, text }: TextMessage): Promise<string | undefined> {
    const fresh = await rows(db, sql`insert into text_claims (key) values (${key}) on conflict do nothing returning key`)
    if (fresh.length > 0) return undefined
    const [claim] = await rows(
      db,
      Claim,
      sql`select provider_id as "providerId", tries, to_char(first_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "firstAt",
            (extract(epoch from now() - claimed_at) * 1000)::float8 as age from text_claims where key = ${key}`,
    )
    if (claim?.providerId) return claim.providerId
    // The claim was just released: the next attempt creates a new one.
    if (!claim) throw notYet(0)
    if (claim.age < settleMs) throw notYet(settleMs - claim.age)
    const taken = (await sms.find?.({ to, text, since: new Date(claim.firstAt) })) ?? []
    for (const id of taken) {
      // The same words may go to this number twice on purpose: an id with another key is another text.
      const [mine] = await rows(
        db,
        IdRow,
        sql`update text_claims set provider_id = ${id} where key = ${key} and provider_id is null
              and not exists (select 1 from text_claims where provider_id = ${id}) returning provider_id as id`,
      )
      if (mine) return mine.id
    }
    const again = await rows(
      db,
      sql`update text_claims set tries = tries + 1, claimed_at = now() where key = ${key} and tries = ${claim.tries} and provider_id is null returning key`,
    )
    if (again.length === 0) throw notYet(settleMs)
    return undefined
  }

  return {
    ...sms,
    async send(message) {
      if (message.urgent) return sms.send(message)
      const known = await earlier(message)
      if (known !== undefined) return { providerId: known }
      try {
        const { providerId } = await sms.send(message)
        await db.execute(sql`update text_claims set provider_id = ${providerId} where key = ${message.key}`)
        return { providerId }
      } catch (error) {
        // The text was refused: release the claim, unless an earlier attempt may have succeeded.
        if (error instanceof SmsFailed && !error.uncertain)
          await db.execute(sql`delete from text_claims where key = ${message.key} and provider_id is null and tries = 1`)
        throw error
      }
    },
  }
}

const notYet = (retryAfterMs: number) =>
  new SmsFailed('it is not known yet whether the text provider has taken this text', false, { retryAfterMs, uncertain: true })
