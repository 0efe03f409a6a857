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
  if (!feed.sms || (await isHeld(app.storage, job.key))) return
  const mobile = await mobileOf(app.storage, actor)
  if (!mobile) return
  try {
    await app.sms.send({ to: mobile, text: feed.text, key: job.key })
  } catch (error) {
    if (!(error instanceof SmsFailed && error.lasting)) throw error
    app.log.warn({ reason: error.message, job: job.id }, 'a text was not sent')
  }
}

const holds = new WeakMap<Storage, (opId: string) => Promise<boolean>>()

const OpIdRow = z.object({ op_id: z.string() })

/** Returns whether the text of this save is held, because the account that pays has used up its quota. */
function isHeld(storage: Storage, key: string): boolean | Promise<boolean> {
  // Only texts of saves are counted; the key of their job contains the operation id.
  const opId = /^(.+):feed$/.exec(key)?.[1]
  if (opId === undefined) return false
  let look = holds.get(storage)
  if (!look) {
    look = createBatcher(
      async (opIds) => {
        const found = await rows(
          storage.db,
          OpIdRow,
          sql`select op_id from usage_messages where held and op_id in (select jsonb_array_elements_text(${JSON.stringify(opIds)}::jsonb))`,
        )
        const held = new Set(found.map(({ op_id: one }) => one))
        return opIds.map((one) => held.has(one))
      },
      { concurrency: 1, maxBatch: 128 },
    )
    holds.set(storage, look)
  }
  return look(opId)
}

const lookUps = new WeakMap<Storage, (uid: string) => Promise<string | undefined>>()

const RecipientRow = z.object({ uid: z.string(), mobile: z.nullable(z.string()) })

/** Returns the number of an active person who has not said STOP. */
function mobileOf(storage: Storage, uid: string): Promise<string | undefined> {
  let look = lookUps.get(storage)
  if (!look) {
    look = createBatcher(
      async (uids) => {
        const found = await rows(
          storage.db,
          RecipientRow,
          sql`select uid, mobile from people p where not disabled and uid in (select jsonb_array_elements_text(${JSON.stringify(uids)}::jsonb))
                and not exists (select 1 from text_refusals r where r.mobile = p.mobile)`,
        )
        const mobiles = new Map(found.map((person) => [person.uid, person.mobile]))
        return uids.map((one) => mobiles.get(one) ?? undefined)
      },
      { concurrency: 1, maxBatch: 128 },
    )
    lookUps.set(storage, look)
  }
  return look(uid)
}
