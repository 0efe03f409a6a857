import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { attendanceOf, type GateInfo, type GateSite, mostEvents, presenceHours } from '../../../contract/endpoints/attendance.ts'
import { type AttendanceEvent, hour } from '../../../contract/rules/presence.ts'
import { Model } from '../../../contract/endpoints/records.ts'
import { inList, rows } from '../../storage/database.ts'
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

/** `size`: the rows of the page in the database; `last`: the number of its last one. */
const PageRow = z.extend(ArrivedRow, { form: z.string(), size: z.number(), last: z.number() })

/**
 * Returns of each form the records with the largest numbers below `below`, by form and number; those received after
 * `since`, and the last one of the page. The database reads a page of each form from the index.
 */
const pagesOf = (
  app: App,
  forms: readonly string[],
  { since, below, limit }: { readonly since: number; readonly below: number; readonly limit: number },
) =>
  rows(
    app.storage.db,
    PageRow,
    // Of older records only the time is needed: most gates have few new ones on a page.
    sql`select f.form, r.size, r.last, r.n::float8 as n, r.path, case when ${arrived} > ${since} then ${parts} else '{}'::jsonb end as model,
          r.created_device as device, ${arrived} as received, (extract(epoch from r.corrected_at) * 1000)::float8 as corrected
        from jsonb_array_elements_text(${JSON.stringify(forms)}::jsonb) as f(form)
          cross join lateral (
            select one.*, (count(*) over ())::int as size, (min(one.n) over ())::float8 as last from (
              select p.n, p.path, p.model, p.created_device, p.created_at, p.corrected_at from records p
                where p.parent = 'forms/' || f.form and not p.deleted and p.n < ${below} order by p.n desc limit ${limit}) one) r
        where ${arrived} > ${since} or r.n = r.last order by f.form, r.n desc`,
  )

type PageRow = z.infer<typeof PageRow>
type Page = readonly PageRow[]

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
    sql`select id, (extract(epoch from created_at) * 1000)::float8 as at from teams where id = ${inList(teams)}`,
  )
  return new Map(found.map(({ id, at }) => [id, at]))
}

/** What several projects need for their events, read with one query each. */
export interface EventsAhead {
  readonly began: ReadonlyMap<string, number>
  /** The first page of each form: up to `firstPage` rows, or fewer if all further ones are too old. */
  readonly pages: ReadonlyMap<string, Page>
}

/** Rows of the first query for many gates: most have no records within hours. */
const glance = 10
/** More gates than this are glanced at first. */
const fewGates = 4

/** Gates of which the first pages are read by one statement, so that it takes the embedded database milliseconds. */
const gatesTogether = 20

/** Reads ahead for `recentEvents` of each of the projects of these gates. */
export async function eventsAhead(app: App, gates: readonly GateInfo[], now: number): Promise<EventsAhead> {
  const began = await beginnings(app, [...new Set(gates.map(({ team }) => team))])
  const forms = [...new Set(gates.map(({ form }) => form))]
  const since = now - presenceHours * hour
  if (forms.length <= fewGates) return { began, pages: await firstPagesOf(app, forms, since, firstPage) }
  const glanced = await firstPagesOf(app, forms, since, glance)
  const busy = forms.filter((form) => {
    const last = glanced.get(form)?.at(-1)
    return last !== undefined && last.size === glance && last.received > since
  })
  return { began, pages: new Map([...glanced, ...(await firstPagesOf(app, busy, since, firstPage))]) }
}

/** Returns the first page of each form, of at most `limit` rows. */
async function firstPagesOf(app: App, forms: readonly string[], since: number, limit: number): Promise<ReadonlyMap<string, Page>> {
  const pages = new Map<string, PageRow[]>(forms.map((form) => [form, []]))
  for (let from = 0; from < forms.length; from += gatesTogether) {
    const some = forms.slice(from, from + gatesTogether)
    for (const row of await pagesOf(app, some, { since, below: Number.MAX_SAFE_INTEGER, limit })) pages.get(row.form)?.push(row)
  }
  return pages
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
  {
    now = Date.now(),
    most = mostEvents,
    ahead,
  }: { readonly now?: number | undefined; readonly most?: number | undefined; readonly ahead?: EventsAhead | undefined } = {},
): Promise<{ events: AttendanceEvent[]; more: boolean }> {
  const since = now - presenceHours * hour
  const timezones = timezonesOf(sites)
  const { began, pages } = ahead ?? (await eventsAhead(app, gates, now))
  const own = new Set(gates.map(({ id }) => id))
  // The active gates are first in the list, so the first gate of a form is an active one if there is any.
  const gateOfForm = new Map(gates.toReversed().map((gate) => [gate.form, gate]))
  const events: AttendanceEvent[] = []
  for (const [form, { id: gate, team }] of gateOfForm) {
    for (const row of await recentRows(app, form, since, most + 1, { first: pages.get(form) })) {
      const { path, model, device, received, corrected } = row
      const said = attendanceOf({ path, model, at: corrected ?? received, received, device, gate }, timezones)
      if (!said) continue
      const at = Math.max(said.at, began.get(team) ?? 0)
      if (at > since) events.push({ ...said, at, gate: said.gate !== undefined && own.has(said.gate) ? said.gate : gate })
    }
  }
  events.sort((a, b) => (b.received ?? 0) - (a.received ?? 0))
  return { events: events.slice(0, most), more: events.length > most }
}

interface RowsQuestion {
  /** Rows of a page after the first. */
  readonly page?: number | undefined
  /** Only records with a smaller number. */
  readonly before?: number | undefined
  /** The first page, if it was read already. */
  readonly first?: Page | undefined
}

/**
 * Returns the records of a form received after `since`. Numbers follow the order of arrival, so reading stops
 * at the first page that ends with an older record. The first page is short, because most gates have few records
 * within hours; each further one has `page` rows.
 */
export async function recentRows(
  app: App,
  form: string,
  since: number,
  most: number,
  { page = 1000, before = Number.MAX_SAFE_INTEGER, first }: RowsQuestion = {},
): Promise<ArrivedRow[]> {
  const found: ArrivedRow[] = []
  let below = before
  let limit = Math.min(firstPage, page)
  let next = first
  while (found.length < most) {
    next ??= await pagesOf(app, [form], { since, below, limit })
    found.push(...next.filter(({ received }) => received > since))
    const last = next.at(-1)
    if (!last || last.size < limit || last.received <= since) break
    below = last.last
    limit = page
    next = undefined
  }
  return found.slice(0, most)
}
