import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { SmsFailed } from '../../adapters/sms/SmsAdapter.ts'
import { Feed } from '../../../contract/endpoints/records.ts'
import { rows } from '../../storage/database.ts'
import { createBatcher } from '../../storage/createBatcher.ts'
import type { Job } from '../../storage/addJob.ts'
import type { Storage } from '../../storage/storage.ts'
import type { App } from '../app.ts'

const Payload = z.object({ actor: z.string(), feed: Feed })

/**
 * The job after a save with a text in its feed (spec/1 §7): sends the text to the author. Authors without a
 * number and of public forms get none. A permanent refusal of the provider is stored; other errors are
 * retried.
 */
export async function sendFeed(app: App, job: Job): Promise<void> {
  const { actor, feed } = z.parse(Payload, job.payload)
  if (!feed.sms) return
  const mobile = await mobileFor(app.storage, actor, job.key)
  if (!mobile) return
  try {
    await app.sms.send({ to: mobile, text: feed.text, key: job.key })
  } catch (error) {
    if (!(error instanceof SmsFailed && error.lasting)) throw error
    app.log.warn({ reason: error.message, job: job.id }, 'a text was not sent')
  }
}

interface Asked {
  readonly uid: string
  /** Only texts of saves are counted; the key of their job contains the operation id. */
  readonly op: string | null
}

const lookUps = new WeakMap<Storage, (asked: Asked) => Promise<string | undefined>>()

const RecipientRow = z.object({ n: z.number(), mobile: z.nullable(z.string()) })

/**
 * Returns the number of an active person who has not said STOP; undefined if the text of this save is held, because the
 * account that pays has used up its quota.
 */
function mobileFor(storage: Storage, uid: string, key: string): Promise<string | undefined> {
  let look = lookUps.get(storage)
  if (!look) {
    look = createBatcher(
      async (asked) => {
        const found = await rows(
          storage.db,
          RecipientRow,
          sql`select a.n::int as n, p.mobile
            from jsonb_array_elements(${JSON.stringify(asked)}::jsonb) with ordinality a(asked, n) join people p on p.uid = a.asked ->> 'uid'
            where not p.disabled and not exists (select 1 from text_refusals r where r.mobile = p.mobile)
              and not exists (select 1 from usage_messages u where u.op_id = a.asked ->> 'op' and u.held)`,
        )
        const mobiles = new Map(found.map(({ n, mobile }) => [n, mobile]))
        return asked.map((_, at) => mobiles.get(at + 1) ?? undefined)
      },
      { concurrency: 1, maxBatch: 128 },
    )
    lookUps.set(storage, look)
  }
  return look({ uid, op: /^(.+):feed$/.exec(key)?.[1] ?? null })
}
