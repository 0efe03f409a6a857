import { plainName } from '../../../contract/rules/presence.ts'
import type { StaffTime } from '../../../contract/rules/figuresOfStaff.ts'
import type { App } from '../app.ts'
import { crewOn } from '../attendance/timesOfDay.ts'
import type { StoredExecution } from './executionRow.ts'

/**
 * Returns who of the vendors of an execution was on site on its day, by name, with the corrections of the crew times.
 * Only for manpower that is not decided yet: other screens fill in nothing.
 */
export async function staffOf(app: App, { team, kind, day, phase, model }: StoredExecution): Promise<StaffTime[]> {
  if ((kind !== 'manpower' && kind !== 'multiVendor') || phase === 'done') return []
  const vendors = (model.executionVendors ?? []).map(({ vendor }) => vendor)
  if (model.vendor !== undefined) vendors.push(model.vendor)
  if (vendors.length === 0) return []
  const vendorOf = new Map(vendors.map((vendor) => [plainName(vendor), vendor]))
  const crew = await crewOn(app, team, day)
  return crew
    .flatMap(({ who, in: from, out, minutes }): StaffTime[] => {
      const vendor = vendorOf.get(plainName(who.company ?? ''))
      if (vendor === undefined) return []
      return [
        {
          name: who.name,
          vendor,
          checkinTime: new Date(from).toISOString(),
          ...(out !== undefined &&
            minutes !== undefined && { checkoutTime: new Date(out).toISOString(), hours: Math.round((minutes / 60) * 100) / 100 }),
        },
      ]
    })
    .sort((a, b) => a.name.localeCompare(b.name))
}
