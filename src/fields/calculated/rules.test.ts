import { describe, expect, it } from 'vitest'
import { shownValue } from './rules.ts'

describe('a calculated value', () => {
  it('FE-169 is written the way people read it', () => {
    expect(shownValue(1234.567, { format: 'number' }, 'en')).toBe('1,234.57')
    expect(shownValue(7.5, { format: 'hours' }, 'en')).toBe('7.5 h')
    expect(shownValue(12550, { format: 'currency' }, 'en')).toBe('$125.50')
    expect(shownValue('2026-10-20', { format: 'date' }, 'en')).toBe('Oct 20, 2026')
    expect(shownValue('2026-10-20T13:05', { format: 'date-time' }, 'en')).toBe('Oct 20, 2026, 1:05 PM')
    expect(shownValue(95, { format: 'number', unit: 'min' }, 'en')).toBe('95 min')
    expect(shownValue('North', {}, 'en')).toBe('North')
    expect(shownValue(['a', 'b'], { format: 'text' }, 'en')).toBe('a, b')
  })
  it('shows a dash while there is nothing to work with', () => {
    for (const value of [undefined, null, '', Number.NaN]) expect(shownValue(value, { format: 'number' }, 'en')).toBe('–')
  })
})
