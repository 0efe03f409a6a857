import { sql } from 'drizzle-orm'
import { type SignIn, attendanceModel } from '../../contract/attendance.ts'
import { Refused } from '../../contract/errors.ts'
import type { App } from '../domain/app.ts'
import { applyWrite } from '../domain/records/applyWrite.ts'
import { personByUid } from '../domain/sign-in/person.ts'
import { rows } from '../storage/database.ts'
import { demoId, lookupItems } from './company.ts'

const gate = { id: demoId('bot Gate 1 Check-in'), form: 'check-in' }
const minute = 60_000

/** Name, company, whom they visit, minutes since they came. */
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

/** A morning at Gate 1: people in the order of their arrival, a few of whom have left, one who has been there far too long. */
function morning(): Tap[] {
  const everybody = lookupItems().filter(({ lookup, team }) => lookup === 'employees' && team.length > 0)
  const once = [...new Map(everybody.map((item) => [item.id, item])).values()]
  const crew = once.filter((_, n) => n % 8 === 3).slice(0, 38)
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

/** Puts today's people on the demo's site, through the same door as everybody's saves; nothing where somebody came in the last day. */
export async function demoAttendance(app: App, now = Date.now()): Promise<void> {
  const [recent] = await rows(
    app.storage.db,
    sql`select 1 from records where parent = ${`forms/${gate.form}`} and created_at > now() - interval '20 hours' limit 1`,
  )
  const uid = demoId('Marisol Vega')
  const person = recent ? undefined : await personByUid(app.storage, uid)
  if (!person) return
  const today = new Date(now).toISOString().slice(0, 10)
  const saves = morning().map(({ who, direction, site, ago }, n) => {
    const id = demoId(`attendance ${today} ${n}`)
    const deviceAt = now - ago * minute
    return applyWrite(app.storage, {
      method: 'POST',
      path: `forms/${gate.form}/${id}`,
      headers: { opId: demoId(`attendance save ${today} ${n}`), actor: uid, device: 'demo-gate', seq: n + 1, baseRev: 0 },
      body: {
        payload: attendanceModel(id, { direction, gate, site, who, via: 'list', deviceAt, skewMs: 0 }),
        feed: false,
        clientAt: new Date(deviceAt).toISOString(),
        skewMs: 0,
      },
      person,
    }).catch((error: unknown) => {
      // A start that was interrupted has stored some of them with its own times.
      if (!(error instanceof Refused && error.code === 'key_reused')) throw error
    })
  })
  await Promise.all(saves)
}
