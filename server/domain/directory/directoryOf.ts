import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { DirectoryGroup, type DirectoryState, GroupRole, mostGroups } from '../../../contract/endpoints/billing/readDirectory.ts'
import { Refused } from '../../../contract/Refused.ts'
import { text } from '../../i18n/text.ts'
import { rows } from '../../storage/database.ts'
import { addressOf, type App } from '../app.ts'
import { writeAudit } from '../audit/writeAudit.ts'
import { type AccountRow, accountFor } from '../billing/accountFor.ts'
import type { Person } from '../sign-in/person.ts'
import { hashOfToken, tokenStart } from './directoryByToken.ts'
import { tieGroup } from './DirectoryGroup.ts'

const StateRow = z.object({
  madeAt: z.nullable(z.string()),
  madeBy: z.nullable(z.string()),
  calledAt: z.nullable(z.string()),
  people: z.number(),
  active: z.number(),
})
const GroupRow = z.extend(DirectoryGroup, { team: z.nullable(z.string()), role: z.nullable(GroupRole) })
const ProjectRow = z.object({ id: z.string(), name: z.string() })

const iso = (column: string) => sql.raw(`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`)

/** Returns the state of the directory of an account. Throws Refused. */
export async function directoryOf(app: App, me: Person, { billing, origin }: { billing: string; origin: string }): Promise<DirectoryState> {
  const { db } = app.storage
  const account = await accountFor(db, me, billing, 'billing.manage')
  const [state] = await rows(
    db,
    StateRow,
    sql`select case when d.token_sha256 is not null then ${iso('d.made_at')} end as "madeAt",
          (select p.name from people p where p.uid = d.made_by) as "madeBy", ${iso('d.called_at')} as "calledAt",
          (select count(*)::int from directory_people x where x.billing = b.id and not x.deleted) as people,
          (select count(*)::int from directory_people x join people p on p.uid = x.uid
             where x.billing = b.id and not x.deleted and x.active and not p.disabled) as active
        from billing_accounts b left join directories d on d.billing = b.id where b.id = ${billing}`,
  )
  const groups = await rows(
    db,
    GroupRow,
    sql`select g.id, g.name, (select count(*)::int from directory_group_members m where m.grp = g.id) as people, t.id as team,
          case when t.id is not null then g.role end as role
        from directory_groups g left join teams t on t.id = g.team and t.billing = g.billing and not t.deleted
        where g.billing = ${billing} order by lower(g.name) limit ${mostGroups}`,
  )
  const projects = await rows(
    db,
    ProjectRow,
    sql`select id, name from teams where billing = ${billing} and not deleted and not archived order by lower(name), id`,
  )
  const { madeAt, madeBy, calledAt } = state ?? {}
  return {
    address: `${addressOf(app, origin)}/scim/v2`,
    mayChange: account.role === 'Owner',
    ...(madeAt && { token: { madeAt, ...(madeBy && { madeBy }) } }),
    ...(calledAt && { calledAt }),
    people: state?.people ?? 0,
    active: state?.active ?? 0,
    groups: groups.map(({ team, role, ...group }) => ({ ...group, ...(team !== null && role !== null && { team, role }) })),
    projects,
  }
}

/** A directory can disable people and give roles in every project of the account: only its Owner can do both by hand. */
async function ownedAccount(app: App, me: Person, billing: string): Promise<AccountRow> {
  const account = await accountFor(app.storage.db, me, billing, 'billing.manage')
  if (account.role !== 'Owner') throw new Refused(403, 'FORBIDDEN', text('Only an Owner of the billing account can do that.'))
  return account
}

/** Returns a new token; the database stores only its hash. The former token ends. Throws Refused. */
export async function makeToken(app: App, me: Person, billing: string): Promise<string> {
  await ownedAccount(app, me, billing)
  const token = `${tokenStart}${randomBytes(32).toString('base64url')}`
  await app.storage.transaction(async (tx) => {
    await tx.execute(
      sql`insert into directories (billing, token_sha256, made_by, made_at) values (${billing}, ${hashOfToken(token)}, ${me.uid}, now())
          on conflict (billing) do update set token_sha256 = excluded.token_sha256, made_by = excluded.made_by, made_at = excluded.made_at`,
    )
    await writeAudit(tx, { what: 'directory.on', actor: me, subject: me })
  })
  return token
}

/** Returns false if there was no token. Throws Refused. */
export async function removeToken(app: App, me: Person, billing: string): Promise<boolean> {
  await ownedAccount(app, me, billing)
  return await app.storage.transaction(async (tx) => {
    const gone = await rows(
      tx,
      sql`update directories set token_sha256 = null where billing = ${billing} and token_sha256 is not null returning billing`,
    )
    if (gone.length > 0) await writeAudit(tx, { what: 'directory.off', actor: me, subject: me })
    return gone.length > 0
  })
}

interface Tying {
  readonly billing: string
  readonly group: string
  readonly team?: string | undefined
  readonly role?: GroupRole | undefined
  readonly origin: string
}

/** Ties a group to a project of the account, or unties it. Its people get or lose the role at once. Throws Refused. */
export async function tie(app: App, me: Person, { billing, group, team, role, origin }: Tying): Promise<boolean> {
  const { name } = await ownedAccount(app, me, billing)
  if ((team === undefined) !== (role === undefined)) throw new Refused(400, 'INVALID', text('Choose a project and a role.'))
  await app.storage.transaction(async (tx) => {
    await rows(tx, sql`select 1 from directories where billing = ${billing} for update`)
    if (team !== undefined) {
      const there = await rows(tx, sql`select 1 from teams where id = ${team} and billing = ${billing} and not deleted`)
      if (there.length === 0) throw new Refused(404, 'NOT_FOUND', text('This project is not one of the billing account.'))
    }
    const to = team !== undefined && role !== undefined ? { team, role } : undefined
    if (!(await tieGroup(app, tx, { billing, name, origin, by: me }, { group, to })))
      throw new Refused(404, 'NOT_FOUND', text('This group no longer exists in the directory.'))
  })
  app.storage.jobSignal.notify()
  return team !== undefined
}
