import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { attendanceClass } from '../../../contract/reference/attendanceClass.ts'
import { attendanceOf, type Doubt, doubtsOf, presenceHours, doubtReasons } from '../../../contract/endpoints/attendance.ts'
import { hour } from '../../../contract/rules/presence.ts'
import { rows } from '../../storage/database.ts'
import { inTurn } from '../../storage/inTurn.ts'
import { runPeriodically } from '../../storage/runPeriodically.ts'
import type { App } from '../app.ts'
import { forbidden, notFound } from '../access/refusals.ts'
import { mayIn, type Person } from '../sign-in/person.ts'
import { type ArrivedRow, beginnings, recentRows, timezonesOf } from './recentEvents.ts'
import { sitesOfTeam } from './gatesFor.ts'

/** Interval for checking new arrivals, in ms. */
const every = 60_000
/**
 * Each round looks back this far, in ms. It then also sees records that were stored during the previous
 * round.
 */
const overlap = 5 * every
/** Number of records of one form per query, and per round. */
const page = 100
const mostArrivals = 20_000
/** Records of a form that tell whether any has arrived: their numbers follow the arrivals, except in the same second. */
const newest = 10
/** Maximum number of anomalies in a list: older ones follow when these have been looked at. */
const mostTold = 50

const BotRow = z.object({ form: z.string(), id: z.string(), team: z.string() })

/**
 * Checks the arrivals at all gates since a time (ms) and stores the anomalies. Idempotent. Returns the number
 * of new ones.
 */
export async function findAnomalies(app: App, since: number): Promise<number> {
  const gates = await rows(
    app.storage.db,
    BotRow,
    // At most gates nothing has arrived since the last round: only the others are read.
    sql`select distinct on (a.form) a.form, a.id, a.team from automations a join teams t on t.id = a.team and not t.deleted
        where a.class = ${attendanceClass} and a.form is not null and exists (
          select 1 from (select r.created_at from records r where r.parent = 'forms/' || a.form and not r.deleted order by r.n desc limit ${newest}) r
            where r.created_at > to_timestamp(${since}::float8 / 1000))
        order by a.form, a.deleted or a.archived or a.disabled, a.id`,
  )
  let found = 0
  for (const { form, id, team } of gates) {
    const arrived = await recentRows(app, form, since, mostArrivals, { page })
    if (arrived.length > 0) found += await check(app, team, id, arrived)
  }
  return found
}

async function check(app: App, team: string, gate: string, arrived: readonly ArrivedRow[]): Promise<number> {
  const timezones = timezonesOf(await sitesOfTeam(app, team))
  const began = (await beginnings(app, [team])).get(team) ?? 0
  const read = arrived.map(({ path, model, received, corrected, device }) => {
    const record = { path, model, at: corrected ?? received, received, device, gate }
    return { record, event: attendanceOf(record, timezones) }
  })
  const listed = await whereListed(app, team, [...new Set(read.flatMap(({ event }) => event?.person ?? []))])
  let found = 0
  for (const { record, event } of read) {
    const reasons = doubtsOf(record, { began, timezones, listed })
    if (reasons.length === 0) continue
    const said = event && !reasons.includes('badTime') ? new Date(event.at).toISOString() : null
    const added = await rows(
      app.storage.db,
      sql`insert into attendance_doubts (path, team, reasons, name, direction, said_at, received_at)
          values (${record.path}, ${team}, ${JSON.stringify(reasons)}::jsonb, ${event?.name ?? null}, ${event?.direction ?? null},
            ${said}::timestamptz, ${new Date(record.received).toISOString()}::timestamptz)
          on conflict do nothing returning path`,
    )
    found += added.length
  }
  return found
}

const ListedRow = z.object({ said: z.string(), here: z.boolean() })

/**
 * Returns where a person of a check-in form is listed. Forms contain the id in the list or, for people who
 * are not in it, the typed name.
 */
async function whereListed(app: App, team: string, people: readonly string[]) {
  const found = await rows(
    app.storage.db,
    ListedRow,
    sql`select p.said, bool_or(l.team = ${team}) as here
        from jsonb_array_elements_text(${JSON.stringify(people)}::jsonb) as p(said)
        join lookup_items l on l.lookup = 'employees' and (l.id = p.said or (l.team = ${team} and l.label = p.said))
        group by p.said`,
  )
  const here = new Map(found.map(({ said, here: isHere }) => [said, isHere]))
  return (person: string) => {
    const known = here.get(person)
    if (known === undefined) return 'nowhere'
    return known ? 'here' : 'elsewhere'
  }
}

const Row = z.object({
  path: z.string(),
  reasons: z.array(z.enum(doubtReasons)),
  name: z.nullable(z.string()),
  direction: z.nullable(z.enum(['in', 'out'])),
  at: z.nullable(z.number()),
  received: z.number(),
})

/** Returns the anomalies that no person has looked at yet, newest first. The caller checks the permission. */
export async function openAnomalies(app: App, team: string): Promise<Doubt[]> {
  const found = await rows(
    app.storage.db,
    Row,
    sql`select d.path, d.reasons, d.name, d.direction, (extract(epoch from d.said_at) * 1000)::float8 as at,
          (extract(epoch from d.received_at) * 1000)::float8 as received
        from attendance_doubts d join records r on r.path = d.path and not r.deleted
        where d.team = ${team} and d.looked_at is null order by d.received_at desc, d.path limit ${mostTold}`,
  )
  return found.map(({ path, reasons, name, direction, at, received }) => ({
    path,
    reasons,
    received,
    ...(name !== null && { name }),
    ...(direction !== null && { direction }),
    ...(at !== null && { at }),
  }))
}

/**
 * Stores that this person has looked at an anomaly. Returns false if another person did so before. Throws
 * Refused.
 */
export async function markAnomalySeen(app: App, team: string, path: string, me: Person): Promise<boolean> {
  if (!mayIn(me, team, 'record.update')) throw forbidden()
  const [known] = await rows(app.storage.db, sql`select 1 from attendance_doubts where path = ${path} and team = ${team}`)
  if (!known) throw notFound()
  const seen = await rows(
    app.storage.db,
    sql`update attendance_doubts set looked_by = ${me.uid}, looked_at = now() where path = ${path} and looked_at is null returning path`,
  )
  return seen.length > 0
}

/**
 * Checks arrivals periodically. Returns a function that stops the checks and waits for a running round. The
 * first round also covers the time before a restart.
 */
export function watchArrivals(app: App): () => Promise<void> {
  let since = Date.now() - presenceHours * hour
  const round = async () => {
    const begun = Date.now()
    await findAnomalies(app, since)
    since = begun - overlap
  }
  return runPeriodically(every, inTurn(app.storage, { name: 'arrivals', ms: every }, round), {
    failed: () => app.log.warn({}, 'checking arrivals failed; it is tried again'),
  })
}
