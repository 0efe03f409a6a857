import { sql } from 'drizzle-orm'
import { Refused } from '../../../contract/errors.ts'
import { rows } from '../../storage/database.ts'
import type { Storage } from '../../storage/storage.ts'
import { getRecord } from '../records/readRecords.ts'
import type { Person } from '../sign-in/person.ts'
import type { ArrivedLink } from './links.ts'

/**
 * The link with the record that it may count for. A save counts for the record that it was accepted for (`place`) and no other; what was
 * discarded, and an action, only where its sender has saved the record or may read it. Otherwise it counts in its chain alone: nobody adds to
 * the evidence of a foreign record.
 */
export async function linkPlace(
  storage: Storage,
  link: ArrivedLink,
  { person, place }: { person: Person | undefined; place: string | undefined },
): Promise<ArrivedLink> {
  const counts = place === undefined ? await mayNameRecord(storage, link, person) : place === link.path
  return counts ? link : { ...link, path: '' }
}

async function mayNameRecord(storage: Storage, { path, actor, carriedBy }: ArrivedLink, person: Person | undefined): Promise<boolean> {
  const [known] = await rows<{ open: boolean; own: boolean }>(
    storage.db,
    sql`select not exists (select 1 from records where path = ${path}) as open,
          exists (select 1 from receipts where path = ${path} and actor = ${actor} and status = 'applied'
            and (${person !== undefined}::boolean or device = ${carriedBy})) as own`,
  )
  if (known?.open || known?.own) return true
  if (!person) return false
  try {
    await getRecord(storage, { path, person })
    return true
  } catch (error) {
    if (error instanceof Refused) return false
    throw error
  }
}
