import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

const memory = '/dev/shm'
const enough = 6 * 2 ** 30

/** A run that was broken off could not clean up; its number says whether it is still going. */
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
 * A folder for what tests write, in memory where there is plenty: they make hundreds of databases and browser profiles that wait for the disk at
 * every step, and a disk that pauses for seconds would fail tests that are about something else. Undefined: the system's own.
 */
function scratchFolder() {
  try {
    const { bavail, bsize } = statfsSync(memory)
    const mount = readFileSync('/proc/mounts', 'utf8')
      .split('\n')
      .map((line) => line.split(' '))
      .find(([, at]) => at === memory)
    // Native modules are loaded from copies of the app.
    if (!mount || mount[2] !== 'tmpfs' || mount[3]?.split(',').includes('noexec')) return undefined
    removeLeftOvers()
    if (Math.min(bavail * bsize, os.freemem()) < enough) return undefined
    const folder = mkdtempSync(path.join(memory, `muster-${process.pid}-`))
    // PostgreSQL runs as a user of its own.
    chmodSync(folder, 0o711)
    return folder
  } catch {
    return undefined
  }
}

/**
 * Runs `work` with what must be set in the environment for it, and removes what it left behind.
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
