// Types, lint, format, catalogs, unit tests, build and sizes. Stops at the first failure.
import { demandNode, installMissing } from './steps/install.mjs'

demandNode()
installMissing()
const { checks } = await import('./steps/checks.mjs')
const { finish, runSteps } = await import('./steps/run.mjs')
finish(await runSteps(checks()))
