import { cpus, totalmem } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'

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

/** The share of random samples whose interval holds the true median. */
const confidence = 0.9

/**
 * The interval that holds the median of all possible runs with a confidence of at least 90 %: between two of the sorted
 * values, by the binomial distribution, whatever the values' own distribution. Undefined for fewer than five values.
 */
export function intervalOf(values) {
  const sorted = [...values].sort((a, b) => a - b)
  const count = sorted.length
  let [outside, ways, rank] = [0, 1, -1]
  for (let below = 0; below < count / 2; below++) {
    outside += (2 * ways) / 2 ** count
    if (1 - outside < confidence) break
    rank = below
    ways = (ways * (count - below)) / (below + 1)
  }
  return rank < 0 ? undefined : [sorted[rank], sorted[count - 1 - rank]]
}

/**
 * Returns one line of results.json. `budget` is { atMost } or { atLeast } and applies to the median; without
 * it the figure is only reported. `values` are the results of the runs; from five on, `between` is the interval of
 * their median (see intervalOf).
 */
export function figure(area, name, unit, values, budget) {
  const middle = median(values)
  const between = intervalOf(values)?.map(round)
  const ok = budget === undefined ? undefined : 'atMost' in budget ? middle <= budget.atMost : middle >= budget.atLeast
  return {
    area,
    name,
    unit,
    median: round(middle),
    min: round(Math.min(...values)),
    max: round(Math.max(...values)),
    runs: values.length,
    ...(between && { between }),
    ...(budget && { budget, ok }),
  }
}

export function tell({ name, unit, median: middle, min, max, between, budget, ok }) {
  const limit = budget ? ('atMost' in budget ? `at most ${budget.atMost}` : `at least ${budget.atLeast}`) : ''
  const word = ok === undefined ? '    ' : ok ? 'ok  ' : 'OVER'
  console.log(
    `${word}  ${name.padEnd(64)} ${String(middle).padStart(8)} ${unit.padEnd(5)} (${min} to ${max}${between ? `; median ${between.join(' to ')}` : ''})  ${limit}`,
  )
}

const ticks = () =>
  cpus()
    .map(({ times }) => times)
    .reduce((sum, { idle, ...work }) => ({ idle: sum.idle + idle, work: sum.work + Object.values(work).reduce((a, b) => a + b, 0) }), {
      idle: 0,
      work: 0,
    })

/** The share of the processors that works while this process waits for `ms`, 0 to 1. */
export async function busyShare(ms = 2000) {
  const before = ticks()
  await pause(ms)
  const after = ticks()
  const work = after.work - before.work
  return work / Math.max(1, work + after.idle - before.idle)
}

export const machine = () => ({
  processors: `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}`,
  memory: `${Math.round(totalmem() / 2 ** 30)} GB`,
  system: `${process.platform} ${process.arch}`,
})
