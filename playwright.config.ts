import { execFileSync } from 'node:child_process'
import { defineConfig, devices } from '@playwright/test'
import { browserPath, testArgs } from './e2e/harness/browser.ts'
import { firefoxJourneys, firefoxLauncher } from './e2e/harness/firefox/firefox.ts'
import { installedFirefox, installedWebkit } from './scripts/steps/browser.mjs'

const firefox = installedFirefox()

/** The journeys that people make with Firefox; it does not emulate a phone's screen, so its window has that size only. */
const inFirefox = {
  name: 'firefox',
  testMatch: firefoxJourneys.map((file) => `**/${file}`),
  use: {
    browserName: 'firefox' as const,
    channel: 'moz-firefox',
    isMobile: false,
    launchOptions: { executablePath: firefoxLauncher, env: { ...process.env, FIREFOX_PATH: firefox } },
  },
}

/** The journeys of WebKitGTK start it themselves (e2e/harness/webkit). */
const inWebkit = { name: 'webkit', testMatch: '**/webkit/*.spec.ts', use: { browserName: 'webkit' as const } }

/** The report of a run contains the browser version; read once, not in each worker. */
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
  // A wait ends as soon as its condition is met. The time on a busy machine is not part of these tests: time
  // budgets are in bench/.
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
    // A click waits as long as an expectation; without this it would wait until the end of its test.
    actionTimeout: 45_000,
    navigationTimeout: 60_000,
    // Recording every step costs a third of the time: set TRACE=1 to see a failure.
    screenshot: 'only-on-failure',
    trace: process.env['TRACE'] ? 'retain-on-failure' : 'off',
  },
  projects: [
    {
      name: 'chromium',
      testIgnore: inWebkit.testMatch,
      use: { browserName: 'chromium', launchOptions: { executablePath: browserPath(), args: testArgs } },
    },
    ...(firefox === undefined ? [] : [inFirefox]),
    ...(installedWebkit() === undefined ? [] : [inWebkit]),
  ],
})
