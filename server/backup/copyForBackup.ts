import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Storage } from '../storage/storage.ts'

/** The command with which `npm run backup` asks a running server for a copy of its embedded database. */
export const copyCommand = 'copy-database'
export const copied = 'copied'
export const usesPostgres = 'postgres'

/** Folder of the copy, below the data folder. The process that makes a backup locks it and removes it. */
export const copyFolder = (dataDir: string): string => join(dataDir, 'backup.tmp')

/** Copies the embedded database to `copyFolder`; another process reads the copy. Returns the answer to the command. */
export async function copyForBackup(storage: Storage, dataDir: string): Promise<string> {
  if (storage.kind === 'postgres') return usesPostgres
  await rm(copyFolder(dataDir), { recursive: true, force: true })
  await storage.copyTo(copyFolder(dataDir))
  return copied
}
