import type { ManpowerReport } from '../../endpoints/executions.ts'
import { plainName } from '../presence.ts'

type Figures = Pick<ManpowerReport, 'worker_count' | 'worker_hours'>

const agree = (one: number | undefined, other: number | undefined): boolean =>
  one === undefined || other === undefined || Math.abs(one - other) < 0.005

/** Whether two reports have the same figures. A missing figure agrees with any; without workers the hours do not count. */
export const hasSameFigures = (one: Figures, other: Figures): boolean =>
  agree(one.worker_count, other.worker_count) && (one.worker_count === 0 || agree(one.worker_hours, other.worker_hours))

const placesIn = (location: string): string[] => location.split(/[,;]/).map(plainName).filter(Boolean)

/** Whether two reports can be about the same place: one names none, or they have a place in common. */
export function isSamePlace(one: string | undefined, other: string | undefined): boolean {
  const [first, second] = [placesIn(one ?? ''), placesIn(other ?? '')]
  return first.length === 0 || second.length === 0 || first.some((place) => second.includes(place))
}

/** Returns the keys of the vendors with reports that do not agree; `''` is the only vendor of an execution. */
export function differingReports(reports: readonly ManpowerReport[]): readonly string[] {
  const vendors = [...new Set(reports.map(({ vendor = '' }) => vendor))]
  return vendors.filter((key) => {
    const own = reports.filter(({ vendor = '' }) => vendor === key)
    return own.some((one) => own.some((other) => !hasSameFigures(one, other)))
  })
}
