import { constants } from 'node:fs'
import { copyFile, mkdir, opendir, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { Engine } from '../database.ts'
import { withQueryBudget } from '../queryBudget.ts'

/** A file may change again within a tick of the clock that stamps it, ms. */
const clockTick = 2000

/**
 * Copies the folder of an open database as it is at one moment. All files are copied while others use the database;
 * then others wait until the files that have changed meanwhile are copied again. Rejects when the disk has too little
 * space, or `signal` aborts; then it has removed the copy.
 */
export async function copyDatabase(alone: Engine['alone'], from: string, to: string, signal?: AbortSignal): Promise<void> {
  const copy: Copy = { from, to, seen: new Map(), signal }
  try {
    await checkSpace(from, to)
    await withQueryBudget('none', async () => {
      await alone((run) => run('checkpoint'))
      await copyChanged(copy)
      await alone(async (run) => {
        // It writes all pages of the memory to the files.
        await run('checkpoint')
        await copyChanged(copy)
      })
    })
  } catch (error) {
    await rm(to, { recursive: true, force: true, maxRetries: 5 })
    throw error
  }
}

interface Copy {
  readonly from: string
  readonly to: string
  /** Files that were copied, by path: their size and time, which is empty where a change might not be seen. */
  readonly seen: Map<string, string>
  readonly signal: AbortSignal | undefined
}

async function checkSpace(from: string, to: string): Promise<void> {
  let needed = 0
  for await (const path of filesIn(from, to)) needed += await sizeOf(join(from, path))
  const { bavail, bsize } = await statfs(to)
  if (needed > bavail * bsize)
    throw new Error(
      `A copy of the database needs ${megabytes(needed)}, and ${megabytes(bavail * bsize)} are free for ${to}. Make room there.`,
    )
}

async function sizeOf(path: string): Promise<number> {
  try {
    return (await stat(path)).size
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 0
    throw error
  }
}

const megabytes = (bytes: number) => `${Math.ceil(bytes / 1e6).toLocaleString('en')} MB`

async function copyChanged({ from, to, seen, signal }: Copy): Promise<void> {
  const left = new Set(seen.keys())
  for await (const path of filesIn(from, to)) {
    signal?.throwIfAborted()
    left.delete(path)
    await copyOne(join(from, path), join(to, path), (stamp) => {
      if (stamp !== undefined && seen.get(path) === stamp) return false
      seen.set(path, stamp ?? '')
      return true
    })
  }
  for (const path of left) await rm(join(to, path), { force: true })
}

/** `isChanged` gets the stamp of the file; undefined if it has changed just now. */
async function copyOne(from: string, to: string, isChanged: (stamp: string | undefined) => boolean): Promise<void> {
  try {
    const { mtimeMs, size } = await stat(from)
    const isSettled = mtimeMs < Date.now() - clockTick
    if (isChanged(isSettled ? `${size} ${mtimeMs}` : undefined)) await copyFile(from, to, constants.COPYFILE_FICLONE)
  } catch (error) {
    // PostgreSQL removes and renames files; the second pass sees the names that count.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    await rm(to, { force: true })
  }
}

/** The paths of all files below `folder`; creates the same folders below `to`. */
async function* filesIn(folder: string, to: string, below = ''): AsyncGenerator<string> {
  await mkdir(join(to, below), { recursive: true, mode: 0o700 })
  for await (const entry of await opendir(join(folder, below))) {
    const path = join(below, entry.name)
    if (entry.isDirectory()) yield* filesIn(folder, to, path)
    else if (entry.isFile()) yield path
  }
}
