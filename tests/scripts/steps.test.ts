import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { runSteps } from '../../scripts/steps/run.mjs'

let lines: string[]
beforeEach(() => {
  lines = []
  vi.spyOn(console, 'log').mockImplementation((line: string) => void lines.push(line))
})
afterEach(() => void vi.restoreAllMocks())

const ran: string[] = []
const step = (name: string, result: unknown = undefined, needs: string[] = []) => ({
  name,
  needs,
  run: async () => {
    ran.push(name)
    if (result instanceof Error) throw result
    return result
  },
})
beforeEach(() => void ran.splice(0))

it('adds the counts of all steps and stops at the first that fails', async () => {
  const total = await runSteps([step('types'), step('unit', { passed: 7, failed: 2 }), step('build')])
  expect(total).toEqual({ passed: 7, failed: 2, flaky: [] })
  expect(ran).toEqual(['types', 'unit'])
  expect(lines.at(-1)).toContain('build')
})

it('gathers the tests that passed only alone from all steps', async () => {
  const flaky = (title: string) => [{ title, errors: [] }]
  const steps = [step('unit', { passed: 2, failed: 0, flaky: flaky('a') }), step('browser', { passed: 3, failed: 0, flaky: flaky('b') })]
  expect(await runSteps(steps)).toEqual({ passed: 5, failed: 0, flaky: [...flaky('a'), ...flaky('b')] })
  expect(lines[0]).toContain('2 passed, 0 failed, 1 flaky')
})

it('counts a check that throws as one failure and shows what it said', async () => {
  const failure = Object.assign(new Error('tsc ended with 2'), { output: 'src/a.ts(1,1): error' })
  expect(await runSteps([step('types', failure)])).toEqual({ passed: 0, failed: 1, flaky: [] })
  expect(lines.join('\n')).toContain('src/a.ts(1,1): error')
})

it('goes on where asked, but not into a step that needs one that failed', async () => {
  const steps = [
    step('unit', { passed: 1, failed: 1 }),
    step('build', new Error('no')),
    step('size', undefined, ['build']),
    step('browser', { passed: 3, failed: 0 }),
  ]
  expect(await runSteps(steps, { keepGoing: true })).toEqual({ passed: 4, failed: 2, flaky: [] })
  expect(ran).toEqual(['unit', 'build', 'browser'])
})
