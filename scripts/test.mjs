// Runs everything: installs missing packages, runs checks and all tests, reruns each failed test alone, and
// ends with "N passed, N failed".
import { demandNode, installMissing } from './steps/install.mjs'

demandNode()
installMissing()
const { needBrowser } = await import('./steps/browser.mjs')
const { checks } = await import('./steps/checks.mjs')
const { finish, runSteps } = await import('./steps/run.mjs')
const { browserTests } = await import('./steps/runTests.mjs')

const browser = {
  name: 'browser',
  needs: ['build'],
  run: async () => {
    const found = await needBrowser()
    if (!found) throw new Error('no browser for the browser tests')
    return browserTests(found)
  },
}
finish(await runSteps([...checks, browser], { keepGoing: true }))
