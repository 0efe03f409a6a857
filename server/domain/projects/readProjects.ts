import { type SQL, sql } from 'drizzle-orm'
import type { BillingRole, BillingStatus } from '../../../contract/endpoints/billing/billing.ts'
import { Refused } from '../../../contract/errors.ts'
import { may, mayBilling } from '../../../contract/rules/permissions.ts'
import type { Project, ProjectMember, projectProperties, Source } from '../../../contract/endpoints/projects.ts'
import type { TeamRole } from '../../../contract/endpoints/sign-in.ts'
import { type Database, rows, type Transaction } from '../../storage/database.ts'
import { holidaysOf } from '../holidays/holidays.ts'
import type { Person } from '../sign-in/person.ts'
import { namesIn } from './projectQuery.ts'
import { usageOf } from './projectUsage.ts'

type Db = Database | Transaction

/** A project row with the data that rules need. */
export interface ProjectRow {
  readonly id: string
  readonly name: string
  readonly model: Readonly<Record<string, unknown>>
  readonly billing: string | null
  readonly source: Source
  readonly archived: boolean
  readonly isTemplate: boolean
  readonly rev: number
  readonly createdAt: string
  /** uid. */
  readonly owner: string | null
  /** Role of the caller in the project; `billingRole`: in its billing account. */
  readonly role: TeamRole | null
  readonly billingRole: BillingRole | null
  readonly billingName: string | null
  readonly billingStatus: BillingStatus | null
}

const columns = (uid: string): SQL => sql`t.id, t.name, t.model, t.billing, t.source, t.archived, t.is_template as "isTemplate", t.rev,
  to_char(t.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "createdAt", mine.role, b.name as "billingName", b.status as "billingStatus",
  bm.role as "billingRole", (select o.uid from members o where o.team = t.id and o.role = 'Owner' order by o.created_at, o.uid limit 1) as owner
  from teams t left join members mine on mine.team = t.id and mine.uid = ${uid}
    left join billing_accounts b on b.id = t.billing and not b.deleted left join billing_members bm on bm.billing = b.id and bm.uid = ${uid}`

/** Workers only fill in forms and see no console; managers of the billing account see its projects. */
const seen = sql`(mine.role in ('Owner', 'Administrator', 'Member') or bm.role in ('Owner', 'Administrator'))`

/** Returns undefined if the project does not exist, was deleted, or is not visible to this person. */
export async function projectRow(db: Db, person: Person, id: string): Promise<ProjectRow | undefined> {
  return (await rows<ProjectRow>(db, sql`select ${columns(person.uid)} where t.id = ${id} and not t.deleted and ${seen}`))[0]
}

export async function projectOr404(db: Db, person: Person, id: string): Promise<ProjectRow> {
  const row = await projectRow(db, person, id)
  if (!row) throw new Refused(404, 'NOT_FOUND', 'This project does not exist.')
  return row
}

export interface ProjectQuestion {
  readonly include?: string | readonly string[] | undefined
  readonly property?: string | readonly string[] | undefined
  readonly archived?: string | undefined
  readonly template?: string | undefined
  readonly member?: string | undefined
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
  const found = await rows<ProjectRow>(
    db,
    sql`select ${columns(person.uid)} where not t.deleted and t.archived = ${archived === 'true'}
      and ${template === 'true' ? sql`t.is_template and (${seen} or bm.role is not null)` : seen}
      ${member === undefined ? sql`` : sql`and exists (select 1 from members o where o.team = t.id and o.uid = ${member} and o.role <> 'Worker')`}
      order by lower(t.name), t.id`,
  )
  return describe(db, found, question)
}

export async function readProject(db: Db, person: Person, id: string, question: ProjectQuestion): Promise<Project> {
  const [project] = await describe(db, [await projectOr404(db, person, id)], question)
  return project as Project
}

const inList = (ids: readonly string[]) => sql`any (array(select jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb)))`

/** Adds the requested parts, each with one query for all projects. */
async function describe(db: Db, found: readonly ProjectRow[], question: ProjectQuestion): Promise<Project[]> {
  const include = namesIn(question.include)
  const wanted = namesIn(question.property)
  const ids = found.map(({ id }) => id)
  const none = Promise.resolve(new Map<string, never>())
  const single = found.length === 1 ? found[0] : undefined
  const [members, automations, sites, lists, holidays, usage] = await Promise.all([
    include.has('members') ? membersOf(db, found) : none,
    include.has('automationIds')
      ? grouped<{ team: string; id: string; type: string }>(
          db,
          sql`select team, id, class as type from automations where team = ${inList(ids)} and not deleted and not archived order by lower(title), id`,
        )
      : none,
    single && wanted.size === 0
      ? grouped<{ team: string; key: string; name: string; timezone: string; country: string }>(
          db,
          sql`select team, id as key, name, timezone, upper(country) as country from sites where team = ${inList(ids)} order by lower(name), id`,
        )
      : none,
    include.has('companies') || include.has('trades')
      ? grouped<{ team: string; list: string; key: string; name: string }>(
          db,
          sql`select parent as team, list, key, name from named_rows where parent = ${inList(ids)} order by lower(name), key`,
        )
      : none,
    single && include.has('holidayCalendar') ? holidaysOf(db, single) : undefined,
    single && include.has('usage') && may(single.role ?? undefined, 'usage.read') ? usageOf(db, single.id) : undefined,
  ])
  const shows = (name: (typeof projectProperties)[number]) => wanted.size === 0 || wanted.has(name)
  return found.map((row) => {
    const text = (name: string) => {
      const value = row.model[name]
      return typeof value === 'string' && wanted.size === 0 ? { [name]: value } : {}
    }
    const named = (list: string) => (lists.get(row.id) ?? []).filter((one) => one.list === list).map(({ key, name }) => ({ key, name }))
    return {
      id: row.id,
      rev: row.rev,
      model: {
        name: row.name,
        ...(shows('source') && { source: row.source }),
        ...text('sourceProjectReference'),
        ...text('sourceTimezone'),
        ...text('sourceCountry'),
        ...text('sourceCountryCode'),
        ...text('sourceSynced'),
        ...text('templateProject'),
        ...(shows('isTemplate') && { isTemplate: row.isTemplate }),
        ...(shows('archived') && { archived: row.archived }),
        ...(shows('owner') && row.owner !== null && { owner: row.owner }),
        ...(shows('billingAccount') && { billingAccount: row.billing }),
        ...(wanted.size === 0 && { timestamp: row.createdAt }),
        ...(single &&
          wanted.size === 0 && {
            sites: Object.fromEntries(
              (sites.get(row.id) ?? []).map(({ key, name, timezone, country }) => [
                key,
                { key, name, timezone, country: countryName(country), countryCode: country },
              ]),
            ),
          }),
      },
      ...(row.role && { role: row.role }),
      ...(row.billingRole && { billingRole: row.billingRole }),
      ...((include.has('billingAccount') || wanted.has('billing.name')) && {
        billingAccount:
          row.billing !== null && row.billingName !== null
            ? { id: row.billing, name: row.billingName, status: row.billingStatus ?? 'Active' }
            : null,
      }),
      ...(include.has('members') && { members: members.get(row.id) ?? [] }),
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

/** Reads all rows as one JSON value: otherwise the driver returns thousands of rows cell by cell. */
async function grouped<Row extends { team: string }>(db: Db, query: SQL): Promise<Map<string, Row[]>> {
  const [answer] = await rows<{ all: Row[] | null }>(db, sql`select json_agg(x) as all from (${query}) x`)
  const map = new Map<string, Row[]>()
  for (const row of answer?.all ?? []) {
    const list = map.get(row.team)
    if (list) list.push(row)
    else map.set(row.team, [row])
  }
  return map
}

/**
 * Returns members by name, then invited people, then, for managers, removed people. Only managers see
 * addresses and Workers.
 */
async function membersOf(db: Db, found: readonly ProjectRow[]): Promise<Map<string, ProjectMember[]>> {
  const ids = found.map(({ id }) => id)
  const list = await grouped<{
    team: string
    key: string
    uid: string | null
    name: string
    email: string | null
    status: string
    role: string | null
  }>(
    db,
    sql`select * from (
        select m.team, m.uid as key, m.uid, p.name, p.email, m.role as status, null as role, 0 as place
          from members m join people p on p.uid = m.uid where m.team = ${inList(ids)}
        union all
        select i.team, i.email, null, coalesce(i.name, i.email), i.email, 'Invited', i.role, 1
          from invites i where i.team = ${inList(ids)} and i.accepted_at is null
        union all
        select d.team, d.key, d.uid, d.name, d.email, 'Deleted', null, 2 from deleted_members d where d.team = ${inList(ids)}
      ) x order by place, case status when 'Owner' then 0 when 'Administrator' then 1 when 'Member' then 2 else 3 end, lower(name), key`,
  )
  return new Map(
    found.map((row) => {
      const manages = may(row.role ?? undefined, 'team.manage') || mayBilling(row.billingRole ?? undefined, 'billing.manage')
      return [
        row.id,
        (list.get(row.id) ?? [])
          .filter(({ status }) => manages || (status !== 'Worker' && status !== 'Invited' && status !== 'Deleted'))
          .map(({ key, uid, name, email, status, role }) => ({
            key,
            ...(uid !== null && { uid }),
            name,
            ...(email !== null && { email }),
            status: status as ProjectMember['status'],
            ...(role !== null && { role }),
          })),
      ]
    }),
  )
}
