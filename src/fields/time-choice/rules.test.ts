import { describe, expect, it } from 'vitest'
import { minutesOf } from '../../lib/durationsUpTo.ts'
import { timeChoices, rules } from './rules.ts'

describe('times of day and spans', () => {
  it('FE-130 FE-422 a time is every 15 minutes from 4 AM to 6:45 PM', () => {
    const { time } = timeChoices
    expect(time).toHaveLength(60)
    expect([time[0], time[1], time.at(-1)]).toEqual(['04:00', '04:15', '18:45'])
  })
  it('FE-131 FE-423 an alltime is every 15 minutes all day', () => {
    const { alltime } = timeChoices
    expect(alltime).toHaveLength(96)
    expect([alltime[0], alltime.at(-1)]).toEqual(['00:00', '23:45'])
  })
  it('FE-132 FE-424 a timespan is 15 minutes to 3 hours in steps of 15 to 30 minutes', () => {
    expect(timeChoices.timespan).toEqual(['15 mins', '30 mins', '45 mins', '1 hour', '1.5 hours', '2 hours', '2.5 hours', '3 hours'])
  })
  it('FE-133 FE-425 a long timespan goes to 12 hours, by half hours above 1 hour', () => {
    const minutes = timeChoices.longtimespan.map((text) => minutesOf(text) ?? 0)
    expect(minutes[0]).toBe(15)
    expect(minutes.at(-1)).toBe(720)
    expect(minutes.filter((at) => at > 60).map((at, index, all) => at - (all[index - 1] ?? 60))).toEqual(Array(22).fill(30))
  })
  it('are unanswered until one is chosen', () => {
    const setting = { type: 'time', attribute: 'start' } as const
    expect(rules.empty(null, setting, () => undefined)).toBe(true)
    expect(rules.empty('04:00', setting, () => undefined)).toBe(false)
  })
})
