/**
 * More failures than this have a common cause: running each of them alone takes long and tells nothing new.
 */
export const mostReruns = 20

/**
 * The results of a test run, as both reporters write them (reporters/*.mjs).
 * @typedef {{ project: string, file: string, name: string, state: 'passed' | 'failed' | 'skipped', errors: string[], declaredIn?: string }} TestResult `declaredIn`: another file than `file`.
 * @typedef {{ project?: string, file?: string, text: string }} OuterError An error outside of tests. No `file` if it is unknown.
 * @typedef {{ tests: TestResult[], errors: OuterError[] }} Outcome
 *
 * The target of a rerun: one test, or the whole file if an error is outside of its tests.
 * @typedef {{ project?: string | undefined, file: string, name?: string | undefined, errors: string[], declaredIn?: string | undefined }} Target
 */

/** @param {Outcome} outcome @returns {Target[]} */
function failedTargets({ tests, errors }) {
  /** @type {Map<string, Target>} */
  const targets = new Map()
  for (const { project, file, text } of errors) {
    if (file === undefined) continue
    const target = targets.get(file) ?? { project, file, errors: [] }
    target.project ??= project
    target.errors.push(text)
    targets.set(file, target)
  }
  for (const test of tests) {
    if (test.state !== 'failed') continue
    const ofFile = targets.get(test.file)
    if (ofFile) ofFile.errors.push(`${test.name}\n${test.errors.join('\n')}`)
    else
      targets.set(`${test.project} ${test.file} ${test.name}`, {
        project: test.project,
        file: test.file,
        name: test.name,
        errors: test.errors,
        declaredIn: test.declaredIn,
      })
  }
  return [...targets.values()]
}

const isOf = (target) => (test) =>
  test.file === target.file && (target.name === undefined || (test.name === target.name && test.project === target.project))
const count = (tests, state) => tests.filter((test) => test.state === state).length

export const titleOf = ({ file, name }) => (name === undefined ? `${file} (whole file)` : `${file}: ${name}`)

const indented = (text) => text.trimEnd().replace(/^/gm, '      ')

/**
 * Reruns each failure of `outcome` alone. A test that passes then counts as passed and is in `flaky`.
 * `rerun` resolves to the outcome of a run of that target only.
 * @param {Outcome} outcome
 * @param {(target: Target) => Promise<Outcome>} rerun
 * @param {(line: string) => void} [say]
 */
export async function rerunFailed(outcome, rerun, say = console.log) {
  const targets = failedTargets(outcome)
  const lost = outcome.errors.filter(({ file }) => file === undefined)
  let passed = count(outcome.tests, 'passed')
  let failed = lost.length
  /** @type {{ title: string, errors: string[] }[]} */
  const flaky = []
  const failures = (target, { tests }) => Math.max(1, count(tests.filter(isOf(target)), 'failed'))
  if (targets.length > mostReruns) {
    say(`${targets.length} failures: with more than ${mostReruns} none is run again.`)
    return { passed, failed: targets.reduce((sum, target) => sum + failures(target, outcome), failed), flaky }
  }
  for (const target of targets) {
    const title = titleOf(target)
    say(`Runs again, alone: ${title}`)
    let again
    try {
      again = await rerun(target)
    } catch (error) {
      again = { tests: [], errors: [{ file: target.file, text: String(error?.message ?? error) }] }
    }
    const tests = again.tests.filter(isOf(target))
    const good = count(tests, 'passed')
    if (again.errors.length > 0 || count(tests, 'failed') > 0 || good === 0) {
      failed += failures(target, again)
      say(`Failed again: ${title}`)
      continue
    }
    const before = target.name === undefined ? count(outcome.tests.filter(isOf(target)), 'passed') : 0
    passed += good - before
    flaky.push({ title, errors: target.errors })
    say(`FLAKY ${title}\n    It failed, then passed alone. The first failure:\n${indented(target.errors.join('\n'))}`)
  }
  return { passed, failed, flaky }
}
