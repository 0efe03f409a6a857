import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

export const root = path.resolve(import.meta.dirname, '../..')

const newestNeeded = [20, 19]

/** Exits with a message if the Node version is too old. Runs before any code that needs more than Node 18. */
export function demandNode(version = process.versions.node) {
  const [major, minor] = version.split('.').map(Number)
  if (major > newestNeeded[0] || (major === newestNeeded[0] && minor >= newestNeeded[1])) return
  console.error(`Muster needs Node ${newestNeeded.join('.')} or newer; this is Node ${version}. Get one from https://nodejs.org.`)
  process.exit(1)
}

const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'))

/**
 * Returns the packages of the lock file that node_modules lacks in that version; optional packages may be
 * missing.
 */
export function missingPackages(folder = root) {
  const wanted = readJson(path.join(folder, 'package-lock.json')).packages
  const hidden = path.join(folder, 'node_modules/.package-lock.json')
  const present = existsSync(hidden) ? readJson(hidden).packages : {}
  return Object.entries(wanted)
    .filter(([name, { optional, devOptional, version }]) => name && !optional && !devOptional && present[name]?.version !== version)
    .map(([name]) => name.replace(/^.*node_modules\//, ''))
}

/** Installs missing packages of the lock file. Never prompts. */
export function installMissing(folder = root) {
  const missing = missingPackages(folder)
  if (missing.length === 0) return
  console.log(`Installing ${missing.length} packages (once, about a minute) ...`)
  const args = ['ci', '--no-audit', '--no-fund', '--no-progress', '--loglevel=error']
  const run = (command, before) =>
    spawnSync(command, [...before, ...args], { cwd: folder, encoding: 'utf8', env: { ...process.env, CI: '1' } })
  const first = run('npm', [])
  if (first.status === 0) return
  // npm 11 may refuse a lock file that npm 10 accepts (see scripts/fix-lock.mjs).
  const second = run('npx', ['--yes', 'npm@10'])
  if (second.status === 0) return
  console.error(first.stderr, second.stderr)
  console.error('The packages could not be installed. Is the npm registry reachable? `npm ci` says more.')
  process.exit(1)
}
