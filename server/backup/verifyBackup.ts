import { type Damage, walkBackup } from './walkBackup.ts'

export interface BackupReport {
  readonly damages: readonly Damage[]
  readonly takenAt: string | undefined
  /** What the backup does not contain, in words. */
  readonly excluded: readonly string[]
  readonly tables: number
  readonly rows: number
  readonly files: number
}

/** Reads a whole backup and checks each entry of it, without a database. */
export async function verifyBackup(file: string): Promise<BackupReport> {
  const damages: Damage[] = []
  let takenAt: string | undefined
  let excluded: readonly string[] = []
  let [tables, rows, files] = [0, 0, 0]
  await walkBackup(file, {
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
  })
  return { damages, takenAt, excluded, tables, rows, files }
}
