import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { BillingStatus } from '../../../contract/endpoints/billing/billing.ts'
import { Source } from '../../../contract/endpoints/projects.ts'
import { type Me, type MeInclude, meIncludes, MyTeam } from '../../../contract/endpoints/sign-in.ts'
import { rows } from '../../storage/database.ts'
import type { App } from '../app.ts'
import { billingOf } from '../access/billingRole.ts'
import { usageToWatch } from '../access/usageToWatch.ts'
import { projectZone } from '../holidays/projectZone.ts'
import { meOf, type Person } from '../sign-in/person.ts'

/**
 * Returns the requested parts, from `include=a&include=b` as well as `include=a,b`. Ignores unknown names.
 */
export function includesOf(include: string | readonly string[] | undefined): ReadonlySet<MeInclude> {
  const words = (typeof include === 'string' ? [include] : (include ?? [])).flatMap((one) => one.split(','))
  return new Set(meIncludes.filter((known) => words.includes(known)))
}

/** `GET /api/me` (spec/3 §3.6): small for the first paint, complete for the console. */
export async function wholeMeOf(app: App, person: Person, includes: ReadonlySet<MeInclude>): Promise<Me> {
  const zones = await zonesOf(app, person)
  const inItsZone = (team: MyTeam): MyTeam => ({ ...team, ...(zones.has(team.id) && { zone: zones.get(team.id) }) })
  const known = meOf(person)
  const me = { ...known, teams: known.teams.map(inItsZone) }
  if (includes.size === 0) return me
  const [account, systems, teams, billingAccounts, summary, freeUsage] = await Promise.all([
    accountOf(app, person),
    systemsOf(app, person),
    includes.has('user.teams') || includes.has('team.billingAccount') ? teamsOf(app, person) : undefined,
    includes.has('user.billingAccounts') ? billingOf(app.storage.db, person) : undefined,
    includes.has('user.summary') ? summaryOf(app, person) : undefined,
    includes.has('user.freeUsage') ? usageToWatch(app.storage.db, person) : undefined,
  ])
  const { isInternal, ...model } = account
  return {
    ...me,
    id: person.uid,
    isDisabled: person.disabled,
    ...(isInternal && { isInternal }),
    model,
    systems,
    ...(teams && {
      teams: teams.map(({ billing, ...team }) => ({
        ...inItsZone(team),
        ...(includes.has('team.billingAccount') && { billingAccount: billing }),
      })),
    }),
    ...(billingAccounts && { billingAccounts: [...billingAccounts] }),
    ...(summary && { summary }),
    ...(freeUsage && { freeUsage }),
  }
}

const ZoneRow = z.object({ id: z.string(), zone: z.string() })

/** Returns the time zones of a person's projects, by id. */
async function zonesOf(app: App, { teams }: Person): Promise<ReadonlyMap<string, string>> {
  if (teams.length === 0) return new Map()
  const ids = sql`array(select jsonb_array_elements_text(${JSON.stringify(teams.map(({ id }) => id))}::jsonb))`
  const found = await rows(
    app.storage.db,
    ZoneRow,
    sql`select id, zone from (select t.id, ${projectZone} as zone from teams t where t.id = any(${ids})) z where zone is not null`,
  )
  return new Map(found.map(({ id, zone }) => [id, zone]))
}

const AccountRow = z.object({
  email: z.nullable(z.string()),
  verified: z.boolean(),
  company: z.nullable(z.string()),
  created: z.string(),
})

async function accountOf(app: App, person: Person): Promise<NonNullable<Me['model']> & { readonly isInternal: boolean }> {
  const [found] = await rows(
    app.storage.db,
    AccountRow,
    sql`select email, email_verified as verified, company, to_json(created_at) #>> '{}' as created from people where uid = ${person.uid}`,
  )
  const domain = found?.verified ? found.email?.toLowerCase().split('@').at(-1) : undefined
  return {
    isInternal: domain !== undefined && app.internalMailDomains.has(domain),
    name: person.name,
    ...(found?.email && { email: found.email }),
    ...(found?.company && { company: found.company }),
    created_at: new Date(found?.created ?? 0).toISOString(),
  }
}

const LoginRow = z.object({ provider: z.string(), email: z.nullable(z.string()), linkedAt: z.nullable(z.string()) })

async function systemsOf(app: App, person: Person): Promise<NonNullable<Me['systems']>> {
  const linked = await rows(
    app.storage.db,
    LoginRow,
    sql`select provider, email, to_json(linked_at) #>> '{}' as "linkedAt" from logins where uid = ${person.uid} order by provider, created_at`,
  )
  return linked.map(({ provider, email, linkedAt }) => ({
    provider,
    ...(email && { email }),
    ...(linkedAt !== null && { linkedAt: new Date(linkedAt).toISOString() }),
  }))
}

type TeamRow = Me['teams'][number] & { billing: { id: string; name: string; status: BillingStatus } | null }

/** The billing columns are null in a Free Trial. */
const MyTeamRow = z.extend(MyTeam, {
  source: Source,
  billing_id: z.nullable(z.string()),
  billing_name: z.nullable(z.string()),
  status: z.nullable(BillingStatus),
})

async function teamsOf(app: App, person: Person): Promise<TeamRow[]> {
  const found = await rows(
    app.storage.db,
    MyTeamRow,
    sql`select t.id, t.name, m.role, t.source, t.archived, t.is_template as "isTemplate",
          b.id as billing_id, b.name as billing_name, b.status
        from members m join teams t on t.id = m.team left join billing_accounts b on b.id = t.billing and not b.deleted
        where m.uid = ${person.uid} and not t.deleted order by lower(t.name), t.id`,
  )
  return found.map(({ billing_id, billing_name, status, ...team }) => ({
    ...team,
    billing: billing_id === null || billing_name === null || status === null ? null : { id: billing_id, name: billing_name, status },
  }))
}

const SummaryRow = z.object({ bots: z.number(), free: z.number(), accounts: z.number() })

/**
 * Counts the bots that this person may see, those of them without a billing account, and the billing
 * accounts.
 */
async function summaryOf(app: App, person: Person): Promise<NonNullable<Me['summary']>> {
  const [found] = await rows(
    app.storage.db,
    SummaryRow,
    sql`with mine as (
          select t.billing from automations a left join teams t on t.id = a.team and not t.deleted
          where not a.deleted and not a.archived
            and (a.owner = ${person.uid} or a.team in (select team from members where uid = ${person.uid})))
        select count(*)::int as bots, count(*) filter (where billing is null)::int as free,
          (select count(*)::int from billing_members m join billing_accounts b on b.id = m.billing
            where m.uid = ${person.uid} and not b.deleted) as accounts
        from mine`,
  )
  return { numberOfFreeAutomations: found?.free ?? 0, numberOfAutomations: found?.bots ?? 0, numberOfBillingAccounts: found?.accounts ?? 0 }
}
