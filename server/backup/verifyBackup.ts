import { type BackupVisitor, type Damage, walkBackup } from './walkBackup.ts'

export interface BackupReport {
  readonly damages: readonly Damage[]
  readonly takenAt: string | undefined
  /** What the backup does not contain, in words. */
  readonly excluded: readonly string[]
  readonly tables: number
  readonly rows: number
  readonly files: number
  /** Files that the database knew, less those that are in it. */
  readonly missing: number
}

/** Reads a whole backup and checks each entry of it, without a database. Rejects when `signal` aborts. */
export async function verifyBackup(file: string, signal?: AbortSignal): Promise<BackupReport> {
  const damages: Damage[] = []
  let takenAt: string | undefined
  let excluded: readonly string[] = []
  let [tables, rows, files] = [0, 0, 0]
  const visitor: BackupVisitor = {
    start: async (start) => {
      takenAt = start.takenAt
      excluded = start.excluded
      tables = start.tables.length
    },
    rows: async (_table, found) => {
      rows += found.length
    },
    file: async (_path, _size, bytes) => {
      for await (const _ of bytes);
      files++
    },
    damage: (damage) => damages.push(damage),
  }
  const manifest = await walkBackup(file, visitor, signal)
  return { damages, takenAt, excluded, tables, rows, files, missing: manifest?.files.missing ?? 0 }
}
