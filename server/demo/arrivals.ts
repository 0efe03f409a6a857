import { UTCDateMini } from '@date-fns/utc/date/mini'
import { set } from 'date-fns/set'
import { subDays } from 'date-fns/subDays'
import { utcDay } from '../../contract/rules/daysLater.ts'
import { Refused } from '../../contract/Refused.ts'
import type { Model } from '../../contract/endpoints/records.ts'
import type { App } from '../domain/app.ts'
import { applyWrite } from '../domain/records/applyWrite.ts'
import { personByUid } from '../domain/sign-in/person.ts'
import { demoId, people } from './company.ts'
import { onTime } from './onTime.ts'

interface Arrival {
  readonly form: string
  readonly by: string
  /** Days before today, and the hour of that day (UTC). */
  readonly daysAgo: number
  readonly hour: number
  readonly model: (date: string) => Model
}

/** Company, trade, cost code, location, workers, hours, note. */
const reports = [
  ['Keystone Concrete', 'Concrete', '03-3000', 'Level 9', 34, 9, 'Poured the north half of the slab. South half tomorrow at 6:00.'],
  ['Ironline Steel Erectors', 'Structural Steel', '05-1200', 'Level 11', 22, 8, 'Bolting up grid lines C to F.'],
  ['Voltmark Electric', 'Electrical', '26-0500', 'Level 4', 28, 8, 'Rough-in of units 401 to 406 done, ready for inspection.'],
  ['Northgate Drywall', 'Drywall', '09-2900', 'Level 3', 25, 8, ''],
  ['Summit Air Mechanical', 'HVAC', '23-0500', 'Parking Level P1', 17, 10, 'Ductwork held up two hours by the sprinkler main.'],
  ['ClearView Glazing', 'Glazing', '08-4400', 'Ground Floor Lobby', 11, 8, 'Crane needed Thursday for the lobby panels.'],
] as const

const hazards = [
  [
    'fall',
    'high',
    'hazard',
    'Level 11',
    'Guard rail missing at the hoist opening on the east side. Two people were working right beside it.',
    'marked',
    'Taped it off and called the scaffold crew.',
    'SafeSpan Scaffolding',
  ],
  [
    'housekeeping',
    'low',
    'hazard',
    'Core, Stair B',
    'Offcuts and boxes on the landing between levels 3 and 4, hard to pass with a load.',
    'yes',
    'Cleared the landing with the drywall crew.',
    '',
  ],
  [
    'falling_object',
    'high',
    'near_miss',
    'Gate 1',
    'A clamp fell from about level 6 and landed outside the fence. Nobody was hit.',
    'marked',
    'Closed the walkway until the netting has been checked.',
    'SafeSpan Scaffolding',
  ],
  [
    'electrical',
    'medium',
    'hazard',
    'Parking Level P2',
    'Temporary cable lies in standing water near the pump.',
    'no',
    '',
    'Voltmark Electric',
  ],
] as const

function list(): Arrival[] {
  return [
    ...[3, 2, 1].flatMap((daysAgo) =>
      reports.slice(0, daysAgo === 3 ? 4 : 6).map(
        ([vendor, trade, costCode, location, workers, hours, notes], n): Arrival => ({
          form: 'manpower',
          by: n % 2 === 0 ? 'Marisol Vega' : 'Daniel Reyes',
          daysAgo,
          hour: 19 + (n % 3),
          model: (date) => ({
            date,
            vendor,
            trade,
            location,
            status: 'working',
            worker_count: workers - ((daysAgo + n) % 3),
            hours_per_worker: hours,
            total_hours: (workers - ((daysAgo + n) % 3)) * hours,
            cost_code: costCode,
            ...(notes && { notes }),
          }),
        }),
      ),
    ),
    ...hazards.map(
      ([type, severity, event, location, description, madeSafe, action, responsible], n): Arrival => ({
        form: 'hazard-report',
        by: n % 2 === 0 ? 'Ashley Tran' : 'Joao Pereira',
        daysAgo: 4 - n,
        hour: 15,
        model: (date) => ({
          hazard_type: type,
          event,
          severity,
          description,
          site: location.startsWith('Parking') ? 'harbor-point-garage' : 'harbor-point-tower',
          location,
          date,
          made_safe: madeSafe,
          ...(action && { action }),
          ...(responsible && { responsible }),
          reporter: n % 2 === 0 ? 'Ashley Tran' : 'Joao Pereira',
        }),
      }),
    ),
  ]
}

/** The device id of the demo people's saves. */
const device = 'demo'

/**
 * Saves the records for the "Arrived" page through the normal write path, once. The authors are the demo's
 * people.
 */
export async function arrivals(app: App, now = new Date()): Promise<void> {
  const all = list()
  for (const [n, { form, by, daysAgo, hour, model }] of all.entries()) {
    const uid = demoId(by)
    const person = people.some((one) => one.uid === uid) ? await personByUid(app.storage, uid) : undefined
    if (!person) continue
    const at = set(subDays(new UTCDateMini(now), daysAgo), { hours: hour, minutes: 10 + (n % 40), seconds: 0, milliseconds: 0 })
    const payload = { ...model(utcDay(at)), titleStatus: 'Processing', tags: ['Processing'], deleted: false }
    const headers = { opId: demoId(`arrival ${n}`), actor: uid, device, seq: n + 1, baseRev: 0 }
    const stored = applyWrite(app.storage, {
      method: 'POST',
      path: `forms/${form}/${demoId(`record ${n}`)}`,
      headers,
      body: { payload, feed: false, clientAt: at.toISOString(), skewMs: 0 },
      person,
    })
    // An interrupted start on an earlier day stored this record with that day's date.
    await stored.catch((error: unknown) => {
      if (!(error instanceof Refused && error.code === 'key_reused')) throw error
    })
  }
  await onTime(app, device)
}
