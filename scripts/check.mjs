// Types, lint, format, catalogues, unit tests, build and sizes; stops at the first that fails.
import { demandNode, installMissing } from './steps/install.mjs'

demandNode()
installMissing()
const { checks } = await import('./steps/checks.mjs')
const { finish, runSteps } = await import('./steps/run.mjs')
finish(await runSteps(checks))
