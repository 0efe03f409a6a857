import { sql } from 'drizzle-orm'
import type { Storage, StorageOptions } from '../../server/storage/storage.ts'

export const form = 'crash-report'
export const worker = 'crash-worker'
export const team = 'crash-team'

export interface SaverSettings {
  readonly storageOptions: StorageOptions
  /** Number of the first save. */
  readonly from: number
  readonly loops: number
  /** Number of saves between checkpoints, so that kills also hit checkpoints; 0: none. */
  readonly checkpointEvery: number
}

/** Returns the key of save n: 20 letters and digits. */
export const opIdOf = (n: number) => `crash${String(n).padStart(15, '0')}`

/** Creates the person and the form that the saves need. */
export async function seed({ db }: Storage): Promise<void> {
  await db.execute(sql`insert into people (uid, name) values (${worker}, 'Worker')`)
  await db.execute(sql`insert into teams (id, name) values (${team}, 'Crash test')`)
  await db.execute(sql`insert into members (team, uid, role) values (${team}, ${worker}, 'Worker')`)
  await db.execute(
    sql`insert into forms (key, team, settings, version) values (${form}, ${team}, '{"name": "Report", "children": []}', '1')`,
  )
}
