import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { DocumentChange, LibraryType } from '../../../contract/endpoints/libraries.ts'
import { rows } from '../../storage/database.ts'
import type { EntityChange } from '../entities/entityKind.ts'
import { checkOpens } from './pdfFieldsOf.ts'

const TypeRow = z.object({ type: LibraryType })

/**
 * A file that devices cannot open must not get into a library. This check may take seconds, so it runs before
 * the write, which checks the permission and whether the file has arrived.
 * @throws Refused INVALID, TOO_LARGE
 */
export async function checkDocument({ app, segments: [, library = '', list], payload, me }: EntityChange): Promise<void> {
  const { data } = DocumentChange.safeParse(payload)
  if (list !== 'documents' || !data?.pdf) return
  const { id } = data.pdf
  // A file that the library already has was checked when it was added.
  const [file] = await rows(
    app.storage.db,
    TypeRow,
    sql`select l.type from files f join libraries l on l.key = ${library}
        where f.id = ${id} and f.created_by = ${me.uid} and f.complete and f.path is distinct from ${`libraries/${library}`}`,
  )
  if (file) await checkOpens(app, id, { onlyRead: file.type !== 'Forms' })
}
