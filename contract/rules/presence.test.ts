import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type AttendanceEvent, eventsOnce, hour, longestStayHours, presenceOf, shiftHours, whoIsWho } from './presence.ts'

const morning = Date.UTC(2026, 5, 1, 11)
const zones = { tower: 'America/New_York', perth: 'Australia/Perth' }
let last = 0

/** A sign-in or sign-out; `at` is in hours after 7:00 in New York. */
const tap = (direction: 'in' | 'out', name: string, at: number, more: Partial<AttendanceEvent> = {}): AttendanceEvent => ({
  id: `e${++last}`,
  direction,
  name,
  at: morning + at * hour,
  site: 'tower',
  ...more,
})
const on = (events: readonly AttendanceEvent[], at: number) => presenceOf({ events, now: morning + at * hour, timezones: zones })
const names = (list: readonly { readonly name: string }[]) => list.map(({ name }) => name)

describe('who is on site', () => {
  it('a person who signed in and not out is on site since their first sign-in; a second tap changes nothing', () => {
    const events = [tap('in', 'Ana', 0), tap('in', 'Ana', 0.1), tap('in', 'Bo', 1), tap('out', 'Bo', 2), tap('in', 'Ana', 5)]
    const { onSite, left } = on(events, 6)
    expect(onSite.map(({ name, since }) => [name, since])).toEqual([['Ana', morning]])
    expect(left.map(({ name, until }) => [name, until])).toEqual([['Bo', morning + 2 * hour]])
  })

  it('a sign-out without a sign-in adds the person to no list', () => {
    expect(on([tap('out', 'Ana', 1)], 2)).toEqual({ onSite: [], forgotten: [], left: [] })
  })

  it('a sign-in that arrives after its sign-out, because its tablet had no signal, leaves them signed out', () => {
    const out = tap('out', 'Ana', 3, { device: 'gate2', received: morning + 3 * hour })
    const late = tap('in', 'Ana', 1, { device: 'gate1', received: morning + 9 * hour })
    expect(names(on([out, late], 10).onSite)).toEqual([])
  })

  it('coming in at another site moves a person there', () => {
    const { onSite } = on([tap('in', 'Ana', 0), tap('in', 'Ana', 2, { site: 'garage' })], 3)
    expect(onSite.map(({ site, since }) => [site, since])).toEqual([['garage', morning + 2 * hour]])
  })

  it('a forgotten sign-out ends with the day of the site, and tells so instead of hiding it', () => {
    const events = [tap('in', 'Ana', 0)]
    expect(on(events, shiftHours).onSite[0]?.overdue).toBe(false)
    expect(on(events, shiftHours + 0.1).onSite[0]?.overdue).toBe(true)
    expect(names(on(events, 16.9).onSite)).toEqual(['Ana'])
    const { onSite, forgotten } = on(events, 17)
    expect([names(onSite), forgotten.map(({ until }) => until)]).toEqual([[], [morning + 17 * hour]])
    // A sign-in on the next morning starts a stay of today, not of yesterday.
    expect(on([...events, tap('in', 'Ana', 24)], 25).onSite[0]?.since).toBe(morning + 24 * hour)
    // A late sign-out after all.
    expect(on([...events, tap('out', 'Ana', 20)], 25)).toMatchObject({ forgotten: [], left: [{ name: 'Ana' }] })
  })

  it('people on a night shift stay on site at midnight', () => {
    const events = [tap('in', 'Night', 15)]
    expect(names(on(events, 23).onSite)).toEqual(['Night'])
    expect(names(on(events, 15 + longestStayHours).forgotten)).toEqual(['Night'])
  })

  it('a sign-in of a tablet with a fast clock counts from its arrival at the latest', () => {
    const events = [tap('in', 'Ana', 9, { received: morning }), tap('out', 'Ana', 2, { received: morning + 2 * hour })]
    expect(names(on(events, 3).onSite)).toEqual([])
  })

  it('the copy of the server counts where the device has one of its own', () => {
    const own = tap('in', 'Ana', 1)
    expect(eventsOnce([own, { ...own, at: own.at + 500, received: own.at + 900 }, own])).toEqual([
      { ...own, at: own.at + 500, received: own.at + 900 },
    ])
  })
})

describe('who is who', () => {
  const same = (a: object, b: object, all: object[] = []) => {
    const people = [a, b, ...all] as { name: string }[]
    const key = whoIsWho(people)
    return key(people[0] as { name: string }) === key(people[1] as { name: string })
  }

  it('knows a person by mobile, however their name was typed, and by name and company where no mobile was asked', () => {
    expect(same({ name: 'José García', mobile: '+12025550111' }, { name: 'Jose Garcia', mobile: '+12025550111' })).toBe(true)
    expect(same({ name: 'José García', company: 'Acme' }, { name: 'jose  garcia', company: 'ACME.' })).toBe(true)
    expect(same({ name: 'Ana', company: 'Acme', mobile: '+12025550111' }, { name: 'Ana', company: 'Acme' })).toBe(true)
    expect(same({ name: 'Ana', company: 'Acme' }, { name: 'Ana' })).toBe(true)
    expect(same({ name: 'Ana', person: 'p1', mobile: '+12025550111' }, { name: 'A.', mobile: '+12025550111' })).toBe(true)
  })

  it('two people stay two: another company, another mobile, or a foreman who gave his own number for his crew', () => {
    expect(same({ name: 'Ana', company: 'Acme' }, { name: 'Ana', company: 'Bolt' })).toBe(false)
    expect(same({ name: 'Ana', company: 'Acme', mobile: '+12025550111' }, { name: 'Ana', company: 'Acme', mobile: '+12025550112' })).toBe(
      false,
    )
    expect(same({ name: 'Ana', person: 'p1', mobile: '+12025550111' }, { name: 'Bo', person: 'p2', mobile: '+12025550111' })).toBe(false)
    // The name alone matches two people, so it identifies neither.
    const [first, second] = [
      { name: 'Ana', company: 'Acme', mobile: '+12025550111' },
      { name: 'Ana', company: 'Acme', mobile: '+12025550112' },
    ]
    expect(same({ name: 'Ana', company: 'Acme' }, first, [second])).toBe(false)
  })
})

const person = fc.record(
  {
    name: fc.constantFrom('Ana Silva', 'ana silva', 'Bo', 'José García', 'Jose Garcia'),
    company: fc.constantFrom('Acme', 'Bolt'),
    mobile: fc.constantFrom('+12025550111', '+12025550112'),
    person: fc.constantFrom('p1', 'p2'),
    visitor: fc.boolean(),
  },
  { requiredKeys: ['name'] },
)
const event = fc
  .tuple(person, fc.constantFrom('in' as const, 'out' as const), fc.integer({ min: 0, max: 40 }), fc.constantFrom('tower', 'perth', 'none'))
  .map(([who, direction, at, site]) => ({ ...who, direction, at: morning + at * hour, site }))
const day = fc
  .array(event, { maxLength: 30 })
  .map((events): AttendanceEvent[] => events.map((one, n) => ({ ...one, id: `r${String(n).padStart(2, '0')}`, device: `gate${n % 3}` })))

describe('any order, any repetition, any split over devices', () => {
  it('gives the same presence', () => {
    fc.assert(
      fc.property(
        day,
        fc.integer(),
        fc.integer({ min: 0, max: 45 }),
        fc.array(fc.nat(29), { maxLength: 20 }),
        (events, seed, at, again) => {
          const expected = on(events, at)
          const shuffled = events
            .map((one, n) => ({ one, key: Math.imul(n + 1, seed | 1) >>> 0 }))
            .sort((a, b) => a.key - b.key)
            .map(({ one }) => one)
          const repeated = [...again.flatMap((n) => events[n] ?? []), ...shuffled]
          expect(on(repeated, at)).toEqual(expected)
          const gates = [0, 1, 2].flatMap((gate) => events.filter(({ device }) => device === `gate${gate}`))
          expect(on(gates, at)).toEqual(expected)
          // The server has some of the events, the device has all.
          const arrived = events.filter((_, n) => n % 2 === 0).map((one) => ({ ...one, received: one.at + 1000 }))
          const { onSite } = on([...events, ...arrived], at)
          expect(onSite).toEqual(expected.onSite)
        },
      ),
      { numRuns: 120 },
    )
  })

  it('counts each person once, as on site or as away', () => {
    fc.assert(
      fc.property(day, fc.integer({ min: 0, max: 45 }), (events, at) => {
        const { onSite, forgotten, left } = on(events, at)
        const keys = [...onSite, ...forgotten, ...left].map(({ key }) => key)
        expect(new Set(keys).size).toBe(keys.length)
      }),
      { numRuns: 60 },
    )
  })
})
