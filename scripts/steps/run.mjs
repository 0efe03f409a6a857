import { spawn } from 'node:child_process'
import { root } from './install.mjs'

const colours = process.stdout.isTTY && !process.env['NO_COLOR']
const paint = (code, text) => (colours ? `\x1b[${code}m${text}\x1b[0m` : text)

/**
 * Runs a tool of node_modules/.bin, or a script with Node. Resolves to its output; rejects with it if the
 * tool fails.
 */
export function tool(name, args = [], { env = {}, show = false } = {}) {
  const script = /\.m?js$/.test(name) ? name : `node_modules/${entries[name]}`
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [script, ...args], {
      cwd: root,
      env: { ...process.env, ...(colours ? { FORCE_COLOR: '1' } : { NO_COLOR: '1' }), ...env },
    })
    let output = ''
    const keep = (stream) => (chunk) => {
      output += chunk
      if (show) stream.write(chunk)
    }
    child.stdout.on('data', keep(process.stdout))
    child.stderr.on('data', keep(process.stderr))
    child.on('error', reject)
    child.on('close', (code) =>
      code === 0 ? resolve(output) : reject(Object.assign(new Error(`${name} ended with ${code}`), { output: show ? '' : output })),
    )
  })
}

const entries = {
  tsc: 'typescript/bin/tsc',
  oxlint: 'oxlint/bin/oxlint',
  biome: '@biomejs/biome/bin/biome',
  vitest: 'vitest/vitest.mjs',
  vite: 'vite/bin/vite.js',
  lingui: '@lingui/cli/dist/lingui.js',
  playwright: '@playwright/test/cli.js',
  tsx: 'tsx/dist/cli.mjs',
}

/**
 * Runs steps in order and prints a line for each: name, duration and result. A step returns nothing, a text,
 * or { passed, failed, flaky }: test counts and a list of tests that passed only alone. A step that throws
 * counts as one failure. With `keepGoing` later steps still run, except those that `needs` a failed step.
 */
export async function runSteps(steps, { keepGoing = false } = {}) {
  const total = { passed: 0, failed: 0, flaky: [] }
  const broken = new Set()
  for (const { name, needs = [], run } of steps) {
    if (broken.size > 0 && (!keepGoing || needs.some((need) => broken.has(need)))) {
      broken.add(name)
      console.log(`${paint(33, 'skip')}  ${name}`)
      continue
    }
    const start = performance.now()
    const line = (word, text) =>
      console.log(`${word}  ${name.padEnd(12)} ${((performance.now() - start) / 1000).toFixed(1).padStart(6)} s${text ? `  ${text}` : ''}`)
    try {
      const result = await run()
      if (typeof result === 'object') {
        total.passed += result.passed
        total.failed += result.failed
        total.flaky.push(...(result.flaky ?? []))
        if (result.failed > 0) broken.add(name)
        line(result.failed > 0 ? paint(31, 'FAIL') : paint(32, 'ok  '), counts(result))
      } else line(paint(32, 'ok  '), result)
    } catch (error) {
      broken.add(name)
      total.failed += 1
      if (error.output) console.log(error.output.trimEnd())
      line(paint(31, 'FAIL'), error.message)
    }
  }
  return total
}

const counts = ({ passed, failed, flaky = [] }) => `${passed} passed, ${failed} failed${flaky.length > 0 ? `, ${flaky.length} flaky` : ''}`

/**
 * Prints the summary of a run and exits. Tests that passed only alone are listed, and count as passed.
 * @param {{ passed: number, failed: number, flaky?: { title: string, errors: string[] }[] }} total
 */
export function finish({ passed, failed, flaky = [] }) {
  for (const { title } of flaky) console.log(`${paint(33, 'FLAKY')} ${title}`)
  console.log(`${flaky.length} flaky`)
  console.log(`${passed} passed, ${failed} failed`)
  process.exit(failed > 0 ? 1 : 0)
}
