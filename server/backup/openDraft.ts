import type { Stats } from 'node:fs'
import { type FileHandle, lstat, open, rm, utimes } from 'node:fs/promises'

/** A new file that becomes the backup when it is complete. */
export interface Draft {
  readonly handle: FileHandle
  /** Whether the file at the path is still this one. */
  isOurs(): Promise<boolean>
  /** Deletes the file if it is still this one. */
  remove(): Promise<void>
  /** Another backup may replace the file from now on. */
  release(): void
}

/** A running backup changes the time of its draft this often, also while it only reads. */
const touchMs = 10_000
/** A draft with a time within this is of a running backup. Works across containers, where process ids do not. */
const liveMs = 60_000

/**
 * Creates the file, which only this user can read. Replaces one that a killed backup of this user has left, but no link,
 * and not the draft of a backup that runs.
 */
export async function openDraft(path: string): Promise<Draft> {
  const old = await statOf(path)
  if (old?.isFile() && isOfThisUser(old)) {
    if (isLive(old)) throw running(path)
    await rm(path, { force: true })
  }
  const handle = await create(path)
  const { dev, ino } = await handle.stat()
  const isOurs = async () => {
    const now = await statOf(path)
    return now?.dev === dev && now.ino === ino
  }
  const touch = setInterval(() => void utimes(path, new Date(), new Date()).catch(() => undefined), touchMs).unref()
  return {
    handle,
    isOurs,
    async remove() {
      if (await isOurs()) await rm(path, { force: true })
    },
    release: () => clearInterval(touch),
  }
}

async function create(path: string): Promise<FileHandle> {
  try {
    return await open(path, 'wx', 0o600)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    const other = await statOf(path)
    if (other?.isFile() && isLive(other)) throw running(path)
    throw new Error(`${path} is there, and is no file of yours. Remove it, or name another file.`, { cause: error })
  }
}

const statOf = (path: string) => lstat(path).catch(() => undefined)
const isLive = ({ mtimeMs }: Stats) => Math.abs(Date.now() - mtimeMs) < liveMs
const isOfThisUser = ({ uid }: Stats) => uid === (process.getuid?.() ?? uid)

const running = (path: string) =>
  new Error(
    `Another backup writes ${path} right now. Wait until it has ended, or name another file. If it was killed, repeat the command in a minute.`,
  )
