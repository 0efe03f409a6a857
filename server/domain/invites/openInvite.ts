import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { Refused } from '../../../contract/Refused.ts'
import { rows, type Transaction } from '../../storage/database.ts'
import { text } from '../../i18n/text.ts'

/** The form in which the database stores the token of an invitation. */
export const hashOfInvite = (token: string): string => createHash('sha256').update(token).digest('base64url')

const InviteRow = z.object({
  id: z.string(),
  team: z.nullable(z.string()),
  billing: z.nullable(z.string()),
  /** Empty for an invitation by a link alone. */
  email: z.string(),
  /** The number that the invitation went to by text. */
  mobile: z.nullable(z.string()),
  role: z.string(),
  title: z.nullable(z.string()),
  late: z.boolean(),
  by: z.nullable(z.string()),
  closed: z.boolean(),
})
export type OpenInvite = z.infer<typeof InviteRow> & { readonly title: string }

/** Locks the invitation and returns it, also if `uid` has accepted it already. Throws Refused. */
export async function openInvite(tx: Transaction, token: string, uid?: string): Promise<OpenInvite> {
  const [invite] = await rows(
    tx,
    InviteRow,
    sql`select i.id, i.team, i.billing, i.email, i.mobile, i.role, coalesce(t.name, b.name) as title, i.expires_at < now() as late, i.accepted_by as by,
          coalesce(t.deleted or t.archived, b.deleted, true) as closed
        from invites i left join teams t on t.id = i.team left join billing_accounts b on b.id = i.billing
        where i.token_sha256 = ${hashOfInvite(token)} for update of i`,
  )
  if (!invite || invite.closed || invite.title === null) throw new Refused(404, 'NOT_FOUND', text('This invitation no longer exists.'))
  if (invite.by !== (uid ?? null) && (invite.by !== null || invite.late))
    throw new Refused(410, 'NOT_FOUND', text('This invitation has been used or is too old. Ask for a new one.'))
  return { ...invite, title: invite.title }
}

/** The person joins the project or the billing account. An invitation takes no role away. */
export async function admit(tx: Transaction, { id, team, billing, role }: OpenInvite, uid: string): Promise<void> {
  await (team
    ? tx.execute(
        sql`insert into members (team, uid, role) values (${team}, ${uid}, ${role})
            on conflict (team, uid) do update set role = excluded.role where members.role <> 'Owner' and excluded.role <> 'Worker'`,
      )
    : tx.execute(
        sql`insert into billing_members (billing, uid, role) values (${billing}, ${uid}, ${role})
            on conflict (billing, uid) do update set role = excluded.role where billing_members.role <> 'Owner'`,
      ))
  await tx.execute(sql`update invites set accepted_by = ${uid}, accepted_at = now() where id = ${id}`)
  if (team) await tx.execute(sql`delete from deleted_members where team = ${team} and key = ${uid}`)
}
