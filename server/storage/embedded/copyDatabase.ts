import { constants } from 'node:fs'
import { copyFile, mkdir, opendir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Engine } from '../database.ts'
import { withQueryBudget } from '../queryBudget.ts'

/** A file may change again within a tick of the clock that stamps it, ms. */
const clockTick = 2000

/**
 * Copies the folder of an open database as it is at one moment. All files are copied while others use the database;
 * then others wait until the files that have changed meanwhile are copied again.
 */
export async function copyDatabase(alone: Engine['alone'], from: string, to: string): Promise<void> {
  const seen: Seen = new Map()
  await withQueryBudget('none', async () => {
    await alone((run) => run('checkpoint'))
    await copyChanged(from, to, seen)
    await alone(async (run) => {
      // It writes all pages of the memory to the files.
      await run('checkpoint')
      await copyChanged(from, to, seen)
    })
  })
}

/** Files that were copied, by path: their size and time, which is absent where a change might not be seen. */
type Seen = Map<string, string>

async function copyChanged(from: string, to: string, seen: Seen): Promise<void> {
  const left = new Set(seen.keys())
  for await (const path of filesIn(from, to)) {
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
