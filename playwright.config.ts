import { execFileSync } from 'node:child_process'
import { defineConfig, devices } from '@playwright/test'
import { browserArgs, browserPath } from './e2e/harness/browser.ts'

/** A report of the run says which browser it was; once, not in each of its workers. */
const metadata =
  process.env['PLAYWRIGHT_JSON_OUTPUT_FILE'] && !process.env['TEST_WORKER_INDEX']
    ? { browser: execFileSync(browserPath(), ['--version'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim() }
    : {}

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  fullyParallel: false,
  workers: 2,
  retries: 0,
  // A wait ends as soon as what it waits for is there. How long that takes on a busy machine is no matter of these tests: budgets are in bench/.
  timeout: 300_000,
  expect: { timeout: 45_000 },
  forbidOnly: true,
  metadata,
  outputDir: 'test-results',
  reporter: [['list']],
  use: {
    ...devices['Pixel 7'],
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 1,
    serviceWorkers: 'allow',
    locale: 'en-US',
    timezoneId: 'America/New_York',
    // Recording every step costs a third of the time: TRACE=1 when a failure needs to be seen.
    trace: process.env['TRACE'] ? 'retain-on-failure' : 'off',
    launchOptions: { executablePath: browserPath(), args: browserArgs },
  },
  projects: [{ name: 'chromium', use: { browserName: 'chromium' } }],
})
