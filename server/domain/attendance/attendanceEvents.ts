import { sql } from 'drizzle-orm'
import { attendanceOf, type GateInfo, type GateSite, mostEvents, presenceHours } from '../../../contract/attendance.ts'
import { type AttendanceEvent, hour } from '../../../contract/presence.ts'
import type { Model } from '../../../contract/records.ts'
import { rows } from '../../storage/database.ts'
import type { App } from '../app.ts'

export interface ArrivedRow {
  n: number
  path: string
  model: Model
  device: string
  received: number
  corrected: number | null
}

/** Only what an event is made of: records of a gate may carry photos and answers that nobody asked for here. */
const parts = sql`jsonb_strip_nulls(jsonb_build_object(
  'direction', r.model -> 'direction', 'site', r.model -> 'site', 'visitor', r.model -> 'visitor', 'visitor_name', r.model -> 'visitor_name',
  'person', r.model -> 'person', 'company', r.model -> 'company', 'mobile', r.model -> 'mobile', 'host', r.model -> 'host',
  'different_time', r.model -> 'different_time', 'date', r.model -> 'date', 'time', r.model -> 'time',
  'attendance', r.model -> 'attendance'))`

export const timezonesOf = (sites: readonly GateSite[]): Record<string, string> =>
  Object.fromEntries(sites.map(({ id, timezone }) => [id, timezone]))

/** When each project began, ms: nobody is on a site before that. */
export async function beginnings(app: App, teams: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (teams.length === 0) return new Map()
  const found = await rows<{ id: string; at: number }>(
    app.storage.db,
    sql`select id, (extract(epoch from created_at) * 1000)::float8 as at from teams where id in ${[...teams]}`,
  )
  return new Map(found.map(({ id, at }) => [id, at]))
}

/**
 * The sign-ins and sign-outs at the gates of a project in the last hours, the latest arrivals first. `more`: there are older ones. What names a gate
 * of somewhere else was done at the one whose form it is, and what lies before the project's beginning counts from then.
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
  // The first gate of a form is one that works.
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

/** Records arrive in the order of their number, so reading stops at the first page (of `page` rows) that holds an old one. */
export async function recentRows(app: App, form: string, since: number, most: number, page = 1000): Promise<ArrivedRow[]> {
  const found: ArrivedRow[] = []
  let below = Number.MAX_SAFE_INTEGER
  while (found.length < most) {
    const next = await rows<ArrivedRow>(
      app.storage.db,
      sql`select r.n::float8 as n, r.path, ${parts} as model, r.created_device as device,
            (extract(epoch from r.created_at) * 1000)::float8 as received, (extract(epoch from r.corrected_at) * 1000)::float8 as corrected
          from records r where r.parent = ${`forms/${form}`} and not r.deleted and r.n < ${below} order by r.n desc limit ${page}`,
    )
    found.push(...next.filter(({ received }) => received > since))
    const last = next.at(-1)
    if (next.length < page || !last || last.received <= since) break
    below = last.n
  }
  return found.slice(0, most)
}
