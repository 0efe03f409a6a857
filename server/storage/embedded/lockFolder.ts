import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'

/**
 * Locks the folder: PGlite does not, and two processes on one folder silently lose each other's writes. The
 * lock is a file next to the folder with the owner's process id and start time; it is taken over when that
 * process is gone. Throws when the folder is in use. Returns a function that releases the lock.
 */
export function lockFolder(folder: string): () => void {
  const file = `${folder}.lock`
  for (let attempt = 0; attempt < 5; attempt++) {
    if (putLock(file)) return () => rmSync(file, { force: true })
    const held = read(file)
    if (held === undefined) continue
    if (isAlive(held)) throw inUse(folder, held)
    takeAway(file, held, folder)
  }
  throw new Error(`the database folder ${folder} can't be locked`)
}

/**
 * True if this process has the lock now. A link appears complete or not at all, so no process reads a
 * half-written lock.
 */
function putLock(file: string): boolean {
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, `${process.pid} ${startOf(process.pid)}`)
  try {
    linkSync(draft, file)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  } finally {
    rmSync(draft, { force: true })
  }
}

/**
 * Removes the lock of a dead process, and no other lock: another process may have replaced it a moment ago.
 */
function takeAway(file: string, held: string, folder: string) {
  const aside = `${file}.${process.pid}.gone`
  try {
    renameSync(file, aside)
  } catch {
    return
  }
  const moved = read(aside)
  if (moved !== undefined && moved !== held) {
    linkSync(aside, file)
    rmSync(aside, { force: true })
    throw inUse(folder, moved)
  }
  rmSync(aside, { force: true })
}

const inUse = (folder: string, held: string) => new Error(`the database folder ${folder} is in use by process ${held.split(' ')[0]}`)

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

function isAlive(held: string): boolean {
  const [pid, start] = held.split(' ')
  try {
    process.kill(Number(pid), 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  return startOf(Number(pid)) === start
}

/**
 * When the process started, in clock ticks since boot, because process ids are reused. "-" if the system
 * doesn't provide it.
 */
function startOf(pid: number): string {
  const stat = read(`/proc/${pid}/stat`)
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '-'
}
