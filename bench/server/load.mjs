import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'

const folder = path.resolve(import.meta.dirname, '../peers')

/** Installs autocannon beside the bench on first use. */
export function loadGenerator() {
  if (!existsSync(path.join(folder, 'node_modules/autocannon'))) {
    const { status } = spawnSync('npm', ['install', '--no-audit', '--no-fund', '--no-package-lock', '--loglevel=error'], {
      cwd: folder,
      stdio: 'inherit',
    })
    if (status !== 0) throw new Error('autocannon could not be installed')
  }
  return createRequire(path.join(folder, 'package.json'))('autocannon')
}
