import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { Refused } from '../../../contract/Refused.ts'
import { memberRoles } from '../../../contract/endpoints/projects.ts'
import { rows, type Transaction } from '../../storage/database.ts'
import { text } from '../../i18n/text.ts'

const Member = z.object({ status: z.optional(z.string()), role: z.optional(z.string()), deleted: z.optional(z.boolean()) })

interface Members {
  readonly project: string
  readonly members: Readonly<Record<string, unknown>>
  /** uid of the person who makes the change. */
  readonly by: string
}

/**
 * Writes members by uid, and invited people by address. null or `deleted: true` removes a person and records
 * that (spec/3 §4.3). Throws Refused.
 */
export async function writeMembers(tx: Transaction, { project, members, by }: Members): Promise<void> {
  for (const [key, given] of Object.entries(members)) {
    const change = given === null ? { deleted: true } : z.safeParse(Member, given).data
    if (!change) throw new Refused(400, 'INVALID', text('A member has a role.'))
    if (change.deleted) await remove(tx, project, key, by)
    else await setRole(tx, project, key, change.status ?? change.role)
  }
}

const RoleRow = z.object({ role: z.string() })

async function roleOf(tx: Transaction, project: string, uid: string): Promise<string | undefined> {
  return (await rows(tx, RoleRow, sql`select role from members where team = ${project} and uid = ${uid} for update`))[0]?.role
}

async function setRole(tx: Transaction, project: string, uid: string, role: string | undefined): Promise<void> {
  if (!memberRoles.some((each) => each === role)) throw new Refused(400, 'INVALID', text('A member is Member or Administrator.'))
  const now = await roleOf(tx, project, uid)
  if (now === undefined) throw new Refused(404, 'NOT_FOUND', text('This member is gone, or was only invited.'))
  if (now === 'Owner') throw new Refused(403, 'FORBIDDEN', text('Can not change the Owner.'))
  await tx.execute(sql`update members set role = ${role} where team = ${project} and uid = ${uid} and role <> ${role}`)
}

const InviteRow = z.object({ email: z.string(), name: z.nullable(z.string()) })

async function remove(tx: Transaction, project: string, key: string, by: string): Promise<void> {
  const invited = await rows(
    tx,
    InviteRow,
    sql`delete from invites where team = ${project} and ((email <> '' and lower(email) = lower(${key})) or (email = '' and id = ${key})) and accepted_at is null returning email, name`,
  )
  if (invited.length > 0) return
  const role = await roleOf(tx, project, key)
  // Removed already.
  if (role === undefined) return
  if (role === 'Owner') throw new Refused(403, 'FORBIDDEN', text('Can not delete the Owner.'))
  await tx.execute(sql`delete from members where team = ${project} and uid = ${key}`)
  await tx.execute(
    sql`insert into deleted_members (team, key, uid, email, name, deleted_by)
        select ${project}, uid, uid, email, name, ${by} from people where uid = ${key}
        on conflict (team, key) do update set deleted_by = excluded.deleted_by, deleted_at = now()`,
  )
}

/** Stores data of the caller about removed members, only for people who are not members any more. */
export async function noteDeletedMembers(tx: Transaction, { project, members, by }: Members): Promise<void> {
  const Gone = z.object({ email: z.optional(z.string()), uid: z.optional(z.string()), name: z.optional(z.string()) })
  for (const [key, given] of Object.entries(members)) {
    const gone = z.safeParse(Gone, given).data
    if (!gone || key.length > 200) throw new Refused(400, 'INVALID', text('A deleted member has email, uid and name.'))
    if ((await roleOf(tx, project, gone.uid ?? key)) !== undefined) continue
    await tx.execute(
      sql`insert into deleted_members (team, key, uid, email, name, deleted_by)
          values (${project}, ${key}, ${gone.uid ?? null}, ${gone.email ?? null}, ${gone.name ?? gone.email ?? key}, ${by}) on conflict do nothing`,
    )
  }
}
