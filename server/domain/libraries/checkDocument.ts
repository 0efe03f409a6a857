import { sql } from 'drizzle-orm'
import { DocumentChange, type LibraryType } from '../../../contract/libraries.ts'
import { rows } from '../../storage/database.ts'
import type { EntityChange } from '../entities/entities.ts'
import { checkOpens } from '../files/pdfFields.ts'

/**
 * What nobody can open does not get into a library, whoever sends it. Reading may take seconds: the write after it asks for rights, and whether
 * the file has arrived. @throws Refused INVALID, TOO_LARGE
 */
export async function checkDocument({ app, segments: [, library = '', list], payload, me }: EntityChange): Promise<void> {
  const { data } = DocumentChange.safeParse(payload)
  if (list !== 'documents' || !data?.pdf) return
  const { id } = data.pdf
  // One that the library holds was looked at when it came.
  const [file] = await rows<{ type: LibraryType }>(
    app.storage.db,
    sql`select l.type from files f join libraries l on l.key = ${library}
        where f.id = ${id} and f.created_by = ${me.uid} and f.complete and f.path is distinct from ${`libraries/${library}`}`,
  )
  if (file) await checkOpens(app, id, { onlyRead: file.type !== 'Forms' })
}
