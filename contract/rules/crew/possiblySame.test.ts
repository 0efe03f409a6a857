import { expect, it } from 'vitest'
import { type AttendanceEvent, hour, presenceOf, whoIsWho } from '../presence.ts'
import { possiblySame, type SameDecision, sameOnes } from './possiblySame.ts'

const noon = Date.UTC(2026, 4, 11, 12)
let last = 0
const tap = (name: string, more: Partial<AttendanceEvent> = {}): AttendanceEvent => ({
  id: String(++last).padStart(20, '0'),
  direction: 'in',
  at: noon + last,
  name,
  ...more,
})
const decision = (one: AttendanceEvent, other: AttendanceEvent, isSame: boolean, at = noon): SameDecision => ({
  id: String(++last),
  stays: one,
  was: other,
  isSame,
  at,
})
const pairs = (events: AttendanceEvent[], decisions: SameDecision[] = []) =>
  possiblySame(events, decisions).map(({ stays, was, reason }) => [stays.name, was.name, reason])

it('suggests people with one number, with one name and company, and with one phone', () => {
  const number = [tap('Abena Mensah', { person: 'p1', mobile: '+12025550101' }), tap('A. Mensah', { person: 'p2', mobile: '+12025550101' })]
  expect(pairs(number)).toEqual([['A. Mensah', 'Abena Mensah', 'number']])
  const name = [tap('Bo Lee', { mobile: '+1', company: 'Acme' }), tap('Bo  Lée', { mobile: '+2', company: 'ACME' })]
  expect(pairs(name)).toEqual([['Bo  Lée', 'Bo Lee', 'name']])
  const phone = [tap('Cy Young', { device: 'd' }), tap('Cy Yung', { device: 'd' })]
  expect(pairs(phone)).toEqual([['Cy Yung', 'Cy Young', 'device']])
})

it('does not suggest colleagues: other companies with one name, or a tablet at a gate', () => {
  expect(pairs([tap('Bo Lee', { mobile: '+1', company: 'Acme' }), tap('Bo Lee', { mobile: '+2', company: 'Keystone' })])).toEqual([])
  const gate = ['Cy Young', 'Cy Old', 'Di Young'].map((name) => tap(name, { device: 'tablet' }))
  expect(pairs(gate)).toEqual([])
})

it('the newest decision about two people counts, and no one is suggested twice', () => {
  const [one, other] = [tap('Bo Lee', { mobile: '+1' }), tap('Bo Lee', { mobile: '+2' })]
  const no = decision(one, other, false)
  const yes = decision(other, one, true, noon + 1)
  expect(pairs([one, other], [no])).toEqual([])
  expect(sameOnes([yes, no])).toEqual([yes])
  expect(sameOnes([yes, decision(one, other, false, noon + 2)])).toEqual([])
})

it('merged people have one stay with the history of both, and a sign-in by name alone is theirs', () => {
  const [one, other] = [tap('Bo Lee', { mobile: '+1', site: 's' }), tap('Bo Lee', { mobile: '+2', site: 's' })]
  const same = sameOnes([decision(one, other, true)])
  const { onSite } = presenceOf({ events: [one, other], now: noon + hour, same })
  expect(onSite).toMatchObject([{ name: 'Bo Lee', since: one.at }])
  const keyOf = whoIsWho([one, other], same)
  expect(keyOf({ name: 'bo lee' })).toBe(keyOf(one))
  const chain = [...same, ...sameOnes([decision(other, tap('Robert Lee'), true)])]
  expect(whoIsWho([], chain)({ name: 'Robert Lee' })).toBe(keyOf(one))
})
