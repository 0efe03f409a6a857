import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { attendanceOf, type GateInfo, type GateSite, mostEvents, presenceHours } from '../../../contract/endpoints/attendance.ts'
import { type AttendanceEvent, hour } from '../../../contract/rules/presence.ts'
import { Model } from '../../../contract/endpoints/records.ts'
import { rows } from '../../storage/database.ts'
import type { App } from '../app.ts'

export const ArrivedRow = z.object({
  n: z.number(),
  path: z.string(),
  model: Model,
  device: z.string(),
  received: z.number(),
  corrected: z.nullable(z.number()),
})
export type ArrivedRow = z.infer<typeof ArrivedRow>

/**
 * Selects only the parts of an event: records of a gate may also carry photos and answers that are not needed
 * here.
 */
const parts = sql`jsonb_strip_nulls(jsonb_build_object(
  'direction', r.model -> 'direction', 'site', r.model -> 'site', 'visitor', r.model -> 'visitor', 'visitor_name', r.model -> 'visitor_name',
  'person', r.model -> 'person', 'company', r.model -> 'company', 'mobile', r.model -> 'mobile', 'host', r.model -> 'host',
  'different_time', r.model -> 'different_time', 'date', r.model -> 'date', 'time', r.model -> 'time',
  'attendance', r.model -> 'attendance'))`

/** In ms. */
const arrived = sql`(extract(epoch from r.created_at) * 1000)::float8`

export const timezonesOf = (sites: readonly GateSite[]): Record<string, string> =>
  Object.fromEntries(sites.map(({ id, timezone }) => [id, timezone]))

/** Rows of the first query for recent records. */
const firstPage = 100

const TeamRow = z.object({ id: z.string(), at: z.number() })

/** Returns the creation time of each project in ms: no person is on site before that. */
export async function beginnings(app: App, teams: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (teams.length === 0) return new Map()
  const found = await rows(
    app.storage.db,
    TeamRow,
    sql`select id, (extract(epoch from created_at) * 1000)::float8 as at from teams where id in ${[...teams]}`,
  )
  return new Map(found.map(({ id, at }) => [id, at]))
}

/**
 * Returns the sign-ins and sign-outs at the gates of a project within the last `presenceHours`, latest
 * arrivals first. `more`: there are older ones. If a record names a gate of another project, the gate of its
 * form counts. Times before the start of the project count as its start.
 */
export async function recentEvents(
  app: App,
  gates: readonly GateInfo[],
  sites: readonly GateSite[],
  { now = Date.now(), most = mostEvents }: { readonly now?: number | undefined; readonly most?: number | undefined } = {},
): Promise<{ events: AttendanceEvent[]; more: boolean }> {
  const since = now - presenceHours * hour
  const timezones = timezonesOf(sites)
  const began = await beginnings(app, [...new Set(gates.map(({ team }) => team))])
  const own = new Set(gates.map(({ id }) => id))
  // The active gates are first in the list, so the first gate of a form is an active one if there is any.
  const gateOfForm = new Map(gates.toReversed().map((gate) => [gate.form, gate]))
  const events: AttendanceEvent[] = []
  for (const [form, { id: gate, team }] of gateOfForm) {
    for (const { path, model, device, received, corrected } of await recentRows(app, form, since, most + 1)) {
      const said = attendanceOf({ path, model, at: corrected ?? received, received, device, gate }, timezones)
      if (!said) continue
      const at = Math.max(said.at, began.get(team) ?? 0)
      if (at > since) events.push({ ...said, at, gate: said.gate !== undefined && own.has(said.gate) ? said.gate : gate })
    }
  }
  events.sort((a, b) => (b.received ?? 0) - (a.received ?? 0))
  return { events: events.slice(0, most), more: events.length > most }
}

/**
 * Returns the records of a form received after `since`. Numbers follow the order of arrival, so reading stops
 * at the first page that contains an older record. The first page is short, because most gates have few records
 * within hours; each further one has `page` rows. `before`: only records with a smaller number.
 */
export async function recentRows(
  app: App,
  form: string,
  since: number,
  most: number,
  page = 1000,
  before = Number.MAX_SAFE_INTEGER,
): Promise<ArrivedRow[]> {
  const found: ArrivedRow[] = []
  let below = before
  let size = Math.min(firstPage, page)
  while (found.length < most) {
    const next = await rows(
      app.storage.db,
      ArrivedRow,
      // Of older records only the time is needed: most gates have few new ones on a page.
      sql`select r.n::float8 as n, r.path, case when ${arrived} > ${since} then ${parts} else '{}'::jsonb end as model, r.created_device as device,
            ${arrived} as received, (extract(epoch from r.corrected_at) * 1000)::float8 as corrected
          from records r where r.parent = ${`forms/${form}`} and not r.deleted and r.n < ${below} order by r.n desc limit ${size}`,
    )
    found.push(...next.filter(({ received }) => received > since))
    const last = next.at(-1)
    if (next.length < size || !last || last.received <= since) break
    below = last.n
    size = page
  }
  return found.slice(0, most)
}
