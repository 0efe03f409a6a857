import { createHash, createHmac } from 'node:crypto'
import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import {
  attendanceOf,
  type gateRoster,
  inductionDays,
  longestRoster,
  mergeRoster,
  numberKeyLength,
  numberText,
  type RosterPerson,
  seenPerson,
} from '../../../contract/endpoints/attendance.ts'
import { orientationClass } from '../../../contract/reference/attendanceClass.ts'
import type { AnswerOf } from '../../../contract/endpoint.ts'
import { Model } from '../../../contract/endpoints/records.ts'
import { rows } from '../../storage/database.ts'
import type { App } from '../app.ts'
import type { Person } from '../sign-in/person.ts'
import { gateFor, sitesOfTeam } from './gatesFor.ts'
import { samePeople } from './sameDecisions.ts'

/** Number of gate records from which the roster remembers people. */
const remembered = 10_000

const text = (value: unknown): string | undefined => (typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined)

/** Returns all data that a site gate needs offline. Throws Refused. */
export async function rosterOf(app: App, id: string, me: Person): Promise<AnswerOf<typeof gateRoster>> {
  const gate = await gateFor(app, id, me)
  const [sites, employees, seen, companies, induction] = await Promise.all([
    sitesOfTeam(app, gate.team),
    employeesOf(app, gate.team),
    seenAt(app, gate.form),
    companiesOf(app, gate.team),
    inductionOf(app, gate.team),
  ])
  const inducted = induction ? await inductedBy(app, induction.form, induction.days) : []
  const everybody = mergeRoster([employees, seen, inducted], await samePeople(app, gate.team))
  const salt = me.kiosk && saltOf(app, gate.id)
  const people = salt === undefined ? everybody : everybody.map((person) => atKiosk(person, salt))
  return {
    gate,
    sites,
    people: people.slice(0, longestRoster),
    ...(people.length > longestRoster && { more: true }),
    companies,
    ...(salt !== undefined && { salt }),
    ...(induction && { induction }),
  }
}

/** Stable per gate while the secret of the server stays the same. */
const saltOf = (app: App, gate: string) => createHmac('sha256', app.pepper).update(`gate:${gate}`).digest('base64url').slice(0, 22)

/** Returns a person as a kiosk may know them: without the number, because strangers use the kiosk. */
function atKiosk({ name, company, mobile, person, visitor, inducted }: RosterPerson, salt: string): RosterPerson {
  const numberKey = mobile && createHash('sha256').update(numberText(salt, mobile)).digest('base64url').slice(0, numberKeyLength)
  return {
    name,
    ...(company && { company }),
    ...(person && { person }),
    ...(visitor && { visitor }),
    ...(inducted && { inducted }),
    ...(numberKey && { numberKey }),
  }
}

const EmployeeRow = z.object({
  id: z.string(),
  label: z.string(),
  company: z.nullable(z.string()),
  mobile: z.nullable(z.string()),
  role: z.nullable(z.string()),
})

async function employeesOf(app: App, team: string): Promise<RosterPerson[]> {
  const found = await rows(
    app.storage.db,
    EmployeeRow,
    sql`select id, label, attributes ->> 'company' as company, attributes ->> 'mobile' as mobile, attributes ->> 'role' as role
        from lookup_items where team = ${team} and lookup = 'employees' and not disabled and merged_into is null order by position, label, id limit ${longestRoster + 1}`,
  )
  return found.map(({ id, label, company, mobile, role }) => ({
    person: id,
    name: label,
    ...(company && { company }),
    ...(mobile && { mobile }),
    ...(role && { role }),
  }))
}

const SeenRow = z.object({ path: z.string(), model: Model, at: z.number() })

async function seenAt(app: App, form: string): Promise<RosterPerson[]> {
  const found = await rows(
    app.storage.db,
    SeenRow,
    sql`select r.path, (extract(epoch from coalesce(r.corrected_at, r.created_at)) * 1000)::float8 as at,
          jsonb_strip_nulls(jsonb_build_object('direction', r.model -> 'direction', 'visitor', r.model -> 'visitor',
            'visitor_name', r.model -> 'visitor_name', 'person', r.model -> 'person', 'company', r.model -> 'company',
            'mobile', r.model -> 'mobile', 'host', r.model -> 'host', 'attendance', r.model -> 'attendance')) as model
        from records r where r.parent = ${`forms/${form}`} and not r.deleted order by r.n desc limit ${remembered}`,
  )
  return found.flatMap(({ path, model, at }): RosterPerson[] => {
    const event = attendanceOf({ path, model, at })
    if (!event) return []
    return [seenPerson(event)]
  })
}

const CompanyRow = z.object({ label: z.string() })

async function companiesOf(app: App, team: string): Promise<string[]> {
  const found = await rows(
    app.storage.db,
    CompanyRow,
    sql`select distinct label from lookup_items where team = ${team} and lookup = 'vendors' and not disabled and merged_into is null order by label limit 2000`,
  )
  return found.map(({ label }) => label)
}

type Induction = NonNullable<AnswerOf<typeof gateRoster>['induction']>

const InductionRow = z.object({ form: z.string(), title: z.string(), model: Model })

/** Returns the induction of the project: the form of its first active orientation bot. */
async function inductionOf(app: App, team: string): Promise<Induction | undefined> {
  const [bot] = await rows(
    app.storage.db,
    InductionRow,
    sql`select a.form, a.title, a.model from automations a join forms f on f.key = a.form
        where a.team = ${team} and a.class = ${orientationClass} and not a.deleted and not a.archived and not a.disabled
        order by lower(a.title), a.id limit 1`,
  )
  if (!bot) return undefined
  const days = bot.model['validDays']
  return {
    form: bot.form,
    title: bot.title,
    days: typeof days === 'number' && days > 0 ? days : inductionDays,
    visitors: bot.model['visitors'] === true,
  }
}

async function inductedBy(app: App, form: string, days: number): Promise<RosterPerson[]> {
  const found = await rows(
    app.storage.db,
    SeenRow,
    sql`select r.path, (extract(epoch from coalesce(r.corrected_at, r.created_at)) * 1000)::float8 as at,
          jsonb_strip_nulls(jsonb_build_object('name', r.model -> 'name', 'company', r.model -> 'company', 'mobile', r.model -> 'mobile')) as model
        from records r
        where r.parent = ${`forms/${form}`} and not r.deleted and r.created_at > now() - make_interval(days => ${days}::int)
        order by r.n desc limit ${remembered}`,
  )
  return found.flatMap(({ path, model, at }): RosterPerson[] => {
    const name = text(model['name'])
    if (!name) return []
    const company = text(model['company'])
    const mobile = text(model['mobile'])
    return [{ name, ...(company && { company }), ...(mobile && { mobile }), inducted: { at, path } }]
  })
}
