import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Storage } from '../storage/storage.ts'

/** The command with which `npm run backup` asks a running server for a copy of its embedded database. */
export const copyCommand = 'copy-database'
export const copied = 'copied'
export const usesPostgres = 'postgres'

/** Folder of the copy, below the data folder. The process that makes a backup locks it and removes it. */
export const copyFolder = (dataDir: string): string => join(dataDir, 'backup.tmp')

/** The servers of this process that make a copy. Two copies would write into one folder. */
const copying = new WeakSet<Storage>()

/**
 * Copies the embedded database to `copyFolder`; another process reads the copy. Returns the answer to the command.
 * Rejects when another copy is under way, or `signal` aborts; nothing of the copy is left then.
 */
export async function copyForBackup(storage: Storage, dataDir: string, signal?: AbortSignal): Promise<string> {
  if (storage.kind === 'postgres') return usesPostgres
  if (copying.has(storage)) throw new Error('The server makes a copy for another backup. Repeat the command when that one has ended.')
  copying.add(storage)
  const folder = copyFolder(dataDir)
  try {
    await rm(folder, { recursive: true, force: true })
    await storage.copyTo(folder, signal)
    signal?.throwIfAborted()
    return copied
  } catch (error) {
    // The command that has ended removes it, too.
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    throw error
  } finally {
    copying.delete(storage)
  }
}
