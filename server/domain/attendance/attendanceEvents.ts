import { sql } from 'drizzle-orm'
import { attendanceOf, type GateInfo, type GateSite, mostEvents, presenceHours } from '../../../contract/attendance.ts'
import { type AttendanceEvent, hour } from '../../../contract/presence.ts'
import type { Model } from '../../../contract/records.ts'
import { rows } from '../../storage/database.ts'
import type { App } from '../app.ts'

interface Row {
  n: number
  path: string
  model: Model
  device: string
  received: number
  corrected: number | null
}

/** Rows that are read at once. */
const page = 1000

/** Only what an event is made of: records of a gate may carry photos and answers that nobody asked for here. */
const parts = sql`jsonb_strip_nulls(jsonb_build_object(
  'direction', r.model -> 'direction', 'site', r.model -> 'site', 'visitor', r.model -> 'visitor', 'visitor_name', r.model -> 'visitor_name',
  'person', r.model -> 'person', 'company', r.model -> 'company', 'mobile', r.model -> 'mobile', 'host', r.model -> 'host',
  'different_time', r.model -> 'different_time', 'date', r.model -> 'date', 'time', r.model -> 'time',
  'attendance', r.model -> 'attendance'))`

export const timezonesOf = (sites: readonly GateSite[]): Record<string, string> =>
  Object.fromEntries(sites.map(({ id, timezone }) => [id, timezone]))

/** The sign-ins and sign-outs at the gates of a project in the last hours, the latest arrivals first. `more`: there are older ones. */
export async function recentEvents(
  app: App,
  gates: readonly GateInfo[],
  sites: readonly GateSite[],
  { now = Date.now(), most = mostEvents }: { readonly now?: number | undefined; readonly most?: number | undefined } = {},
): Promise<{ events: AttendanceEvent[]; more: boolean }> {
  const since = now - presenceHours * hour
  const timezones = timezonesOf(sites)
  const gateOfForm = new Map(gates.map(({ form, id }) => [form, id]))
  const events: AttendanceEvent[] = []
  for (const [form, gate] of gateOfForm) {
    for (const { path, model, device, received, corrected } of await recentRows(app, form, since, most + 1)) {
      const event = attendanceOf({ path, model, at: corrected ?? received, received, device, gate }, timezones)
      if (event && event.at > since) events.push(event)
    }
  }
  events.sort((a, b) => (b.received ?? 0) - (a.received ?? 0))
  return { events: events.slice(0, most), more: events.length > most }
}

/** Records arrive in the order of their number, so reading stops at the first page that holds an old one. */
async function recentRows(app: App, form: string, since: number, most: number): Promise<Row[]> {
  const found: Row[] = []
  let below = Number.MAX_SAFE_INTEGER
  while (found.length < most) {
    const next = await rows<Row>(
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
