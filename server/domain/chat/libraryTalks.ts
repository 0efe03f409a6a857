import { sql } from 'drizzle-orm'
import { fileAddress } from '../../../contract/endpoints/uploads.ts'
import { rows } from '../../storage/database.ts'
import type { App } from '../app.ts'
import { mayReadLibraryFile } from '../libraries/readLibraries.ts'
import type { Person } from '../sign-in/person.ts'

const mostTalks = 12

/**
 * Returns the toolbox talks of the billing account of the project that this person may open, newest first.
 */
export async function talksFor(app: App, team: string, me: Person): Promise<{ name: string; address: string }[]> {
  const found = await rows<{ name: string | null; file: string }>(
    app.storage.db,
    sql`select d.model ->> 'name' as name, d.file from library_documents d
        join libraries l on l.key = d.library and not l.deleted and l.type = 'Toolbox'
        join teams t on t.billing = l.billing and t.id = ${team}
        where not d.deleted and d.file is not null order by d.created_at desc limit ${mostTalks}`,
  )
  const talks: { name: string; address: string }[] = []
  for (const { name, file } of found)
    if (name && (await mayReadLibraryFile(app, me, file)))
      talks.push({ name: name.replaceAll(/[*,;[\]()]/g, ' ').trim(), address: fileAddress(file) })
  return talks
}
