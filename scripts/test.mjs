// Runs everything: installs missing packages, runs checks and all tests, reruns each failed test alone, and
// ends with "N passed, N failed". `--since main` leaves out tests that the change since `main` does not touch.
import { execFileSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import { demandNode, installMissing } from './steps/install.mjs'

demandNode()
installMissing()
const { needBrowser, needFirefox, needWebkit, noticesBrowser } = await import('./steps/browser.mjs')
const { checks } = await import('./steps/checks.mjs')
const { finish, runSteps } = await import('./steps/run.mjs')
const { browserTests } = await import('./steps/runTests.mjs')

/** Returns the commit of `--since`. Ends the process if there is none. */
function commitOf(name) {
  if (name === undefined) return undefined
  try {
    return execFileSync('git', ['rev-parse', '--verify', `${name}^{commit}`], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim()
  } catch {
    console.error(`There is no commit "${name}". Name a branch, a tag or a commit: npm test -- --since main`)
    process.exit(2)
  }
}
const since = commitOf(parseArgs({ options: { since: { type: 'string' } } }).values.since)

const browser = {
  name: 'browser',
  needs: ['build'],
  run: async () => {
    const found = await needBrowser()
    if (!found) throw new Error('no browser for the browser tests')
    const firefox = await needFirefox()
    if (!firefox) console.log('No Firefox here that starts: its journeys are left out. Install one, or name it in FIREFOX_PATH.')
    const webkit = await needWebkit()
    if (!webkit)
      console.log('No WebKitGTK here that opens: its journeys are left out. Install it, or name its driver in WEBKIT_DRIVER_PATH.')
    if (!(await noticesBrowser({ ...process.env, CHROMIUM_PATH: found })))
      console.log('No Chromium or Chrome with notices here, only a headless shell: the journeys of notices are left out. Install one.')
    return browserTests({ chromium: found, firefox, webkit }, since)
  },
}
finish(await runSteps([...checks(since), browser], { keepGoing: true }))
