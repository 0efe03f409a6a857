import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { mostReruns, rerunFailed } from '../../scripts/steps/rerunFailed.mjs'
import { finish } from '../../scripts/steps/run.mjs'
import { playwrightRun, vitestRun } from '../../scripts/steps/runTests.mjs'

let said: string[] = []
const say = (line: string) => void said.push(line)
beforeEach(() => void said.splice(0))

type State = 'passed' | 'failed'
const result = (name: string, state: State, file = 'a.test.ts') => ({
  project: 'server',
  file,
  name,
  state,
  errors: state === 'failed' ? [`${name} broke\n    at line 7`] : [],
})
const outcome = (...tests: ReturnType<typeof result>[]) => ({ tests, errors: [] as { file?: string; text: string }[] })

describe('a failed test runs once more, alone', () => {
  it('and counts as passed, named as flaky with its first failure, where it then passes', async () => {
    const rerun = vi.fn(async () => outcome(result('saves', 'passed')))
    const { passed, failed, flaky } = await rerunFailed(outcome(result('reads', 'passed'), result('saves', 'failed')), rerun, say)
    expect({ passed, failed }).toEqual({ passed: 2, failed: 0 })
    expect(rerun).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ project: 'server', file: 'a.test.ts', name: 'saves' }))
    expect(flaky).toEqual([{ title: 'a.test.ts: saves', errors: ['saves broke\n    at line 7'] }])
    expect(said.join('\n')).toMatch(/FLAKY a\.test\.ts: saves\n.*\n\s+saves broke\n\s+at line 7/)
  })

  it('and counts as failed where it fails again, where the runner breaks, and where it was not found', async () => {
    const reruns = [async () => outcome(result('saves', 'failed')), () => Promise.reject(new Error('killed')), async () => outcome()]
    for (const rerun of reruns)
      expect(await rerunFailed(outcome(result('saves', 'failed')), rerun, say)).toEqual({ passed: 0, failed: 1, flaky: [] })
    expect(said.join('\n')).not.toContain('FLAKY')
  })

  it('but is not saved by other tests of its file that pass', async () => {
    const rerun = async () => outcome(result('saves twice', 'passed'))
    expect(await rerunFailed(outcome(result('saves', 'failed')), rerun, say)).toMatchObject({ passed: 0, failed: 1 })
  })
})

describe('a file with an error outside its tests', () => {
  it('runs again as a file, and what its tests say then is counted instead', async () => {
    const first = { ...outcome(result('a', 'passed'), result('b', 'failed')), errors: [{ file: 'a.test.ts', text: 'port in use' }] }
    const rerun = vi.fn(async () => outcome(result('a', 'passed'), result('b', 'passed'), result('c', 'passed')))
    const { passed, failed, flaky } = await rerunFailed(first, rerun, say)
    expect({ passed, failed }).toEqual({ passed: 3, failed: 0 })
    expect(rerun).toHaveBeenCalledOnce()
    expect(flaky).toMatchObject([{ title: 'a.test.ts (whole file)', errors: ['port in use', expect.stringContaining('b broke')] }])
  })

  it('fails where it cannot be loaded again, and where all of its tests are gone', async () => {
    const first = { tests: [], errors: [{ file: 'a.test.ts', text: 'cannot load' }] }
    for (const again of [first, outcome()])
      expect(await rerunFailed(first, async () => again, say)).toEqual({ passed: 0, failed: 1, flaky: [] })
  })

  it('fails without another run when the file is unknown', async () => {
    const rerun = vi.fn()
    const first = { ...outcome(result('a', 'passed')), errors: [{ text: 'the worker ended' }] }
    expect(await rerunFailed(first, rerun, say)).toEqual({ passed: 1, failed: 1, flaky: [] })
    expect(rerun).not.toHaveBeenCalled()
  })
})

it('runs nothing again where more than twenty tests failed, and says so', async () => {
  const many = Array.from({ length: mostReruns + 1 }, (_, n) => result(`test ${n}`, 'failed'))
  const rerun = vi.fn()
  expect(await rerunFailed(outcome(...many), rerun, say)).toEqual({ passed: 0, failed: 21, flaky: [] })
  expect(rerun).not.toHaveBeenCalled()
  expect(said.join('\n')).toContain('21 failures: with more than 20 none is run again.')
})

it('ends with the flaky tests, how many they are, and the counts as the last line', () => {
  const lines: string[] = []
  vi.spyOn(console, 'log').mockImplementation((line: string) => void lines.push(line))
  const exit = vi.spyOn(process, 'exit').mockImplementation(() => undefined as never)
  finish({ passed: 9, failed: 0, flaky: [{ title: 'a.test.ts: saves', errors: [] }] })
  expect(exit).toHaveBeenCalledWith(0)
  finish({ passed: 9, failed: 2, flaky: [] })
  expect(exit).toHaveBeenLastCalledWith(1)
  vi.restoreAllMocks()
  expect(lines).toEqual(['FLAKY a.test.ts: saves', '1 flaky', '9 passed, 0 failed', '0 flaky', '9 passed, 2 failed'])
})

describe('with the real runners', () => {
  const fixtures = path.join(import.meta.dirname, '../fixtures/flaky')
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'muster-flaky-'))
  })
  afterEach(() => rmSync(folder, { recursive: true }))
  const options = (config: string) => ({
    args: ['--config', path.join(fixtures, config)],
    // Variables of the outer test run: the inner run would read them as its own.
    env: { FAIL_ONCE: folder, VITEST: undefined, NODE_OPTIONS: undefined, TEST_WORKER_INDEX: undefined },
    folder,
    at: fixtures,
    show: false,
    say,
  })

  it('Vitest runs a test, a file that did not load and one that failed after its tests once more', async () => {
    const { passed, failed, flaky } = await vitestRun(options('vitest.config.ts'))
    expect(flaky.map(({ title }) => title).sort()).toEqual([
      'load.unit.ts (whole file)',
      'outside.unit.ts (whole file)',
      'tests.unit.ts: a (group) > passes only alone: 1 + 1 = 2?',
    ])
    expect(flaky.flatMap(({ errors }) => errors).join('\n')).toMatch(/the first failure of unit[\s\S]*failOnce\.ts:\d+/)
    expect(said).toContain('Failed again: tests.unit.ts: always fails')
    expect({ passed, failed }).toEqual({ passed: 5, failed: 1 })
  })

  it('Playwright runs a test once more by its own title and file, also where another file declares it', async () => {
    const { passed, failed, flaky } = await playwrightRun(options('playwright.config.ts'))
    expect(flaky.map(({ title }) => title).sort()).toEqual([
      'declared.browser.ts: is declared by another file',
      'tests.browser.ts: a (group) › passes only alone: 1 + 1 = 2?',
    ])
    expect(flaky.flatMap(({ errors }) => errors).join('\n')).toContain('the first failure of browser')
    expect({ passed, failed }).toEqual({ passed: 3, failed: 1 })
  })
})
