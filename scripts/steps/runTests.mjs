import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { root } from './install.mjs'
import { rerunFailed } from './rerunFailed.mjs'
import { tool } from './run.mjs'
import { withScratch } from './scratch.mjs'

const results = path.join(root, 'node_modules/.cache/results')
const reporter = (name) => path.join(import.meta.dirname, 'reporters', `${name}.mjs`)

/**
 * Options of both runners: `args` for both runs, `report` is the file for the JSON report of the runner,
 * `folder` is for the output of the runs.
 * @typedef {{
 *   args?: string[], env?: Record<string, string | undefined>, report?: string, folder?: string, show?: boolean, say?: (line: string) => void
 * }} RunOptions
 */

/** Runs a test runner and resolves to its outcome (rerunFailed.mjs). Rejects if it wrote none. */
async function outcomeOf(runner, args, { env, file, show }) {
  mkdirSync(path.dirname(file), { recursive: true })
  rmSync(file, { force: true })
  let failure
  await tool(runner, args, { show, env: { ...env, OUTCOME_FILE: file } }).catch((error) => {
    failure = error
  })
  if (!existsSync(file)) throw failure ?? new Error('no report was written')
  const outcome = JSON.parse(readFileSync(file, 'utf8'))
  // A run may fail without a failed test, for example by an error after the last test.
  const isGood = outcome.errors.length === 0 && outcome.tests.every(({ state }) => state !== 'failed')
  if (failure && isGood) outcome.errors.push({ text: failure.message })
  return outcome
}

/** Returns a Vitest pattern for one test: the names of its suites and the test, separated by spaces. */
const exactly = (name) =>
  `^${name
    .split(' > ')
    .join(' ')
    .replace(/[$()*+.?[\\\]^{|}/-]/g, '\\$&')}$`

/**
 * Runs test files with Vitest, and reruns each failure alone. `at` is the root for Vitest.
 * @param {RunOptions & { at?: string }} options
 */
export function vitestRun({ args = [], env = {}, report, folder = results, at = root, show = true, say } = {}) {
  const first = ['run', '--reporter=dot', ...(report ? ['--reporter=json', `--outputFile.json=${report}`] : [])]
  const own = [`--reporter=${reporter('vitestOutcome')}`, ...args]
  return withScratch(async (scratch) => {
    const options = { env: { ...scratch, ...env }, show }
    const outcome = await outcomeOf('vitest', [...first, ...own], { ...options, file: path.join(folder, 'vitest-outcome.json') })
    return rerunFailed(
      outcome,
      ({ project, file, name }) => {
        const one = [path.join(at, file), ...(name === undefined ? [] : ['-t', exactly(name)]), ...(project ? ['--project', project] : [])]
        const again = ['run', '--reporter=dot', ...one, ...own]
        return outcomeOf('vitest', again, { ...options, file: path.join(folder, 'vitest-again.json') })
      },
      say,
    )
  })
}

/**
 * Runs browser tests with Playwright, and reruns each failure alone. Reruns write to another folder, so
 * screenshots and traces of the first run are kept.
 * @param {RunOptions} options
 */
export function playwrightRun({ args = [], env = {}, report, folder = results, show = true, say } = {}) {
  const own = reporter('playwrightOutcome')
  return withScratch(async (scratch) => {
    const options = { env: { ...scratch, ...env }, show }
    const first = ['test', `--reporter=list,${report ? 'json,' : ''}${own}`, ...args]
    const outcome = await outcomeOf('playwright', first, {
      ...options,
      env: { ...options.env, ...(report && { PLAYWRIGHT_JSON_OUTPUT_FILE: report }) },
      file: path.join(folder, 'playwright-outcome.json'),
    })
    return rerunFailed(
      outcome,
      ({ project, file, name, declaredIn }) => {
        const list = path.join(folder, 'playwright-again.txt')
        const titles = [declaredIn ?? file, ...(name === undefined ? [] : [name])].join(' › ')
        // Playwright finds a test by the file that declares it, and loads the files of the list: this line has no test.
        const loaded = declaredIn === undefined ? '' : `${file} › only loaded\n`
        writeFileSync(list, `${project ? `[${project}] › ` : ''}${titles}\n${loaded}`)
        const again = [
          'test',
          `--reporter=list,${own}`,
          '--workers=1',
          `--test-list=${list}`,
          `--output=${path.join(folder, 'again')}`,
          ...args,
        ]
        return outcomeOf('playwright', again, { ...options, file: path.join(folder, 'playwright-again.json') })
      },
      say,
    )
  })
}

const sum = (one, other) => ({
  passed: one.passed + other.passed,
  failed: one.failed + other.failed,
  flaky: [...one.flaky, ...other.flaky],
})

/**
 * Unit, flow, server, abuse and architecture tests. `since`, a commit or branch: only those that import a file
 * that has changed since then, and those of the architecture, because they read files that they do not import.
 * @param {string} [since]
 */
export async function unitTests(since) {
  if (since === undefined) return vitestRun({ report: path.join(results, 'vitest.json') })
  const touched = await vitestRun({ args: ['--changed', since, '--passWithNoTests'] })
  return sum(touched, await vitestRun({ args: ['tests/architecture'] }))
}

/**
 * Journeys and faults in a real browser, against the build in dist. `since`: only those that have changed since
 * then, or whose helpers have, and the main journey.
 * @param {{ chromium: string, firefox?: string | undefined, webkit?: string | undefined }} browsers
 * @param {string} [since]
 */
export async function browserTests({ chromium, firefox, webkit }, since) {
  // Without a Firefox or WebKitGTK that starts, its journeys are no part of the run (playwright.config.ts).
  const env = { CHROMIUM_PATH: chromium, FIREFOX_PATH: firefox ?? 'none', WEBKIT_DRIVER_PATH: webkit ?? 'none' }
  if (since === undefined) return playwrightRun({ env, report: path.join(results, 'playwright.json') })
  const touched = await playwrightRun({ env, args: [`--only-changed=${since}`, '--pass-with-no-tests'] })
  return sum(touched, await playwrightRun({ env, args: ['e2e/journeys/main.spec.ts'] }))
}
