import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

const memory = '/dev/shm'
const enough = 6 * 2 ** 30

/** Deletes folders of interrupted runs: the process id in the name shows whether a run is still active. */
function removeLeftOvers() {
  for (const name of readdirSync(memory)) {
    const run = /^muster-(\d+)-/.exec(name)?.[1]
    if (!run) continue
    try {
      process.kill(Number(run), 0)
    } catch (error) {
      if (error.code === 'ESRCH') rmSync(path.join(memory, name), { recursive: true, force: true })
    }
  }
}

/**
 * Makes a folder for test data, in memory if there is enough: tests create hundreds of databases and browser
 * profiles that flush to disk at every step, and a slow disk would fail tests for other reasons. Undefined:
 * use the default of the system.
 */
function scratchFolder() {
  try {
    const { bavail, bsize } = statfsSync(memory)
    const mount = readFileSync('/proc/mounts', 'utf8')
      .split('\n')
      .map((line) => line.split(' '))
      .find(([, at]) => at === memory)
    // Native modules are loaded from copies of the app, so the folder must allow execution.
    if (!mount || mount[2] !== 'tmpfs' || mount[3]?.split(',').includes('noexec')) return undefined
    removeLeftOvers()
    if (Math.min(bavail * bsize, os.freemem()) < enough) return undefined
    const folder = mkdtempSync(path.join(memory, `muster-${process.pid}-`))
    // PostgreSQL runs as another user.
    chmodSync(folder, 0o711)
    return folder
  } catch {
    return undefined
  }
}

/**
 * Runs `work` with the environment variables for its scratch folder, and deletes the folder afterwards.
 * @template Result
 * @param {(env: Record<string, string>) => Promise<Result>} work
 */
export async function withScratch(work) {
  const folder = process.env['TMPDIR'] ? undefined : scratchFolder()
  try {
    return await work(folder ? { TMPDIR: folder } : {})
  } finally {
    if (folder) rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}
