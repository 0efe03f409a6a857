import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { billingMemberRoles } from '../../../contract/endpoints/billing/billing.ts'
import { isEmailAddress } from '../../../contract/rules/isEmailAddress.ts'
import { Refused } from '../../../contract/Refused.ts'
import { inviteDays } from '../../../contract/endpoints/invites.ts'
import { planById, planName, plans } from '../../../contract/rules/plans.ts'
import { rows, type Transaction } from '../../storage/database.ts'
import { jsonDocument } from '../../storage/jsonDocument.ts'
import { addJob } from '../../storage/addJob.ts'
import type { App } from '../app.ts'
import { alreadyMember, invitationTo, mailFailed } from '../invites/inviteToProject.ts'
import { newId } from '../newId.ts'
import { addMessage, sendPending } from '../texts/messageJob.ts'
import type { Person } from '../sign-in/person.ts'
import { type AccountModel, accountFor } from './accountFor.ts'
import { requireCards } from './builtInPayments.ts'
import { linkToken } from './writeBilling.ts'
import { type Text, text } from '../../i18n/text.ts'
import { translate } from '../../i18n/translate.ts'

const sha256 = (token: string) => createHash('sha256').update(token).digest('base64url')

interface Invitation {
  readonly id: string
  readonly uid?: string | undefined
  readonly email?: string | undefined
  readonly role?: string | undefined
  readonly origin: string
}

const EmailRow = z.object({ email: z.nullable(z.string()) })

/**
 * Invites a person to a billing account by mail. A second invitation sends a new link and invalidates the old
 * one. Throws Refused.
 */
export async function inviteToAccount(
  app: App,
  me: Person,
  { id, uid, role = 'Member', origin, ...given }: Invitation,
): Promise<{ success: boolean; notification?: string; error?: string }> {
  const account = await accountFor(app.storage.db, me, id, 'billing.manage')
  if (!billingMemberRoles.some((one) => one === role)) throw new Refused(400, 'INVALID', text('A member is Member or Administrator.'))
  const known = uid ? await rows(app.storage.db, EmailRow, sql`select email from people where uid = ${uid}`) : []
  const email = (given.email ?? known[0]?.email ?? '').trim().toLowerCase()
  if (!isEmailAddress(email))
    throw new Refused(400, 'INVALID', text('Email Address Required'), { details: [{ path: 'email', message: 'expected an address' }] })
  const member = await rows(
    app.storage.db,
    sql`select 1 from billing_members m join people p on p.uid = m.uid where m.billing = ${id} and lower(p.email) = ${email}`,
  )
  if (member.length > 0) return { success: false, notification: translate(me.lang, alreadyMember, { email, title: account.name }) }
  const token = inviteToken()
  const pending = await app.storage.transaction(async (tx) => {
    await storeInvite(tx, { id, email, role, by: me.uid, token })
    return addMessage(app, tx, invitationTo(app, me, { email, token, title: account.name, origin }))
  })
  return (await sendPending(app, pending)) ? { success: true } : { success: false, notification: translate(me.lang, mailFailed, { email }) }
}

/** The token of the link of an invitation. */
export const inviteToken = (): string => randomBytes(24).toString('base64url')

/** Stores an invitation with the token of its link. It replaces an earlier one. */
export async function storeInvite(
  tx: Transaction,
  { id, email, role, by, token }: { id: string; email: string; role: string; by: string; token: string },
): Promise<void> {
  await tx.execute(sql`delete from invites where billing = ${id} and lower(email) = ${email} and accepted_at is null`)
  await tx.execute(
    sql`insert into invites (id, billing, email, role, token_sha256, invited_by, expires_at)
        values (${newId()}, ${id}, ${email}, ${role}, ${sha256(token)}, ${by}, now() + make_interval(days => ${inviteDays}))`,
  )
}

interface Referral {
  readonly name?: string | undefined
  readonly email?: string | undefined
  readonly body?: string | undefined
  readonly billing?: string | undefined
}

const needed = (value: string | undefined, words: Text, path: string): string => {
  const given = value?.trim() ?? ''
  if (given === '') throw new Refused(400, 'INVALID', words, { path })
  return given
}

const IdRow = z.object({ id: z.string() })

/**
 * Recommends the product to a friend: creates an account that waits for its first payment, and mails a link
 * to it. Both accounts get 100 messages a month once it is active. The recommending account is the given one,
 * or the first that this person manages. Throws Refused.
 */
export async function refer(app: App, me: Person, { billing, ...given }: Referral): Promise<{ success: boolean; notification?: string }> {
  // Without card payments the link in the mail would lead nowhere.
  requireCards(app)
  const name = needed(given.name, text('Name required'), 'name')
  const email = needed(given.email, text('Email Address Required'), 'email').toLowerCase()
  if (!isEmailAddress(email)) needed(undefined, text('Email Address Required'), 'email')
  const body = needed(given.body, text('Message required'), 'body')
  if (name.length > 200 || body.length > 4000) throw new Refused(400, 'INVALID', text('The name or the message is too long.'))
  const source =
    billing ??
    (
      await rows(
        app.storage.db,
        IdRow,
        sql`select b.id from billing_members m join billing_accounts b on b.id = m.billing
            where m.uid = ${me.uid} and not b.deleted and b.status not in ('Pending', 'Cancelled') order by m.role = 'Owner' desc, b.created_at limit 1`,
      )
    )[0]?.id
  if (source === undefined)
    return {
      success: false,
      notification: translate(
        me.lang,
        text('Create a billing account first: the free plan is enough, and it is where your bonus messages go.'),
      ),
    }
  const account = await accountFor(app.storage.db, me, source, 'billing.read')
  const wanted = wantedOf(account.plan)
  const token = linkToken()
  const id = newId()
  const model: AccountModel = { awaitingPayment: true, wanted: { plan: wanted, broadcast: false } }
  await app.storage.transaction(async (tx) => {
    await tx.execute(
      sql`insert into billing_accounts (id, name, status, model, deleted) values (${id}, ${name}, 'Pending', ${JSON.stringify(model)}::jsonb, true)`,
    )
    await tx.execute(
      sql`insert into billing_links (token, billing, kind, by_uid, source, email) values (${token}, ${id}, 'refer', ${me.uid}, ${source}, ${email})`,
    )
    await addJob(tx, { kind: 'billing-mail', key: `refer:${id}`, payload: { mail: 'refer', billing: id, token, by: me.uid, body } })
  })
  app.storage.jobSignal.notify()
  return { success: true }
}

/**
 * Returns the plan that a friend pays for: that of the recommending account if it counts messages, else the
 * smallest one that does, because only there bonus messages count.
 */
const wantedOf = (plan: string | null): string => {
  const own = planById(plan ?? '')
  return (own && !own.isFixed ? own : plans.find(({ isFixed }) => !isFixed))?.id ?? ''
}

interface Linked {
  kind: 'request' | 'refer'
  name: string
  plan?: string
  broadcast?: boolean
  by: string
  paid: boolean
}

const LinkRow = z.object({
  kind: z.enum(['request', 'refer']),
  name: z.string(),
  model: jsonDocument<AccountModel>(),
  by: z.string(),
  paid: z.boolean(),
})

/**
 * Returns the account behind the link of a mail. The token is valid for this account only. Throws Refused.
 */
export async function readLink(app: App, id: string, token: string): Promise<Linked> {
  const [found] = await rows(
    app.storage.db,
    LinkRow,
    sql`select l.kind, b.name, b.model, p.name as by, l.used_at is not null as paid from billing_links l join billing_accounts b on b.id = l.billing join people p on p.uid = l.by_uid
        where l.token = ${token} and l.billing = ${id} and (l.used_at is null or l.used_at > now() - interval '1 day')`,
  )
  if (!found) throw new Refused(404, 'NOT_FOUND', text('This link was used or no longer exists. Ask for a new one.'))
  const { kind, name, by, paid, model } = found
  return { kind, name, by, paid, ...(model.wanted && { plan: model.wanted.plan, broadcast: model.wanted.broadcast }) }
}

/** The name of the wanted plan, for a mail. */
export const wantedPlan = (model: AccountModel): string => planName(model.wanted?.plan ?? '') ?? ''
