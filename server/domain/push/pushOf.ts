import { createECDH } from 'node:crypto'
import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { AnswerOf, BodyOf } from '../../../contract/endpoint.ts'
import type { getPush, PushChoice, subscribePush } from '../../../contract/endpoints/people/push.ts'
import { Refused } from '../../../contract/Refused.ts'
import { noticeKinds } from '../../../contract/rules/notices/pushNotice.ts'
import { text } from '../../i18n/text.ts'
import { type Database, rows, type Transaction } from '../../storage/database.ts'
import type { App } from '../app.ts'
import { newId } from '../newId.ts'

/** The session of a person. */
interface Here {
  readonly uid: string
  /** Id of the session. */
  readonly session: string
}

/** Browsers of one person; the oldest ones above this number end. */
const mostSubscriptions = 20

const ChoiceRow = z.object({
  off: z.array(z.string()),
  from: z.nullable(z.string()),
  until: z.nullable(z.string()),
  timezone: z.nullable(z.string()),
  details: z.boolean(),
})

/** Returns what a person has chosen: at first all kinds, no quiet hours and no details. */
export async function pushChoiceOf(db: Database | Transaction, uid: string): Promise<PushChoice> {
  const [row] = await rows(
    db,
    ChoiceRow,
    sql`select off_kinds as off, quiet_from as "from", quiet_until as until, timezone, details from push_choices where uid = ${uid}`,
  )
  if (!row) return { off: [], details: false }
  const { from, until, timezone, details } = row
  return {
    off: noticeKinds.filter((kind) => row.off.includes(kind)),
    ...(from !== null && until !== null && { quiet: { from, until, timezone: timezone ?? 'UTC' } }),
    details,
  }
}

const EndpointRow = z.object({ endpoint: z.string(), deliveredAt: z.nullable(z.string()) })

export async function pushOf(app: App, { uid, session }: Here): Promise<AnswerOf<typeof getPush>> {
  const { db } = app.storage
  const found = await rows(
    db,
    EndpointRow,
    sql`select endpoint, to_json(delivered_at) #>> '{}' as "deliveredAt" from push_subscriptions where uid = ${uid} and session = ${session} order by created_at`,
  )
  const deliveredAt = found.findLast((one) => one.deliveredAt !== null)?.deliveredAt
  return {
    publicKey: app.push.publicKey,
    choice: await pushChoiceOf(db, uid),
    endpoints: found.map(({ endpoint }) => endpoint),
    ...(deliveredAt && { deliveredAt: new Date(deliveredAt).toISOString() }),
  }
}

function isPoint(p256dh: string): boolean {
  const own = createECDH('prime256v1')
  own.generateKeys()
  try {
    own.computeSecret(Buffer.from(p256dh, 'base64url'))
    return true
  } catch {
    return false
  }
}

/** Throws Refused for an unknown push service, and for keys that are none. */
export async function subscribePerson(app: App, { uid, session }: Here, { endpoint, keys }: BodyOf<typeof subscribePush>): Promise<void> {
  if (!app.push.isKnown(endpoint))
    throw new Refused(400, 'INVALID', text('This server does not know the push service of this browser. Ask the people who run it.'))
  if (!isPoint(keys.p256dh)) throw new Refused(400, 'INVALID', text('The keys of this browser are not valid.'))
  await app.storage.transaction(async (tx) => {
    // The browser tells its endpoint to one person at a time: the former one has left.
    await tx.execute(
      sql`insert into push_subscriptions (id, session, uid, endpoint, p256dh, auth)
          values (${newId()}, ${session}, ${uid}, ${endpoint}, ${keys.p256dh}, ${keys.auth})
          on conflict (endpoint) do update set id = excluded.id, session = excluded.session, uid = excluded.uid, p256dh = excluded.p256dh,
            auth = excluded.auth, created_at = now(), delivered_at = null`,
    )
    // A browser has one subscription: an earlier one of this session is a former address of it.
    await tx.execute(sql`delete from push_subscriptions where session = ${session} and endpoint <> ${endpoint}`)
    await tx.execute(
      sql`delete from push_subscriptions where id in (
            select id from push_subscriptions where uid = ${uid} order by created_at desc, id offset ${mostSubscriptions})`,
    )
  })
}

/** Returns how many subscriptions ended: none of another person. */
export async function unsubscribePerson(app: App, uid: string, endpoint: string): Promise<number> {
  const gone = await rows(app.storage.db, sql`delete from push_subscriptions where uid = ${uid} and endpoint = ${endpoint} returning id`)
  return gone.length
}

export async function changePushChoice({ storage }: App, uid: string, { off, quiet, details }: PushChoice): Promise<PushChoice> {
  await storage.db.execute(
    sql`insert into push_choices (uid, off_kinds, quiet_from, quiet_until, timezone, details)
        values (${uid}, ${JSON.stringify(off)}::jsonb, ${quiet?.from ?? null}, ${quiet?.until ?? null}, ${quiet?.timezone ?? null}, ${details})
        on conflict (uid) do update set off_kinds = excluded.off_kinds, quiet_from = excluded.quiet_from,
          quiet_until = excluded.quiet_until, timezone = excluded.timezone, details = excluded.details`,
  )
  return pushChoiceOf(storage.db, uid)
}
