import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { inviteDays } from '../../../contract/endpoints/invites.ts'
import { isLanguage } from '../../../contract/reference/languages.ts'
import { rows, type Transaction } from '../../storage/database.ts'
import type { App } from '../app.ts'
import { directoryAsActor } from '../audit/writeAudit.ts'
import { invitationByText } from '../invites/inviteByNumbers.ts'
import { invitationTo } from '../invites/inviteToProject.ts'
import { hashOfInvite } from '../invites/openInvite.ts'
import { pinWayOf } from '../sign-in/signInWithPin.ts'
import { addMessage, type Message } from '../texts/messageJob.ts'
import type { Directory } from './directoryByToken.ts'
import { rolesOfGroups } from './rolesOfGroups.ts'

/** Invitations of one account in a day, and those to one of its people: each is a text or a mail to a person of Muster. */
const mostInDay = 1_000
const mostToPerson = 3

const DueRow = z.object({
  team: z.string(),
  uid: z.string(),
  role: z.string(),
  title: z.string(),
  name: z.string(),
  lang: z.nullable(z.string()),
  mobile: z.nullable(z.string()),
  email: z.nullable(z.string()),
  isKnownEmail: z.boolean(),
})
type Due = z.infer<typeof DueRow>

const listed = (ids: readonly string[]) => sql`select jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb)`

/**
 * Invites people who joined from elsewhere to the projects that their groups give: they alone decide who sees their name
 * and address. An invitation that waits, or that was withdrawn lately, is not sent twice.
 */
export async function inviteJoined(app: App, tx: Transaction, directory: Directory, uids: readonly string[]): Promise<void> {
  const { billing } = directory
  const mark = directoryAsActor(directory).uid
  const own = sql`select 1 from invites i where i.id = a.team || '.' || a.uid`
  await tx.execute(
    sql`update invites i set role = a.role, accepted_by = null, accepted_at = null from (${rolesOfGroups(billing, uids)}) a
        where not a.here and i.id = a.team || '.' || a.uid and i.expires_at > now() and (i.accepted_at is null or i.accepted_by = ${mark})`,
  )
  const today = sql`select i.id from invites i join teams x on x.id = i.team and x.billing = ${billing}
    where i.invited_by = ${mark} and i.created_at > now() - interval '1 day'`
  const due = await rows(
    tx,
    DueRow,
    sql`select a.team, a.uid, a.role, t.name as title, coalesce(d.document ->> 'displayName', d.user_name) as name, p.lang,
          case when not exists (select 1 from text_refusals r where r.mobile = p.mobile) then p.mobile end as mobile,
          case when p.email_verified then p.email end as email, coalesce(lower(p.email) = lower(d.email), false) as "isKnownEmail"
        from (${rolesOfGroups(billing, uids)}) a join teams t on t.id = a.team and not t.archived
          join people p on p.uid = a.uid and not p.disabled
          join directory_people d on d.billing = ${billing} and d.uid = a.uid
        where not a.here and not exists (${own} and i.accepted_at is null and i.expires_at > now())
          and (select count(*) from (${today}) s where split_part(s.id, '.', 2) = a.uid) < ${mostToPerson}
        order by a.uid, a.team limit greatest(0, ${mostInDay} - (select count(*) from (${today}) s))`,
  )
  for (const one of due) await invite(app, tx, directory, one)
}

async function invite(app: App, tx: Transaction, directory: Directory, due: Due): Promise<void> {
  const token = randomBytes(24).toString('base64url')
  const way = pinWayOf(app)
  const mobile = way === 'text' || way === 'demo' ? due.mobile : null
  const message = messageOf(app, directory, { ...due, mobile, token })
  if (!message) return
  // The list of the project shows the address: only one that the directory has sent.
  const email = message.by === 'mail' && due.isKnownEmail ? due.email : null
  const id = `${due.team}.${due.uid}`
  await tx.execute(
    sql`insert into invites (id, team, email, mobile, name, role, token_sha256, invited_by, expires_at)
        values (${id}, ${due.team}, ${email ?? ''}, ${mobile}, ${due.name}, ${due.role}, ${hashOfInvite(token)},
          ${directoryAsActor(directory).uid}, now() + make_interval(days => ${inviteDays}))
        on conflict (id) do update set email = excluded.email, mobile = excluded.mobile, name = excluded.name, role = excluded.role,
          token_sha256 = excluded.token_sha256, created_at = now(), expires_at = excluded.expires_at, accepted_by = null, accepted_at = null`,
  )
  await addMessage(app, tx, message, 0)
}

function messageOf(app: App, { name, origin }: Directory, due: Due & { readonly token: string }): Message | undefined {
  const { mobile, email, token, title, lang } = due
  const by = { name, lang: isLanguage(lang) ? lang : undefined }
  if (mobile !== null) return { by: 'text', to: mobile, text: invitationByText(app, by, { token, title, origin }) }
  return email === null ? undefined : invitationTo(app, by, { email, token, title, origin })
}

interface Withdrawn {
  readonly uids: readonly string[]
  /** Absent: all projects of the account. */
  readonly teams?: readonly string[] | undefined
}

/** Ends invitations that no group gives any more. */
export async function withdrawInvites(tx: Transaction, directory: Directory, { uids, teams }: Withdrawn): Promise<void> {
  const { billing } = directory
  const mark = directoryAsActor(directory).uid
  const places = teams === undefined ? sql`select id from teams where billing = ${billing}` : listed(teams)
  await tx.execute(
    sql`update invites i set accepted_by = ${mark}, accepted_at = now()
        where i.invited_by = ${mark} and i.accepted_at is null and i.team in (${places}) and split_part(i.id, '.', 2) in (${listed(uids)})
          and (${teams === undefined}::boolean
               or not exists (select 1 from (${rolesOfGroups(billing, uids)}) a where a.team = i.team and a.uid = split_part(i.id, '.', 2)))`,
  )
}
