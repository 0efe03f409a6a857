import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { fileAddress } from '../../../contract/endpoints/uploads.ts'
import { rows } from '../../storage/database.ts'
import type { App } from '../app.ts'
import { mayReadLibraryFile } from '../libraries/librariesOf.ts'
import type { Person } from '../sign-in/person.ts'

const mostTalks = 12

const DocumentRow = z.object({ name: z.nullable(z.string()), file: z.string() })

/**
 * Returns the toolbox talks of the billing account of the project that this person may open and that count
 * `today` (yyyy-MM-dd), by their effective date, newest first. Of several with one name only the newest counts.
 */
export async function libraryTalks(
  app: App,
  { team, me, today }: { readonly team: string; readonly me: Person; readonly today: string },
): Promise<{ name: string; address: string }[]> {
  const found = await rows(
    app.storage.db,
    DocumentRow,
    sql`select name, file from (
          select distinct on (lower(name)) name, file, since, created_at from (
            select d.model ->> 'name' as name, d.file, d.created_at,
              coalesce(nullif(d.model ->> 'effectiveDate', ''), to_char(d.created_at, 'YYYY-MM-DD')) as since,
              coalesce(d.model ->> 'effectiveDate', '') <= ${today} as counts
            from library_documents d
              join libraries l on l.key = d.library and not l.deleted and l.type = 'Toolbox'
              join teams t on t.billing = l.billing and t.id = ${team}
            where not d.deleted and d.file is not null) dated
          where counts order by lower(name), since desc, created_at desc) talks
        order by since desc, created_at desc limit ${mostTalks}`,
  )
  const talks: { name: string; address: string }[] = []
  for (const { name, file } of found)
    if (name && (await mayReadLibraryFile(app, me, file)))
      talks.push({ name: name.replaceAll(/[*,;[\]()]/g, ' ').trim(), address: fileAddress(file) })
  return talks
}
