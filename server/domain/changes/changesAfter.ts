import { UTCDateMini } from '@date-fns/utc/date/mini'
import { subDays } from 'date-fns/subDays'
import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { Change, type Changes } from '../../../contract/endpoints/changes.ts'
import { Refused } from '../../../contract/Refused.ts'
import { batchSize, inBatch } from '../../storage/deleteInBatches.ts'
import { createBatcher } from '../../storage/createBatcher.ts'
import { rows } from '../../storage/database.ts'
import { perBudget } from '../../storage/perBudget.ts'
import type { Storage } from '../../storage/storage.ts'
import { noSuchForm, policies, type Policies, policyFor, type RoleInForm } from '../records/policies.ts'
import { mayIn, type Person, roleIn } from '../sign-in/person.ts'
import type { Cursor } from './cursor.ts'

/** Maximum number of rows read per tenant and listener. */
export const mostChanges = 500

export interface Told extends Changes {
  readonly cursor: Cursor
  /** More changes are waiting: the caller reads again at once. */
  readonly more: boolean
}

/** Tenants of the changes that concern a person: the person and their projects. */
export const tenantsOf = (person: Person): string[] => [
  `people/${person.uid}`,
  ...person.teams.map(({ id }) => id),
  // A kiosk receives changes of the forms and lists of its project.
  ...(person.kiosk ? [person.kiosk.team] : []),
]

const Row = z.object({
  tenant: z.string(),
  seq: z.union([z.number(), z.string()]),
  kind: Change.shape.kind,
  path: z.string(),
  rev: z.number(),
  created_by: z.nullable(z.string()),
})
type Row = z.infer<typeof Row>
/** A change with the person who made its record. */
export type StoredChange = Readonly<Row>
const AskedRow = z.extend(Row, { after: z.union([z.number(), z.string()]) })

const TenantRow = z.object({
  id: z.string(),
  seq: z.union([z.number(), z.string()]),
  pruned: z.union([z.number(), z.string()]),
})

interface Head {
  readonly seq: number
  readonly pruned: number
}

/** The questions of many listeners, each answered by a query that they share. */
interface Questions {
  /** The changes of a tenant after a number. */
  rowsAfter(from: Place): Promise<readonly Row[]>
  /** The counter of a tenant. */
  headOf(tenant: string): Promise<Head>
  /** The team of a form, or undefined if there is no such form. */
  teamOf(form: string): Promise<string | undefined>
}

interface Place {
  readonly tenant: string
  readonly seq: number
}

const placeOf = ({ tenant, seq }: Place) => `${seq} ${tenant}`

/** Maximum of places in a query: each may have `mostChanges` rows. */
const mostPlaces = 64

/**
 * Listeners of a project wake together and ask for the same: equal questions are asked once, different ones in one
 * query. Requests do not wait for listeners.
 */
const sharedQuestions = perBudget<Questions>((storage) => {
  const batch = { concurrency: 1, maxBatch: 4000 }
  return {
    rowsAfter: createBatcher(
      async (places) => {
        const found = await rowsAfter(storage, [...new Map(places.map((place) => [placeOf(place), place])).values()])
        return places.map((place) => found.get(placeOf(place)) ?? [])
      },
      { ...batch, maxBatch: mostPlaces },
    ),
    headOf: createBatcher(async (tenants) => {
      const heads = await headsOf(storage, [...new Set(tenants)])
      return tenants.map((tenant) => heads.get(tenant) ?? { seq: 0, pruned: 0 })
    }, batch),
    teamOf: createBatcher(async (forms) => {
      const teams = await teamsOf(storage, [...new Set(forms)])
      return forms.map((form) => teams.get(form))
    }, batch),
  }
})

async function rowsAfter(storage: Storage, places: readonly Place[]): Promise<Map<string, Row[]>> {
  const found = new Map<string, Row[]>()
  const changes = await rows(
    storage.db,
    AskedRow,
    sql`select w.seq as after, c.tenant, c.seq, c.kind, c.path, c.rev, r.created_by
      from jsonb_to_recordset(${JSON.stringify(places)}::jsonb) w(tenant text, seq bigint)
        cross join lateral (select * from changes c where c.tenant = w.tenant and c.seq > w.seq order by c.seq limit ${mostChanges}) c
        left join lateral (
          select x.created_by from records x where c.kind = 'record' and x.path = c.path limit 1) r on true
      order by c.tenant, w.seq, c.seq`,
  )
  for (const row of changes) {
    const key = placeOf({ tenant: row.tenant, seq: Number(row.after) })
    const list = found.get(key)
    if (list) list.push(row)
    else found.set(key, [row])
  }
  return found
}

async function headsOf(storage: Storage, tenants: readonly string[]): Promise<Map<string, Head>> {
  const found = await rows(
    storage.db,
    TenantRow,
    sql`select id, seq, pruned from tenants where id in (select jsonb_array_elements_text(${JSON.stringify(tenants)}::jsonb))`,
  )
  return new Map(found.map(({ id, seq, pruned }) => [id, { seq: Number(seq), pruned: Number(pruned) }]))
}

const FormTeamRow = z.object({ key: z.string(), team: z.string() })

async function teamsOf(storage: Storage, forms: readonly string[]): Promise<Map<string, string>> {
  const found = await rows(
    storage.db,
    FormTeamRow,
    sql`select key, team from forms where key in (select jsonb_array_elements_text(${JSON.stringify(forms)}::jsonb))`,
  )
  return new Map(found.map(({ key, team }) => [key, team]))
}

/**
 * Returns the changes since the cursor that this person may know of, the new cursor, and `reset` if changes
 * were missed. Permissions are those of `person`, which was read just before: a person who may not read a record does
 * not learn that it exists. The new cursor also moves past such changes.
 */
export async function changesAfter(storage: Storage, person: Person, since: Cursor, table: Policies = policies): Promise<Told> {
  const { rowsAfter: ask, headOf, teamOf } = sharedQuestions(storage)
  const tenants = tenantsOf(person)
  const asked = tenants.flatMap((tenant) => {
    const seq = since.get(tenant)
    return seq === undefined ? [] : [{ tenant, seq }]
  })
  const found = (await Promise.all(asked.map(ask))).flat()
  // Read after the rows, so that pruning between the two queries is noticed.
  const heads = await Promise.all(tenants.map(headOf))
  const cursor = new Map<string, number>()
  let reset = false
  for (const [n, tenant] of tenants.entries()) {
    const { seq, pruned } = heads[n] ?? { seq: 0, pruned: 0 }
    const from = since.get(tenant)
    // The cursor is missing, older than the pruned changes, or newer than the counter (after a backup was
    // restored).
    const lost = from === undefined || from < pruned || from > seq
    reset ||= lost
    cursor.set(tenant, lost ? seq : from)
  }
  const counts = new Map<string, number>()
  const own = `people/${person.uid}`
  // `person` is older than a change of their rights: the other changes are for the next call, with the rights of then.
  const isOutdated = found.some(({ tenant, kind }) => tenant === own && kind === 'rights')
  const known = found.filter(({ tenant }) => cursor.get(tenant) === since.get(tenant) && (!isOutdated || tenant === own))
  const roleInForm: RoleInForm = async (form) => {
    const team = await teamOf(form)
    if (team === undefined) throw noSuchForm()
    return roleIn(person, team)
  }
  const mayKnow = knower(roleInForm, person, table)
  const told = new Map<string, Change>()
  for (const row of known) {
    counts.set(row.tenant, (counts.get(row.tenant) ?? 0) + 1)
    if (!(await mayKnow(row))) continue
    const key = `${row.kind} ${row.tenant} ${row.path}`
    told.delete(key)
    told.set(key, changeOf(row))
  }
  for (const { tenant, seq } of known) cursor.set(tenant, Number(seq))
  return {
    changes: [...told.values()],
    ...(reset && { reset }),
    cursor,
    more: isOutdated || [...counts.values()].some((count) => count >= mostChanges),
  }
}

/** Returns the changes of a tenant after a number, at most `mostChanges`. Concurrent calls share a query. */
export const storedChanges = (storage: Storage, after: Place): Promise<readonly StoredChange[]> => sharedQuestions(storage).rowsAfter(after)

/**
 * Whether a change may be one that this person gets; the roles of `person` may be older than the change. A change of
 * their roles is one that they get.
 */
export const mayConcern = (person: Person, { kind, tenant, created_by: createdBy }: StoredChange): boolean =>
  kind !== 'record' || tenant === `people/${person.uid}` || createdBy === person.uid || mayIn(person, tenant, 'record.readAll')

function changeOf({ kind, path, tenant, rev }: Row): Change {
  if (kind === 'record') return { kind, path, rev }
  return kind === 'rights' ? { kind, path } : { kind, path, team: tenant }
}

/**
 * Returns a check of whether the person may read a changed record. The rule is the same for all records of a
 * form, so it is loaded once per form.
 */
function knower(roleInForm: RoleInForm, person: Person, table: Policies): (row: Row) => Promise<boolean> {
  const rules = new Map<string, Promise<{ onlyBy?: string | undefined } | undefined>>()
  return async ({ kind, path, created_by: createdBy }) => {
    // All other kinds are allowed: the tenant is this person or one of their projects.
    if (kind !== 'record') return true
    const key = path.startsWith('forms/') ? path.replace(/\/[^/]*$/, '') : path
    let rule = rules.get(key)
    if (!rule) {
      rule = readRule(roleInForm, person, path, table)
      rules.set(key, rule)
    }
    const right = await rule
    return right !== undefined && (right.onlyBy === undefined || right.onlyBy === createdBy)
  }
}

async function readRule(roleInForm: RoleInForm, person: Person, path: string, table: Policies) {
  try {
    const { policy, segments } = policyFor(path, table)
    return await policy.read(roleInForm, segments, person)
  } catch (error) {
    if (error instanceof Refused && error.status < 500) return undefined
    throw error
  }
}

/** Changes are kept for this many days. A device that was away for longer fetches everything again. */
const keptDays = 60

const CountRow = z.object({ n: z.number() })

/**
 * Deletes old changes and stores the highest deleted number per tenant. Returns the number of deleted
 * changes.
 */
export async function pruneChanges(storage: Storage, now = new Date()): Promise<number> {
  const before = subDays(new UTCDateMini(now), keptDays).toISOString()
  const old = inBatch({ table: 'changes', gone: sql`at < ${before}` })
  let deleted = 0
  for (;;) {
    const [gone] = await rows(
      storage.db,
      CountRow,
      sql`with gone as (delete from changes where ${old} returning tenant, seq),
          last as (select tenant, max(seq) as seq from gone group by tenant),
          held as materialized (select t.id from tenants t where t.id in (select tenant from last) order by t.id for no key update),
          noted as (update tenants t set pruned = greatest(t.pruned, l.seq) from held h join last l on l.tenant = h.id where t.id = h.id)
        select count(*)::int as n from gone`,
    )
    const n = gone?.n ?? 0
    deleted += n
    if (n < batchSize) return deleted
  }
}
