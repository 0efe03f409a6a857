import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type HeldMusterEvent,
  isOver,
  longestMuster,
  MusterEvent,
  musterEventOf,
  type MarkState,
  mustersOf,
  rollOf,
  tallyOf,
} from './muster.ts'
import { type AttendanceEvent, hour } from '../rules/presence.ts'

const alarm = Date.UTC(2026, 5, 1, 14)
const a = 'A'.repeat(20)
const b = 'B'.repeat(20)
const minutes = (n: number) => new Date(alarm + n * 60_000).toISOString()
const people = ['Ana', 'Bo', 'Cy', 'Di'].map((name) => ({ name, company: 'Acme' }))
let last = 0
const frame = (muster: string, at: number, by: string) => ({ id: `e${++last}`, muster, at: minutes(at), skewMs: 0, by, byName: by })
const start = (muster: string, at: number, by: string, roll = people, more = {}): HeldMusterEvent => ({
  ...frame(muster, at, by),
  type: 'start',
  drill: false,
  roll,
  ...more,
})
const mark = (muster: string, at: number, by: string, name: string, state: MarkState): HeldMusterEvent => ({
  ...frame(muster, at, by),
  type: 'mark',
  person: { name, company: 'Acme' },
  state,
})
const end = (muster: string, at: number, by: string): HeldMusterEvent => ({ ...frame(muster, at, by), type: 'end' })
const gate = (direction: 'in' | 'out', name: string, at: number): AttendanceEvent => ({
  id: `g${++last}`,
  direction,
  name,
  company: 'Acme',
  site: 'tower',
  at: alarm + at * 60_000,
})
const roll = (events: readonly HeldMusterEvent[], attendance: readonly AttendanceEvent[] = [], at = 60) => {
  const [muster] = mustersOf(events)
  if (!muster) throw new Error('no roll call')
  return rollOf({ muster, attendance, now: alarm + at * 60_000, timezones: { tower: 'America/New_York' } })
}
const states = (list: ReturnType<typeof roll>) => Object.fromEntries(list.map(({ name, state }) => [name, state]))

describe('a roll call', () => {
  it('two wardens who both raise the alarm without a connection run one roll call, and what either saw counts once', () => {
    const events = [
      start(a, 0, 'Marisol'),
      mark(a, 2, 'Marisol', 'Ana', 'safe'),
      mark(a, 3, 'Marisol', 'Bo', 'safe'),
      start(b, 1, 'Daniel', people.slice(1)),
      mark(b, 4, 'Daniel', 'Bo', 'safe'),
      mark(b, 5, 'Daniel', 'Cy', 'left'),
    ]
    expect(mustersOf(events)).toHaveLength(1)
    expect(mustersOf(events)[0]).toMatchObject({ id: a, startedBy: 'Marisol', wardens: ['Daniel', 'Marisol'], endedAt: undefined })
    expect(states(roll(events))).toEqual({ Ana: 'safe', Bo: 'safe', Cy: 'left', Di: 'waiting' })
    expect(tallyOf(roll(events))).toEqual({ total: 4, safe: 2, left: 1, missing: 0, waiting: 1 })
  })

  it('the latest word wins, and where wardens do not agree both words are shown until one takes theirs back', () => {
    const events = [start(a, 0, 'Marisol'), mark(a, 5, 'Daniel', 'Ana', 'missing'), mark(a, 7, 'Marisol', 'Ana', 'safe')]
    const [ana] = roll(events)
    expect(ana).toMatchObject({ state: 'safe', word: { byName: 'Marisol' } })
    expect(ana?.conflict.map(({ byName, state }) => [byName, state])).toEqual([
      ['Marisol', 'safe'],
      ['Daniel', 'missing'],
    ])
    expect(roll([...events, mark(a, 8, 'Daniel', 'Ana', 'safe')])[0]?.conflict).toEqual([])
    const undone = roll([...events, mark(a, 9, 'Marisol', 'Ana', 'waiting')])[0]
    expect([undone?.state, undone?.word, undone?.conflict]).toEqual(['waiting', undefined, []])
  })

  it('looks for people who sign in after the alarm, and not for people who left by the gate', () => {
    const gates = [gate('in', 'Ana', -60), gate('in', 'Bo', -50), gate('out', 'Bo', -5), gate('in', 'Eve', 3), gate('out', 'Ana', 4)]
    const list = roll([start(a, 0, 'Marisol', [people[0], people[1]] as typeof people)], gates)
    expect(states(list)).toEqual({ Ana: 'left', Bo: 'left', Eve: 'waiting' })
    expect(list.find(({ name }) => name === 'Eve')).toMatchObject({ cameLater: true, site: 'tower' })
    expect(list.find(({ name }) => name === 'Ana')?.signedOut).toBe(alarm + 4 * 60_000)
    // The mark of a warden after the gate's event is more reliable than the gate.
    expect(states(roll([start(a, 0, 'Marisol'), mark(a, 9, 'Marisol', 'Ana', 'missing')], gates))['Ana']).toBe('missing')
  })

  it('adds a person to the list when a warden names them', () => {
    expect(states(roll([start(a, 0, 'Marisol', []), mark(a, 1, 'Marisol', 'Zoe', 'safe')]))).toEqual({ Zoe: 'safe' })
  })

  it('ends a roll call once for all; the next alarm starts another, and an open one ends after its time', () => {
    const events = [start(a, 0, 'Marisol'), start(b, 1, 'Daniel'), end(a, 30, 'Marisol'), start('C'.repeat(20), 180, 'Daniel')]
    const [second, first] = mustersOf(events)
    expect([first?.id, first?.endedBy, second?.id, second?.endedAt]).toEqual([a, 'Marisol', 'C'.repeat(20), undefined])
    expect([isOver(second as never, alarm + 4 * hour), isOver(second as never, alarm + 3 * hour + longestMuster + 1)]).toEqual([
      false,
      true,
    ])
  })

  it('counts as a drill only if all who raised it say so', () => {
    expect(mustersOf([start(a, 0, 'Marisol', people, { drill: true })])[0]?.drill).toBe(true)
    expect(mustersOf([start(a, 0, 'Marisol', people, { drill: true }), start(b, 1, 'Daniel')])[0]?.drill).toBe(false)
  })

  it('the server takes what a warden says in the shape that the roll call needs, nothing else', () => {
    const good = { type: 'mark', muster: a, at: minutes(1), skewMs: 0, person: { name: 'Ana' }, state: 'safe' }
    expect(MusterEvent.safeParse(good).success).toBe(true)
    expect(musterEventOf(good)).toBe(good)
    for (const wrong of [{ state: 'fine' }, { person: {} }, { muster: 1 }, { at: 'soon' }, { type: 'note' }, { type: 'start' }])
      expect(musterEventOf({ ...good, ...wrong })).toBe(undefined)
    for (const wrong of [{ state: 'fine' }, { person: { name: ' ' } }, { muster: 'x' }, { at: 'soon' }, { type: 'note' }])
      expect(MusterEvent.safeParse({ ...good, ...wrong }).success).toBe(false)
  })

  it('gives the same result in any order, however often each word arrives', () => {
    const word = fc.record({
      muster: fc.constantFrom(a, b),
      at: fc.integer({ min: 0, max: 20 }),
      by: fc.constantFrom('Marisol', 'Daniel', 'Grace'),
      name: fc.constantFrom('Ana', 'Bo', 'Cy', 'Zoe'),
      state: fc.constantFrom('safe' as const, 'missing' as const, 'left' as const, 'waiting' as const),
    })
    fc.assert(
      fc.property(fc.array(word, { maxLength: 15 }), fc.integer(), fc.array(fc.nat(14), { maxLength: 10 }), (words, seed, again) => {
        const events = [start(a, 0, 'Marisol'), start(b, 1, 'Daniel', people.slice(2))].concat(
          words.map(({ muster, at, by, name, state }) => mark(muster, at, by, name, state)),
        )
        const shuffled = events
          .map((one, n) => ({ one, key: Math.imul(n + 1, seed | 1) >>> 0 }))
          .sort((x, y) => x.key - y.key)
          .map(({ one }) => one)
        const repeated = [...again.flatMap((n) => events[n] ?? []), ...shuffled]
        expect(mustersOf(repeated)).toEqual(mustersOf(events))
        expect(roll(repeated)).toEqual(roll(events))
        expect(roll(events)).toHaveLength(new Set(['Ana', 'Bo', 'Cy', 'Di', ...words.map(({ name }) => name)]).size)
      }),
      { numRuns: 120 },
    )
  })
})
