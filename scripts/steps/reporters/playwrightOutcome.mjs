import { writeFileSync } from 'node:fs'
import path from 'node:path'

const textOf = ({ stack, message, value, snippet }) => [stack ?? message ?? value, snippet].filter(Boolean).join('\n')

/**
 * Writes the results of a run as an outcome (rerunFailed.mjs) to the file in OUTCOME_FILE. Paths of test
 * files are relative to the test folder.
 */
export default class PlaywrightOutcome {
  #tests = new Map()
  #errors = []

  onBegin(config, suite) {
    this.root = config.rootDir
    this.suite = suite
  }

  onTestEnd(test, result) {
    const errors = result.errors.map(textOf)
    this.#tests.set(test.id, { status: result.status, errors })
  }

  onError(error) {
    const file = error.location?.file
    this.#errors.push({ ...(file && { file: this.#relative(file) }), text: textOf(error) })
  }

  onEnd() {
    const tests = (this.suite?.allTests() ?? []).map((test) => {
      // The file that runs the test; another one may declare it.
      const [, project = '', file = '', ...titles] = test.titlePath()
      const { status = 'interrupted', errors = ['The test did not run.'] } = this.#tests.get(test.id) ?? {}
      const state = status === 'skipped' ? 'skipped' : status === test.expectedStatus ? 'passed' : 'failed'
      const declaredIn = this.#relative(test.location.file)
      const runBy = file.split(path.sep).join('/')
      return {
        project,
        file: runBy,
        ...(declaredIn !== runBy && { declaredIn }),
        name: titles.join(' › '),
        state,
        errors: state === 'failed' ? errors : [],
      }
    })
    writeFileSync(process.env['OUTCOME_FILE'], JSON.stringify({ tests, errors: this.#errors }))
  }

  printsToStdio() {
    return false
  }

  #relative(file) {
    return path
      .relative(this.root ?? process.cwd(), file)
      .split(path.sep)
      .join('/')
  }
}
