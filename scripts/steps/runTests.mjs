import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { root } from './install.mjs'
import { tool } from './run.mjs'
import { withScratch } from './scratch.mjs'

const folder = path.join(root, 'node_modules/.cache/results')

async function counted(file, run, count) {
  mkdirSync(folder, { recursive: true })
  rmSync(file, { force: true })
  let failure
  await withScratch(run).catch((error) => {
    failure = error
  })
  if (!existsSync(file)) throw failure ?? new Error('no report was written')
  const result = count(JSON.parse(readFileSync(file, 'utf8')))
  // A run may fail without a failed test: a file that cannot be loaded, an error after the tests.
  return failure && result.failed === 0 ? { ...result, failed: 1 } : result
}

/** Unit, flow, server and architecture tests. */
export function unitTests() {
  const file = path.join(folder, 'vitest.json')
  const args = ['run', '--reporter=dot', '--reporter=json', `--outputFile.json=${file}`]
  return counted(
    file,
    (env) => tool('vitest', args, { show: true, env }),
    ({ numPassedTests, numFailedTests, testResults }) => {
      const unloaded = testResults.filter(({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0).length
      return { passed: numPassedTests, failed: numFailedTests + unloaded }
    },
  )
}

/** The journeys and faults in a real browser, against the build in dist. */
export function browserTests(browser) {
  const file = path.join(folder, 'playwright.json')
  const own = { CHROMIUM_PATH: browser, PLAYWRIGHT_JSON_OUTPUT_FILE: file }
  return counted(
    file,
    (env) => tool('playwright', ['test', '--reporter=list,json'], { show: true, env: { ...env, ...own } }),
    ({ stats: { expected, unexpected, flaky }, errors }) => ({ passed: expected, failed: unexpected + flaky + errors.length }),
  )
}
