import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { PushNotice } from '../../../contract/rules/notices/pushNotice.ts'
import { type PushMessage, PushFailed } from '../../adapters/push/PushAdapter.ts'
import { text } from '../../i18n/text.ts'
import { translate } from '../../i18n/translate.ts'
import { rows } from '../../storage/database.ts'
import type { App } from '../app.ts'
import type { Person } from '../sign-in/person.ts'

export const SubscriptionRow = z.object({
  id: z.string(),
  uid: z.string(),
  /** Hash of the session's token, as `peopleBySession` takes it. */
  token: z.string(),
  endpoint: z.string(),
  p256dh: z.string(),
  auth: z.string(),
})
export type Subscription = Readonly<z.infer<typeof SubscriptionRow>>

export const subscriptionColumns = sql`p.id, p.uid, s.token_sha256 as token, p.endpoint, p.p256dh, p.auth
  from push_subscriptions p join sessions s on s.id = p.session and s.expires_at > now()`

type Way = Pick<PushMessage, 'urgency' | 'ttl'>

/** Sends a notice to one browser. Deletes a subscription that the push service no longer knows. Throws PushFailed. */
export async function sendToSubscription(app: App, one: Subscription, notice: PushNotice, { urgency, ttl }: Way): Promise<void> {
  const { db } = app.storage
  try {
    await app.push.send({ target: one, text: JSON.stringify(notice), topic: notice.tag, urgency, ttl })
    await db.execute(sql`update push_subscriptions set delivered_at = now() where id = ${one.id}`)
  } catch (error) {
    if (error instanceof PushFailed && error.reason === 'gone')
      await db.execute(sql`delete from push_subscriptions where id = ${one.id} and endpoint = ${one.endpoint}`)
    throw error
  }
}

const title = text('Notices work on this device')
const body = text('This is a test.')

/** Sends a test to the caller's own browser. */
export async function sendTestNotice(app: App, me: Person, endpoint: string): Promise<'sent' | 'gone' | 'failed'> {
  const [one] = await rows(
    app.storage.db,
    SubscriptionRow,
    sql`select ${subscriptionColumns} where p.uid = ${me.uid} and p.endpoint = ${endpoint}`,
  )
  if (!one) return 'gone'
  const words = { title: translate(me.lang, title), body: translate(me.lang, body) }
  const notice: PushNotice = { to: me.uid, ...words, path: '/sessions', tag: 'test', isUrgent: false }
  try {
    await sendToSubscription(app, one, notice, { urgency: 'high', ttl: 300 })
    return 'sent'
  } catch (error) {
    if (!(error instanceof PushFailed)) throw error
    if (error.reason === 'gone') return 'gone'
    app.log.warn({ reason: error.message }, 'a test notice was not sent')
    return 'failed'
  }
}
