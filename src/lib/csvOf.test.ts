import { describe, expect, it } from 'vitest'
import { csvName, csvOf } from './csvOf.ts'

describe('a CSV file', () => {
  it('keeps commas, quotes and lines of a cell together', () => {
    const text = csvOf([
      ['Name', 'Note'],
      ['Silva, Ana', 'says "ok"\nthen leaves'],
    ])
    expect(text).toBe('\ufeffName,Note\r\n"Silva, Ana","says ""ok""\nthen leaves"\r\n')
  })
  it('runs nothing at the desk that opens it', () => {
    expect(csvOf([['=HYPERLINK("x")', '@cmd', '-12.5', '+1', '-x']])).toBe('\ufeff"\'=HYPERLINK(""x"")",\'@cmd,-12.5,+1,\'-x\r\n')
  })
  it('has a name that every system takes', () => {
    expect(csvName('Crew · 20/11/2026')).toBe('Crew 20-11-2026.csv')
    expect(csvName('..')).toBe('table.csv')
  })
})
