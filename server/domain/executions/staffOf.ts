import { presenceHours } from '../../../contract/endpoints/attendance.ts'
import { daysLater, readDay } from '../../../contract/rules/daysLater.ts'
import { momentIn } from '../../../contract/rules/inZone.ts'
import { type AttendanceEvent, eventsOnce, hour, plainName, whoIsWho } from '../../../contract/rules/presence.ts'
import type { StaffTime } from '../../../contract/rules/figuresOfStaff.ts'
import type { App } from '../app.ts'
import { countedGates, sitesOfTeam } from '../attendance/gatesFor.ts'
import { recentEvents } from '../attendance/recentEvents.ts'
import type { StoredExecution } from './executionRow.ts'

/**
 * Returns who of the vendors of an execution checked in at the gates of its project on its day, by name. Only
 * for manpower that is not decided yet: other screens fill in nothing.
 */
export async function staffOf(app: App, { team, kind, day, phase, model }: StoredExecution): Promise<StaffTime[]> {
  if ((kind !== 'manpower' && kind !== 'multiVendor') || phase === 'done') return []
  const vendors = (model.executionVendors ?? []).map(({ vendor }) => vendor)
  if (model.vendor !== undefined) vendors.push(model.vendor)
  const gates = await countedGates(app, [team])
  if (gates.length === 0 || vendors.length === 0) return []
  const sites = await sitesOfTeam(app, team)
  const zone = sites.find(({ id }) => gates.some(({ site }) => site === id))?.timezone ?? sites[0]?.timezone
  const [start, end] = [day, daysLater(day, 1)].map((each) => momentIn(zone, readDay(each).getTime())) as [number, number]
  const recent = await recentEvents(app, gates, sites, { now: start + presenceHours * hour })
  const events = eventsOnce(recent.events)
  const keyOf = whoIsWho(events)
  const people = new Map<string, AttendanceEvent[]>()
  for (const event of events) {
    if (event.at < start || event.at >= end) continue
    const key = keyOf(event)
    people.set(key, [...(people.get(key) ?? []), event])
  }
  const vendorOf = new Map(vendors.map((vendor) => [plainName(vendor), vendor]))
  return [...people.values()].flatMap((own) => timesOf(own, vendorOf) ?? []).sort((a, b) => a.name.localeCompare(b.name))
}

/** Returns the day of one person; undefined if they did not check in, or for another company. */
function timesOf(events: AttendanceEvent[], vendorOf: ReadonlyMap<string, string>): StaffTime | undefined {
  events.sort((a, b) => a.at - b.at)
  const first = events.find(({ direction }) => direction === 'in')
  const company = events.find((event) => event.company)?.company
  const vendor = vendorOf.get(plainName(company ?? ''))
  if (!first || vendor === undefined) return undefined
  let since: number | undefined
  let left: number | undefined
  let worked = 0
  for (const { direction, at } of events) {
    if (direction === 'in') since ??= at
    else if (since !== undefined) {
      worked += at - since
      left = at
      since = undefined
    }
  }
  const isOut = since === undefined && left !== undefined
  return {
    name: first.name,
    vendor,
    checkinTime: new Date(first.at).toISOString(),
    ...(isOut && { checkoutTime: new Date(left ?? 0).toISOString(), hours: Math.round((worked / hour) * 100) / 100 }),
  }
}
