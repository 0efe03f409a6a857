import { describe, expect, it } from 'vitest'
import { rules } from './rules.ts'

const date = { type: 'date', attribute: 'on' } as const
const read = () => undefined

describe('a date', () => {
  it('FE-139 is stored as yyyy-MM-dd, and nothing else is a date', () => {
    expect(rules.message?.('2026-10-20', date, read)).toBeUndefined()
    for (const value of ['20/10/2026', '2026-02-30', 'tomorrow', 20261020]) expect(rules.message?.(value, date, read)).toBe('Enter a date')
  })
  it('stays within its limits', () => {
    const limited = { ...date, min: '2026-01-01', max: '2026-12-31' }
    expect(rules.message?.('2025-12-31', limited, read)).toMatch(/later/)
    expect(rules.message?.('2027-01-01', limited, read)).toMatch(/earlier/)
    expect(rules.message?.('2026-01-01', limited, read)).toBeUndefined()
  })
  it('takes N/A for an answer where the setting allows it', () => {
    expect(rules.empty(null, date, read)).toBe(true)
    expect(rules.empty(null, { ...date, allowNA: true }, read)).toBe(false)
    expect(rules.empty(undefined, { ...date, allowNA: true }, read)).toBe(true)
    expect(rules.message?.(null, { ...date, allowNA: true }, read)).toBeUndefined()
  })
})
