import { describe, expect, it } from 'vitest'
import { comparePositions, isPosition } from './comparePositions.ts'

describe('positions in the log of PostgreSQL', () => {
  it('are compared as numbers of two halves', () => {
    expect(comparePositions('0/FF', '0/100')).toBe(-1)
    expect(comparePositions('1/0', '0/FFFFFFFF')).toBe(1)
    expect(comparePositions('16/B374D848', '16/B374D848')).toBe(0)
  })

  it('are equal before and after the header of a page or a segment', () => {
    expect(comparePositions('0/3002000', '0/3002018')).toBe(0)
    expect(comparePositions('0/3000000', '0/3000028')).toBe(0)
    expect(comparePositions('0/3002000', '0/3002028')).toBe(-1)
  })

  it('of a cookie are refused if they are something else', () => {
    expect(['0/3000028', 'A/FFFFFFFF'].every(isPosition)).toBe(true)
    expect(['', '0', '0/', '0/g', '0/123456789', "0/1'"].some(isPosition)).toBe(false)
  })
})
