import { describe, expect, it } from 'vitest'
import { quietUntil } from './quietUntil.ts'

const at = (text: string) => Date.parse(text)

describe('quiet hours', () => {
  const night = { from: '22:00', until: '06:30', timezone: 'America/Chicago' }

  it.each([
    ['in the evening', '2026-06-02T03:30:00Z', '2026-06-02T11:30:00.000Z'],
    ['after midnight', '2026-06-02T08:00:00Z', '2026-06-02T11:30:00.000Z'],
    ['at their first minute', '2026-06-02T03:00:00Z', '2026-06-02T11:30:00.000Z'],
    ['over a change of the clocks', '2026-03-08T05:00:00Z', '2026-03-08T11:30:00.000Z'],
  ])('hold a notice %s until they end', (_, now, until) => {
    expect(quietUntil(night, at(now))?.toISOString()).toBe(until)
  })

  it.each(['2026-06-02T11:30:00Z', '2026-06-02T17:00:00Z', '2026-06-02T02:59:00Z'])('hold none outside of them: %s', (now) => {
    expect(quietUntil(night, at(now))).toBeUndefined()
  })

  it('can be within one day, and are none when they begin as they end', () => {
    const noon = { from: '12:00', until: '13:00', timezone: 'UTC' }
    expect(quietUntil(noon, at('2026-06-02T12:30:00Z'))?.toISOString()).toBe('2026-06-02T13:00:00.000Z')
    expect(quietUntil(noon, at('2026-06-02T11:30:00Z'))).toBeUndefined()
    expect(quietUntil({ ...noon, until: '12:00' }, at('2026-06-02T12:00:00Z'))).toBeUndefined()
    expect(quietUntil(undefined, at('2026-06-02T12:00:00Z'))).toBeUndefined()
  })
})
