import * as z from 'zod/mini'

/** Version of the format: docs/decisions/0124-one-file-for-both-databases.md. */
export const backupFormat = 1

const Table = z.object({ name: z.string(), columns: z.readonly(z.array(z.object({ name: z.string(), type: z.string() }))) })

/** The first entry, `muster-backup.json`: what is needed before the first row is read. */
export const BackupStart = z.object({
  format: z.number(),
  /** Version of the server that wrote it. */
  version: z.string(),
  /** Moment of the snapshot, ISO 8601. */
  takenAt: z.string(),
  storage: z.enum(['embedded', 'postgres']),
  /** Ids of the migrations, in order. */
  migrations: z.readonly(z.array(z.string())),
  tables: z.readonly(z.array(Table)),
  /** What the backup does not contain, in words. */
  excluded: z.array(z.string()),
})
export type BackupStart = z.infer<typeof BackupStart>

/** A number of things, and the sum of their SHA-256 (RowSum). */
const Sum = z.object({ rows: z.number(), digest: z.string() })

/** The last entry, `manifest.json`: what a complete backup contains. */
export const BackupManifest = z.object({
  tables: z.record(z.string(), Sum),
  sequences: z.array(z.object({ name: z.string(), value: z.string(), called: z.boolean() })),
  /** A row is `<path> <SHA-256>`. `missing`: how many fewer there are than the database knows. */
  files: z.object({ rows: z.number(), digest: z.string(), bytes: z.number(), missing: z.optional(z.number()) }),
})
export type BackupManifest = z.infer<typeof BackupManifest>

export const startName = 'muster-backup.json'
export const manifestName = 'manifest.json'
/** Key of the pax header with the SHA-256 of an entry. */
export const sumKey = 'MUSTER.sha256'
export const filesFolder = 'data/'

export const partName = (table: string, part: number): string =>
  `tables/${encodeURIComponent(table)}/${String(part).padStart(6, '0')}.jsonl.gz`

/** The line of a file that the digest of all files adds up. */
export const fileLine = (path: string, sha256: string): string => `${path} ${sha256}`
