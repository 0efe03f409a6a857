import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { lengthenSlices } from '../../scripts/longer-slices.ts'

interface Scheduler {
  readonly unstable_NormalPriority: number
  unstable_scheduleCallback(priority: number, work: () => unknown): void
  unstable_shouldYield(): boolean
}

/** React's scheduler as the build has it, on a clock of its own, in a page with a drawn form. */
function load() {
  const clock = { now: 0 }
  const self: { drawn?: object } = { drawn: {} }
  const pauses: (() => void)[] = []
  const exports = {} as Scheduler
  const code = readFileSync('node_modules/scheduler/cjs/scheduler.production.js', 'utf8')
  const setImmediate = (next: () => void) => pauses.push(next)
  runInNewContext(lengthenSlices(code), { exports, self, performance: { now: () => clock.now }, setImmediate, setTimeout, clearTimeout })
  /** Works through one slice; returns its length, ms. */
  const slice = () => {
    const begun = clock.now
    pauses.shift()?.()
    return clock.now - begun
  }
  const work = (): unknown => {
    while (!exports.unstable_shouldYield()) clock.now++
    return work
  }
  exports.unstable_scheduleCallback(exports.unstable_NormalPriority, work)
  return { self, slice }
}

it('React pauses every 25 ms while a drawn form is shown, and every 5 ms after it is replaced', () => {
  const { self, slice } = load()
  const before = slice()
  delete self.drawn
  expect([before, slice()]).toEqual([25, 5])
})

it('a scheduler that does not begin its slices like this one ends the build', () => {
  expect(() => lengthenSlices('startTime = now')).toThrow('begins a slice in another way')
})
