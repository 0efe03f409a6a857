import { cpus, totalmem } from 'node:os'

export const median = (values) => {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}

export const percentile = (values, share) => {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)]
}

const round = (value) => (Math.abs(value) >= 100 ? Math.round(value) : Number(value.toPrecision(3)))

/**
 * Returns one line of results.json. `budget` is { atMost } or { atLeast } and applies to the median; without
 * it the figure is only reported. `values` are the results of the runs.
 */
export function figure(area, name, unit, values, budget) {
  const middle = median(values)
  const ok = budget === undefined ? undefined : 'atMost' in budget ? middle <= budget.atMost : middle >= budget.atLeast
  return {
    area,
    name,
    unit,
    median: round(middle),
    min: round(Math.min(...values)),
    max: round(Math.max(...values)),
    runs: values.length,
    ...(budget && { budget, ok }),
  }
}

export function tell({ name, unit, median: middle, min, max, budget, ok }) {
  const limit = budget ? ('atMost' in budget ? `at most ${budget.atMost}` : `at least ${budget.atLeast}`) : ''
  const word = ok === undefined ? '    ' : ok ? 'ok  ' : 'OVER'
  console.log(`${word}  ${name.padEnd(64)} ${String(middle).padStart(8)} ${unit.padEnd(5)} (${min} to ${max})  ${limit}`)
}

export const machine = () => ({
  processors: `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}`,
  memory: `${Math.round(totalmem() / 2 ** 30)} GB`,
  system: `${process.platform} ${process.arch}`,
})
