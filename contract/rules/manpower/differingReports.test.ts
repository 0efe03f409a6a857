import { describe, expect, it } from 'vitest'
import { differingReports, hasSameFigures, isSamePlace } from './differingReports.ts'

const at = '2026-05-11T15:00:00Z'

describe('reports of one vendor and day', () => {
  it('agree by count and hours; a missing figure agrees with any, and without workers the hours do not count', () => {
    expect(hasSameFigures({ worker_count: 6, worker_hours: 8 }, { worker_count: 6, worker_hours: 8.0001 })).toBe(true)
    expect(hasSameFigures({ worker_count: 6, worker_hours: 8 }, { worker_count: 6 })).toBe(true)
    expect(hasSameFigures({ worker_count: 0, worker_hours: 8 }, { worker_count: 0, worker_hours: 0 })).toBe(true)
    expect(hasSameFigures({ worker_count: 6, worker_hours: 8 }, { worker_count: 6, worker_hours: 8.5 })).toBe(false)
    expect(hasSameFigures({ worker_count: 0 }, { worker_count: 6 })).toBe(false)
  })

  it('are about the same place unless both name places and share none', () => {
    expect(isSamePlace(undefined, 'Level 1')).toBe(true)
    expect(isSamePlace('', 'Level 1')).toBe(true)
    expect(isSamePlace('level  1', 'Level 1')).toBe(true)
    expect(isSamePlace('Level 3, Crane pad', 'Crane pad')).toBe(true)
    expect(isSamePlace('Level 1', 'Level 11')).toBe(false)
  })

  it('differ for each vendor by itself', () => {
    const reports = [
      { source: 'a', at, vendor: 'k', worker_count: 6 },
      { source: 'b', at, vendor: 'k', worker_count: 7 },
      { source: 'c', at, vendor: 'v', worker_count: 2 },
    ]
    expect(differingReports(reports)).toEqual(['k'])
    expect(differingReports(reports.slice(1))).toEqual([])
  })
})
