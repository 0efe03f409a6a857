import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { BillingRole, BillingStatus } from '../../../contract/endpoints/billing/billing.ts'
import { Refused } from '../../../contract/Refused.ts'
import { may } from '../../../contract/rules/permissions.ts'
import { type Project, type projectProperties, Source } from '../../../contract/endpoints/projects.ts'
import { TeamRole } from '../../../contract/endpoints/sign-in.ts'
import { type Database, inList, rows, type Transaction } from '../../storage/database.ts'
import { holidaysOf } from '../holidays/holidaysOf.ts'
import type { Person } from '../sign-in/person.ts'
import { membersOf } from './membersOf.ts'
import { namesIn } from './namesIn.ts'
import { usageOf } from './usageOf.ts'
import { text } from '../../i18n/text.ts'

type Db = Database | Transaction

/** A project row with the data that rules need. */
export const ProjectRow = z.object({
  id: z.string(),
  name: z.string(),
  model: z.record(z.string(), z.unknown()),
  billing: z.nullable(z.string()),
  source: Source,
  archived: z.boolean(),
  isTemplate: z.boolean(),
  rev: z.number(),
  createdAt: z.string(),
  /** uid. */
  owner: z.nullable(z.string()),
  /** Role of the caller in the project; `billingRole`: in its billing account. */
  role: z.nullable(TeamRole),
  billingRole: z.nullable(BillingRole),
  billingName: z.nullable(z.string()),
  billingStatus: z.nullable(BillingStatus),
})
export type ProjectRow = Readonly<z.infer<typeof ProjectRow>>

/** Costs a look into the members of each project. */
const ownerOf = sql`(select o.uid from members o where o.team = t.id and o.role = 'Owner' order by o.created_at, o.uid limit 1)`

/** `isNamed`: only the columns that a list by name needs, without model and owner. */
const columns = (
  uid: string,
  isNamed = false,
): SQL => sql`t.id, t.name, ${isNamed ? sql`'{}'::jsonb as model` : sql`t.model`}, t.billing, t.source, t.archived,
  t.is_template as "isTemplate", t.rev,
  to_char(t.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "createdAt", mine.role, b.name as "billingName", b.status as "billingStatus",
  bm.role as "billingRole", ${isNamed ? sql`null::text` : ownerOf} as owner
  from teams t left join members mine on mine.team = t.id and mine.uid = ${uid}
    left join billing_accounts b on b.id = t.billing and not b.deleted left join billing_members bm on bm.billing = b.id and bm.uid = ${uid}`

/** Workers only fill in forms and see no console; managers of the billing account see its projects. */
const seen = sql`(mine.role in ('Owner', 'Administrator', 'Member') or bm.role in ('Owner', 'Administrator'))`

/** The projects of a person and of their accounts: without it, the projects of all companies are read. */
const near = (uid: string): SQL => sql`t.id in (select team from members where uid = ${uid}
  union select own.id from billing_members bm join teams own on own.billing = bm.billing where bm.uid = ${uid})`

const ListRow = z.object({ all: z.nullable(z.array(ProjectRow)) })

/** Returns undefined if the project does not exist, was deleted, or is not visible to this person. */
export async function projectRow(db: Db, person: Person, id: string): Promise<ProjectRow | undefined> {
  return (await rows(db, ProjectRow, sql`select ${columns(person.uid)} where t.id = ${id} and not t.deleted and ${seen}`))[0]
}

export async function projectOr404(db: Db, person: Person, id: string): Promise<ProjectRow> {
  const row = await projectRow(db, person, id)
  if (!row) throw new Refused(404, 'NOT_FOUND', text('This project does not exist.'))
  return row
}

export interface ProjectQuestion {
  readonly include?: string | readonly string[] | undefined
  readonly property?: string | readonly string[] | undefined
  readonly archived?: string | undefined
  readonly template?: string | undefined
  readonly member?: string | undefined
  readonly membersLimit?: string | undefined
  readonly membersAfter?: string | undefined
  readonly membersNamed?: string | undefined
  readonly membersBut?: string | undefined
  readonly removedMembers?: string | undefined
}

/**
 * Returns the projects of a person by name. With `template`: all templates of their accounts, which they may
 * copy (decision OQ-159).
 */
export async function listProjects(
  db: Db,
  person: Person,
  { archived, template, member, ...question }: ProjectQuestion,
): Promise<Project[]> {
  const wanted = namesIn(question.property)
  const [found] = await rows(
    db,
    ListRow,
    asJson(sql`select ${columns(person.uid, wanted.size > 0 && !wanted.has('owner'))} where ${near(person.uid)} and not t.deleted and t.archived = ${archived === 'true'}
      and ${template === 'true' ? sql`t.is_template and (${seen} or bm.role is not null)` : seen}
      ${member === undefined ? sql`` : sql`and exists (select 1 from members o where o.team = t.id and o.uid = ${member} and o.role <> 'Worker')`}
      order by lower(t.name), t.id`),
  )
  return describe(db, found?.all ?? [], question)
}

export async function readProject(db: Db, person: Person, id: string, question: ProjectQuestion): Promise<Project> {
  const [project] = await describe(db, [await projectOr404(db, person, id)], question)
  return project as Project
}

const BotsRow = z.object({ all: z.nullable(z.array(z.object({ team: z.string(), id: z.string(), type: z.string() }))) })

const botsOf = (db: Db, ids: readonly string[]) =>
  rows(
    db,
    BotsRow,
    asJson(
      sql`select team, id, class as type from automations where team = ${inList(ids)} and not deleted and not archived order by lower(title), id`,
    ),
  ).then(byTeam)

const SitesRow = z.object({
  all: z.nullable(
    z.array(
      z.object({
        team: z.string(),
        key: z.string(),
        name: z.string(),
        timezone: z.string(),
        country: z.string(),
      }),
    ),
  ),
})

const sitesOf = (db: Db, ids: readonly string[]) =>
  rows(
    db,
    SitesRow,
    asJson(
      sql`select team, id as key, name, timezone, upper(country) as country from sites where team = ${inList(ids)} order by lower(name), id`,
    ),
  ).then(byTeam)

const ListsRow = z.object({
  all: z.nullable(z.array(z.object({ team: z.string(), list: z.string(), key: z.string(), name: z.string() }))),
})

const listsOf = (db: Db, ids: readonly string[]) =>
  rows(
    db,
    ListsRow,
    asJson(
      sql`select team, case lookup when 'vendors' then 'companies' else 'trades' end as list, id as key, label as name from lookup_items
          where team = ${inList(ids)} and lookup in ('vendors', 'trades') and not disabled and merged_into is null
          order by lower(label), id limit ${mostNames}`,
    ),
  ).then(byTeam)

/** Maximum number of companies and trades in an answer about projects. */
const mostNames = 10_000

/** Returns the properties of a project that are wanted by name; an empty set means all. */
function propertiesOf(row: ProjectRow, wanted: ReadonlySet<string>): Project['model'] {
  const isAll = wanted.size === 0
  const shows = (name: (typeof projectProperties)[number]) => isAll || wanted.has(name)
  const own = (name: string) => {
    const value = row.model[name]
    return typeof value === 'string' && isAll ? { [name]: value } : {}
  }
  return {
    name: row.name,
    ...(shows('source') && { source: row.source }),
    ...own('sourceProjectReference'),
    ...own('sourceTimezone'),
    ...own('sourceCountry'),
    ...own('sourceCountryCode'),
    ...own('sourceSynced'),
    ...own('templateProject'),
    ...(shows('isTemplate') && { isTemplate: row.isTemplate }),
    ...(shows('archived') && { archived: row.archived }),
    ...(shows('owner') && row.owner !== null && { owner: row.owner }),
    ...(shows('billingAccount') && { billingAccount: row.billing }),
    ...(isAll && { timestamp: row.createdAt }),
  }
}

type SiteRow = Readonly<Record<'key' | 'name' | 'timezone' | 'country', string>>

const sitesByKey = (sites: readonly SiteRow[]) =>
  Object.fromEntries(
    sites.map(({ key, name, timezone, country }) => [key, { key, name, timezone, country: countryName(country), countryCode: country }]),
  )

const accountOf = ({ billing, billingName, billingStatus }: ProjectRow) =>
  billing !== null && billingName !== null ? { id: billing, name: billingName, status: billingStatus ?? 'Active' } : null

/** Adds the requested parts, each with one query for all projects. */
async function describe(db: Db, found: readonly ProjectRow[], question: ProjectQuestion): Promise<Project[]> {
  const include = namesIn(question.include)
  const wanted = namesIn(question.property)
  const ids = found.map(({ id }) => id)
  const none = Promise.resolve(new Map<string, never>())
  const single = found.length === 1 ? found[0] : undefined
  const showsSites = single !== undefined && wanted.size === 0
  const [members, automations, sites, lists, holidays, usage] = await Promise.all([
    include.has('members') ? membersOf(db, found, question) : none,
    include.has('automationIds') ? botsOf(db, ids) : none,
    showsSites ? sitesOf(db, ids) : none,
    include.has('companies') || include.has('trades') ? listsOf(db, ids) : none,
    single && include.has('holidayCalendar') ? holidaysOf(db, single) : undefined,
    single && include.has('usage') && may(single.role ?? undefined, 'usage.read') ? usageOf(db, single.id) : undefined,
  ])
  return found.map((row) => {
    const named = (list: string) => (lists.get(row.id) ?? []).filter((one) => one.list === list).map(({ key, name }) => ({ key, name }))
    return {
      id: row.id,
      rev: row.rev,
      model: {
        ...propertiesOf(row, wanted),
        ...(showsSites && { sites: sitesByKey(sites.get(row.id) ?? []) }),
      },
      ...(row.role && { role: row.role }),
      ...(row.billingRole && { billingRole: row.billingRole }),
      ...((include.has('billingAccount') || wanted.has('billing.name')) && {
        billingAccount: accountOf(row),
      }),
      ...(include.has('members') && { members: [], ...members.get(row.id) }),
      ...(include.has('automationIds') && { automationIds: (automations.get(row.id) ?? []).map(({ id, type }) => ({ id, type })) }),
      ...(include.has('companies') && { companies: named('companies') }),
      ...(include.has('trades') && { trades: named('trades') }),
      ...(holidays && { holidayCalendar: holidays }),
      ...(usage && { usage }),
    }
  })
}

const countryNames = new Intl.DisplayNames('en', { type: 'region' })
const countryName = (code: string) => (/^[A-Z]{2}$/.test(code) ? (countryNames.of(code) ?? code) : code)

/** One JSON value with all rows: otherwise the driver returns thousands of rows cell by cell. */
const asJson = (query: SQL): SQL => sql`select json_agg(x) as all from (${query}) x`

function byTeam<Row extends { team: string }>([answer]: readonly { all: Row[] | null }[]): Map<string, Row[]> {
  const map = new Map<string, Row[]>()
  for (const row of answer?.all ?? []) {
    const list = map.get(row.team)
    if (list) list.push(row)
    else map.set(row.team, [row])
  }
  return map
}
