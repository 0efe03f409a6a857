import { UTCDateMini } from '@date-fns/utc/date/mini'
import { subDays } from 'date-fns/subDays'
import { subMinutes } from 'date-fns/subMinutes'
import { utcDay } from '../../contract/rules/daysLater.ts'
import { sql } from 'drizzle-orm'
import { type SignIn, attendanceModel } from '../../contract/endpoints/attendance.ts'
import { Refused } from '../../contract/Refused.ts'
import type { App } from '../domain/app.ts'
import { applyWrite } from '../domain/records/applyWrite.ts'
import { personByUid } from '../domain/sign-in/person.ts'
import { rows } from '../storage/database.ts'
import { demoId, harborPoint, lookupItems } from './company.ts'
import { onTime } from './onTime.ts'

const gate = { id: demoId('bot Gate 1 Check-in'), form: 'check-in' }

/** Name, company, host, minutes since arrival. */
const visitors = [
  ['Helen Fischer', 'City Building Department', 'Daniel Reyes', 74],
  ['Marcus Webb', 'Tri-County Crane Inspection', 'Grace Okafor', 41],
  ['Dana Whitlock', 'Rapid Concrete Supply', 'Marisol Vega', 18],
] as const

interface Tap {
  readonly who: SignIn['who']
  readonly direction: 'in' | 'out'
  readonly site: string
  /** Minutes before now. */
  readonly ago: number
}

/**
 * A morning at Gate 1: people in the order of their arrival; some have left, one has been on site far too
 * long.
 */
function morning(): Tap[] {
  const crew = gateCrew().today
  const came = crew.map(({ id, label, attributes }, n): Tap => {
    const company = String(attributes?.['company'] ?? '')
    return {
      who: { name: label, company, person: id },
      direction: 'in',
      site: n % 5 === 4 ? 'harbor-point-garage' : 'harbor-point-tower',
      ago: n === 0 ? 13 * 60 : 330 - n * 7,
    }
  })
  const went = came
    .filter((_, n) => n % 9 === 5)
    .map((tap): Tap => ({ ...tap, direction: 'out', ago: Math.max(6, Math.floor(tap.ago / 6)) }))
  const visits = visitors.map(([name, company, host, ago], n): Tap => {
    const mobile = `+1202555016${n}`
    return { who: { name, company, host, mobile, visitor: true }, direction: 'in', site: 'harbor-point-tower', ago }
  })
  return [...came, ...went, ...visits].sort((a, b) => b.ago - a.ago)
}

/** Employees who use the gate today, and those with a site orientation some weeks ago, who may use it. */
const gateCrew = () => {
  const employees = lookupItems().filter(({ lookup, team }) => lookup === 'employees' && team === harborPoint)
  return { today: employees.filter((_, n) => n % 8 === 3).slice(0, 38), inducted: employees.filter((_, n) => n % 8 === 3 || n % 8 === 4) }
}

/** The gate's tablet. */
const device = 'demo-gate'

/** Saves the orientations of the gate's crew, once. Some people have none, so the demo shows both cases. */
export async function demoInductions(app: App, now = Date.now()): Promise<void> {
  const [before] = await rows(app.storage.db, sql`select 1 from records where path = ${`forms/orientation/${demoId('induction 0')}`}`)
  const uid = demoId('Marisol Vega')
  const person = before ? undefined : await personByUid(app.storage, uid)
  if (!person) return
  await Promise.all(
    gateCrew().inducted.map(({ label, attributes }, n) => {
      const at = subDays(new UTCDateMini(now), 20 + (n % 60))
      const company = String(attributes?.['company'] ?? '')
      const role = attributes?.['role'] === 'Foreman' ? 'Foreman' : 'Worker'
      const payload = {
        name: label,
        company,
        role,
        title: `${label} · ${company}`,
        titleStatus: 'Processing',
        tags: ['Processing'],
        deleted: false,
      }
      return applyWrite(app.storage, {
        method: 'POST',
        path: `forms/orientation/${demoId(`induction ${n}`)}`,
        headers: { opId: demoId(`induction save ${n}`), actor: uid, device, seq: n + 1, baseRev: 0 },
        body: { payload, feed: false, clientAt: at.toISOString(), skewMs: 0 },
        person,
      }).catch(ifInterrupted)
    }),
  )
  await onTime(app, device)
}

/** An interrupted start has stored some of them with its own times. */
function ifInterrupted(error: unknown): void {
  if (!(error instanceof Refused && error.code === 'key_reused')) throw error
}

/**
 * Signs in today's people on the demo's site through the normal write path; does nothing if anyone signed
 * in within the last day.
 */
export async function demoAttendance(app: App, now = Date.now()): Promise<void> {
  const [recent] = await rows(
    app.storage.db,
    sql`select 1 from records where parent = ${`forms/${gate.form}`} and created_at > now() - interval '20 hours' limit 1`,
  )
  const uid = demoId('Marisol Vega')
  const person = recent ? undefined : await personByUid(app.storage, uid)
  if (!person) return
  const today = utcDay(now)
  const saves = morning().map(({ who, direction, site, ago }, n) => {
    const id = demoId(`attendance ${today} ${n}`)
    const deviceAt = subMinutes(now, ago).getTime()
    return applyWrite(app.storage, {
      method: 'POST',
      path: `forms/${gate.form}/${id}`,
      headers: { opId: demoId(`attendance save ${today} ${n}`), actor: uid, device, seq: n + 1, baseRev: 0 },
      body: {
        payload: attendanceModel(id, { direction, gate, site, who, via: 'list', deviceAt, skewMs: 0 }),
        feed: false,
        clientAt: new Date(deviceAt).toISOString(),
        skewMs: 0,
      },
      person,
    }).catch(ifInterrupted)
  })
  await Promise.all(saves)
  await onTime(app, device)
}
