import { describe, expect, it } from 'vitest'
import { crewTimesOf, exactTimes, type TimeCorrection, type TimeRules } from './crewTimes.ts'
import type { AttendanceEvent } from '../presence.ts'

const zone = 'America/New_York'
const day = '2026-11-27'
/** A time of that day in New York. */
const at = (clock: string, date = day) => Date.parse(`${date}T${clock}:00-05:00`)
let count = 0
const tap = (direction: 'in' | 'out', clock: string, more: Partial<AttendanceEvent> = {}, date = day): AttendanceEvent => ({
  id: String((count += 1)),
  direction,
  at: at(clock, date),
  name: 'Ana Ruiz',
  company: 'Keystone',
  ...more,
})
const corrected = (more: Partial<TimeCorrection>): TimeCorrection => ({
  id: 'c1',
  who: { name: 'Ana Ruiz', company: 'Keystone' },
  in: at('07:00'),
  out: at('15:30'),
  breakMinutes: 30,
  at: at('16:00'),
  ...more,
})
const times = (
  events: readonly AttendanceEvent[],
  { corrections = [], rules = exactTimes, now = at('20:00') }: { corrections?: TimeCorrection[]; rules?: TimeRules; now?: number } = {},
) => crewTimesOf({ day, zone, rules, events, corrections, now })

describe('the times of a crew on one day', () => {
  it('counts from the first sign-in to the last sign-out, and time outside as a break', () => {
    const [ana] = times([tap('in', '07:02'), tap('out', '12:00'), tap('in', '12:40'), tap('out', '15:32')])
    expect(ana).toMatchObject({ state: 'left', in: at('07:02'), out: at('15:32'), breakMinutes: 40, minutes: 510 - 40 })
  })

  it('rounds in and out by the rules of the project, and takes off its break from long days only', () => {
    const rules: TimeRules = { step: 15, breakMinutes: 30, breakAfterHours: 6, reason: false }
    expect(times([tap('in', '06:53'), tap('out', '15:37')], { rules })[0]).toMatchObject({ minutes: 8 * 60 + 30 - 30, breakMinutes: 30 })
    expect(times([tap('in', '06:53'), tap('out', '10:07')], { rules })[0]).toMatchObject({ minutes: 3 * 60, breakMinutes: 0 })
    // Time that was measured outside is the longer break.
    const [measured] = times([tap('in', '07:00'), tap('out', '12:00'), tap('in', '13:00'), tap('out', '16:00')], { rules })
    expect(measured).toMatchObject({ breakMinutes: 60, minutes: 8 * 60 })
  })

  it('a night shift belongs to the day on which it began', () => {
    const night = [tap('in', '22:00', {}, '2026-11-26'), tap('out', '06:00'), tap('in', '22:05'), tap('out', '06:10', {}, '2026-11-28')]
    expect(times(night, { now: at('08:00', '2026-11-28') })).toMatchObject([{ in: at('22:05'), minutes: 8 * 60 + 5 }])
  })

  it('a person on site counts until now, and one who never signed out has no hours', () => {
    expect(times([tap('in', '07:00')], { now: at('07:14') })[0]).toMatchObject({ state: 'onSite', minutes: 14 })
    expect(times([tap('in', '07:00')], { now: at('12:00', '2026-11-28') })[0]).toMatchObject({ state: 'noSignOut', minutes: undefined })
  })

  it('the newest correction replaces what the gates saw, until it is taken back', () => {
    const events = [tap('in', '07:20')]
    const first = corrected({})
    expect(times(events, { corrections: [first] })[0]).toMatchObject({ state: 'left', minutes: 8 * 60, seen: { in: at('07:20') } })
    const second = corrected({ id: 'c2', out: at('15:00'), at: at('17:00') })
    expect(times(events, { corrections: [second, first] })[0]).toMatchObject({ minutes: 7 * 60 + 30, correction: { id: 'c2' } })
    const back = corrected({ id: 'c3', takenBack: true, in: undefined, at: at('18:00') })
    expect(times(events, { corrections: [first, back, second] })[0]).toMatchObject({ in: at('07:20'), correction: undefined })
  })

  it('a break that a person entered is not replaced by the break of the project', () => {
    const rules: TimeRules = { step: 1, breakMinutes: 45, breakAfterHours: 6, reason: true }
    expect(times([], { corrections: [corrected({ breakMinutes: 0 })], rules })[0]).toMatchObject({ minutes: 8 * 60 + 30 })
  })

  it('people with one name in two companies stay two', () => {
    const other = { company: 'Voltmark' }
    const found = times([tap('in', '07:00'), tap('out', '15:00'), tap('in', '08:00', other), tap('out', '12:00', other)])
    expect(found.map(({ who, minutes }) => [who.company, minutes])).toEqual([
      ['Keystone', 480],
      ['Voltmark', 240],
    ])
  })
})
