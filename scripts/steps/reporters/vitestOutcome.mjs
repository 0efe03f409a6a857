import { writeFileSync } from 'node:fs'
import path from 'node:path'

/** Adds the diff of a failed assertion, which the message does not include. */
const textOf = ({ message, stack, diff }) =>
  [stack?.includes(message) ? stack : `${message}\n${stack ?? ''}`, diff].filter(Boolean).join('\n')

/** Writes the results of a run as an outcome (rerunFailed.mjs) to the file in OUTCOME_FILE. */
export default class VitestOutcome {
  onInit(vitest) {
    this.root = vitest.config.root
  }

  onTestRunEnd(modules, unhandled) {
    const tests = []
    const errors = []
    for (const module of modules) {
      const of = { project: module.project.name, file: this.#relative(module.moduleId) }
      for (const test of module.children.allTests()) {
        const { state, errors: own = [] } = test.result()
        // The tests of a crashed worker have no result.
        if (state === 'pending') errors.push({ ...of, text: `${test.name} did not end.` })
        else tests.push({ ...of, name: test.fullName, state, errors: own.map(textOf) })
      }
      const suites = [module, ...module.children.allSuites()]
      for (const error of suites.flatMap((suite) => suite.errors())) errors.push({ ...of, text: textOf(error) })
      if (module.state() === 'queued' || module.state() === 'pending') errors.push({ ...of, text: 'The file did not end.' })
    }
    for (const error of unhandled) {
      const file = error.VITEST_TEST_PATH
      errors.push({ ...(file && { file: this.#relative(file) }), text: textOf(error) })
    }
    writeFileSync(process.env['OUTCOME_FILE'], JSON.stringify({ tests, errors }))
  }

  #relative(file) {
    return path.relative(this.root, file).split(path.sep).join('/')
  }
}
