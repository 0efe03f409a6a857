import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { attendanceClass } from '../../../contract/reference/attendanceClass.ts'
import { attendanceOf, type GateInfo, mostEvents } from '../../../contract/endpoints/attendance.ts'
import { sameDecisionOf } from '../../../contract/endpoints/site/SameRecord.ts'
import { correctionOf, type crewTimes, TimeRules } from '../../../contract/endpoints/site/crewTimes.ts'
import type { AnswerOf } from '../../../contract/endpoint.ts'
import { Model } from '../../../contract/endpoints/records.ts'
import { boundsOfDay, type CrewTime, crewTimesOf, exactTimes } from '../../../contract/rules/crew/crewTimes.ts'
import { sameOnes } from '../../../contract/rules/crew/possiblySame.ts'
import { isDay } from '../../../contract/rules/daysLater.ts'
import { type AttendanceEvent, hour, longestStayHours } from '../../../contract/rules/presence.ts'
import { rows } from '../../storage/database.ts'
import type { App } from '../app.ts'
import { forbidden, notFound } from '../access/refusals.ts'
import { projectZone } from '../holidays/projectZone.ts'
import { numberBefore } from '../records/numberBefore.ts'
import { mayIn, type Person } from '../sign-in/person.ts'
import { gatesOfTeams, maySeePresence, sitesOfTeam } from './gatesFor.ts'
import { recentRows, timezonesOf } from './recentEvents.ts'
import { sameDecisions } from './sameDecisions.ts'

/** Sign-ins that a tablet without a connection sends later than this are not part of the day, days. */
const latestArrivalDays = 7
const mostCorrections = 2000

const ProjectRow = z.object({ name: z.string() })
const RulesRow = z.object({ rules: z.nullable(z.unknown()), zone: z.nullable(z.string()) })
const FormRow = z.object({ id: z.string(), form: z.string(), site: z.nullable(z.string()) })
const CorrectionRow = z.object({ path: z.string(), model: Model, name: z.nullable(z.string()) })

/** Returns what the times of a crew on one day are computed from, for a person who may see them. Throws Refused. */
export async function timesOfDay(app: App, me: Person, { team, day }: { team: string; day: string }): Promise<AnswerOf<typeof crewTimes>> {
  if (!maySeePresence(me, team)) throw forbidden()
  if (!isDay(day)) throw notFound()
  const [project] = await rows(app.storage.db, ProjectRow, sql`select name from teams where id = ${team} and not deleted`)
  if (!project) throw notFound()
  return {
    name: project.name,
    mayEdit: mayIn(me, team, 'record.update'),
    mayChangeRules: mayIn(me, team, 'team.manage'),
    gates: await gatesOfTeams(app, [team]),
    ...(await storedDay(app, team, day)),
  }
}

/** Returns the sign-ins, the corrections and the rules of a day. The caller checks the permission. */
async function storedDay(app: App, team: string, day: string) {
  const { db } = app.storage
  const [stored] = await rows(
    db,
    RulesRow,
    sql`select t.model -> 'timeRules' as rules, ${projectZone} as zone from teams t where t.id = ${team}`,
  )
  const sites = await sitesOfTeam(app, team)
  const forms = await formsOfGates(app, team)
  const zone = sites.find(({ id }) => forms.some(({ site }) => site === id))?.timezone ?? stored?.zone ?? undefined
  const { events, more } = await eventsOfDay(app, forms, { timezones: timezonesOf(sites), bounds: boundsOfDay(day, zone) })
  const corrections = await rows(
    db,
    CorrectionRow,
    sql`select r.path, r.model, p.name from records r left join people p on p.uid = r.created_by
        where r.parent = ${`times/${team}/${day}`} and not r.deleted order by r.n desc limit ${mostCorrections}`,
  )
  const rules = TimeRules.safeParse(stored?.rules)
  return {
    sites,
    ...(zone !== undefined && { zone }),
    rules: rules.success ? rules.data : exactTimes,
    events,
    corrections: corrections.map(({ path, model, name }) => ({
      id: path.slice(path.lastIndexOf('/') + 1),
      ...(name !== null && { byName: name }),
      correction: model as unknown,
    })),
    same: await sameDecisions(app, team),
    ...(more && { more }),
  }
}

/** Returns the times of everyone on a day, with corrections and by the rules of the project. The caller checks the permission. */
export async function crewOn(app: App, team: string, day: string): Promise<CrewTime[]> {
  const { zone, rules, events, corrections, same } = await storedDay(app, team, day)
  const read = corrections.flatMap(({ id, correction }) => correctionOf(id, correction) ?? [])
  const decisions = same.flatMap(({ id, decision }) => sameDecisionOf(id, decision) ?? [])
  return crewTimesOf({ day, zone, rules, events, corrections: read, now: Date.now(), same: sameOnes(decisions) })
}

type GateForm = Pick<GateInfo, 'id' | 'form'> & { readonly site: string | null }

/** The forms of all gates of a project, also of those that are archived: their past days stay. */
const formsOfGates = (app: App, team: string): Promise<GateForm[]> =>
  rows(
    app.storage.db,
    FormRow,
    sql`select distinct on (form) id, form, site from automations where team = ${team} and class = ${attendanceClass} and form is not null
        order by form, deleted or archived or disabled, id`,
  )

interface Day {
  readonly timezones: Readonly<Record<string, string>>
  readonly bounds: readonly [number, number]
}

/** Reads from the last arrival of the day backwards, so that old days cost the same as new ones. */
async function eventsOfDay(app: App, forms: readonly GateForm[], { timezones, bounds: [start, end] }: Day) {
  const last = new Date(end + latestArrivalDays * 24 * hour).toISOString()
  const events: AttendanceEvent[] = []
  let more = false
  for (const { id: gate, form } of forms) {
    const before = await numberBefore(app.storage.db, `forms/${form}`, last)
    const found = await recentRows(app, form, start, mostEvents + 1, { before })
    if (found.length > mostEvents) more = true
    for (const { path, model, device, received, corrected } of found) {
      const event = attendanceOf({ path, model, at: corrected ?? received, received, device, gate }, timezones)
      if (event && event.at >= start && event.at < end + longestStayHours * hour) events.push(event)
    }
  }
  return { events: events.slice(0, mostEvents), more: more || events.length > mostEvents }
}
