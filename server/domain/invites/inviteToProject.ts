import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { isEmailAddress } from '../../../contract/rules/isEmailAddress.ts'
import { Refused } from '../../../contract/Refused.ts'
import { inviteDays } from '../../../contract/endpoints/invites.ts'
import { may } from '../../../contract/rules/permissions.ts'
import { invitedRoles } from '../../../contract/endpoints/projects.ts'
import { text } from '../../i18n/text.ts'
import { translate } from '../../i18n/translate.ts'
import { rows, type Transaction } from '../../storage/database.ts'
import { addressOf, type App } from '../app.ts'
import { openProject } from '../projects/writeProject.ts'
import { newId } from '../newId.ts'
import type { Person } from '../sign-in/person.ts'
import { addMessage, type Message, sendPending } from '../texts/messageJob.ts'
import { admit, hashOfInvite, openInvite } from './openInvite.ts'

const subject = text('{by} invites you to {title}')
const letter = text('{by} invites you to {title}.\n\nOpen this link and sign in to accept:\n{link}\n\nIt works for {days} days.')

interface Invitation {
  readonly project: string
  /** Absent: the invitation is a link, which the inviter hands over. */
  readonly email?: string | undefined
  readonly status?: string | undefined
  readonly name?: string | undefined
  /** The origin of the request; the link uses it unless PUBLIC_URL is set. */
  readonly origin: string
}

interface InviteAnswer {
  success: boolean
  notification?: string
  link?: string
}

const RoleRow = z.object({ role: z.string() })

/**
 * Invites a person to a project by mail, or by a link that the answer has. A second invitation by mail sends a new link
 * and invalidates the old one. Throws Refused.
 */
export async function inviteToProject(
  app: App,
  me: Person,
  { project, status, name, origin, ...invitation }: Invitation,
): Promise<InviteAnswer> {
  const byLink = invitation.email === undefined
  const email = (invitation.email ?? '').trim().toLowerCase()
  if (!byLink && !isEmailAddress(email))
    throw new Refused(400, 'INVALID', text('Email Address Required'), { details: [{ path: 'email', message: 'expected an address' }] })
  const role = status ?? 'Member'
  if (!invitedRoles.some((each) => each === role)) throw new Refused(400, 'INVALID', text('A member is Administrator, Member or Worker.'))
  const token = randomBytes(24).toString('base64url')
  const made = await app.storage.transaction(async (tx) => {
    const { name: title, role: own } = await openProject(tx, me, project)
    if (!may(own ?? undefined, 'member.manage')) throw new Refused(403, 'FORBIDDEN', text('You may not do that here.'))
    const [member] = await rows(
      tx,
      RoleRow,
      sql`select m.role from members m join people p on p.uid = m.uid where m.team = ${project} and lower(p.email) = ${email} and (m.role <> 'Worker' or ${role} = 'Worker')`,
    )
    if (member) return { title, already: true as const }
    if (!byLink) await tx.execute(sql`delete from invites where team = ${project} and lower(email) = ${email} and accepted_at is null`)
    await tx.execute(
      sql`insert into invites (id, team, email, name, role, token_sha256, invited_by, expires_at)
          values (${newId()}, ${project}, ${email}, ${name?.trim() || null}, ${role}, ${hashOfInvite(token)}, ${me.uid}, now() + make_interval(days => ${inviteDays}))`,
    )
    await tx.execute(sql`delete from deleted_members where team = ${project} and key = ${email}`)
    const pending = byLink ? undefined : await addMessage(app, tx, invitationTo(app, me, { email, token, title, origin }))
    return { title, already: false as const, pending }
  })
  if (made.already) return { success: false, notification: translate(me.lang, alreadyMember, { email, title: made.title }) }
  if (!made.pending) return { success: true, link: linkOf(app, origin, token) }
  return (await sendPending(app, made.pending))
    ? { success: true }
    : { success: false, notification: translate(me.lang, mailFailed, { email }) }
}

export const alreadyMember = text('{email} is already a member of {title}.')
export const mailFailed = text('The mail to {email} could not be sent. The invitation is kept; invite again to send it.')

const linkOf = (app: App, origin: string, token: string) => `${addressOf(app, origin)}/invite/${token}`

/** The mail with the link of an invitation. */
export function invitationTo(
  app: App,
  me: Pick<Person, 'name' | 'lang'>,
  { email, token, title, origin }: { email: string; token: string; title: string; origin: string },
): Message {
  const values = { by: me.name, title, link: linkOf(app, origin, token), days: inviteDays }
  return {
    by: 'mail',
    to: email,
    subject: translate(me.lang, subject, values),
    text: translate(me.lang, letter, values),
    invite: hashOfInvite(token),
  }
}

const EmailRow = z.object({ email: z.nullable(z.string()) })

/**
 * Throws Refused if the account has another address than the invitation. An account without one gets the
 * address of the invitation: the link proves access to that mailbox.
 */
async function matchAddress(tx: Transaction, me: Person, invited: string): Promise<void> {
  const [account] = await rows(tx, EmailRow, sql`select email from people where uid = ${me.uid} for update`)
  if (account?.email && account.email.toLowerCase() !== invited.toLowerCase())
    throw new Refused(403, 'FORBIDDEN', text('This invitation is for {invited}. Sign in with the account of that address.'), {
      values: { invited },
    })
  if (account?.email) return
  await tx.execute(
    sql`update people set email = ${invited} where uid = ${me.uid}
        and not exists (select 1 from people p where lower(p.email) = lower(${invited}))`,
  )
}

/** Accepts an invitation: the person joins a project or a billing account. Throws Refused. */
export async function accept(
  app: App,
  me: Person,
  token: string,
): Promise<{ success: boolean; title: string; team?: string; billing?: string }> {
  return app.storage.transaction(async (tx) => {
    const invite = await openInvite(tx, token, me.uid)
    const { title, team, billing } = invite
    const done = { success: true, title, ...(team && { team }), ...(billing && { billing }) }
    if (invite.by === me.uid) return done
    if (invite.email !== '') await matchAddress(tx, me, invite.email)
    await admit(tx, invite, me.uid)
    return done
  })
}
