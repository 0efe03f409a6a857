import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { Refused } from '../../../contract/Refused.ts'
import { rows } from '../../storage/database.ts'
import type { Storage } from '../../storage/storage.ts'
import { getRecord } from '../records/listRecords.ts'
import type { Person } from '../sign-in/person.ts'
import type { ArrivedLink } from './keepLink.ts'

/**
 * Returns the link with the record path only if it may count for that record. A save counts for the record
 * that accepted it (`place`). A discarded save and an action count if the record does not exist, or if the
 * sender has saved it or may read it. Otherwise the link counts in its chain only: a sender must not add
 * evidence to a record of other people.
 */
export async function linkPlace(
  storage: Storage,
  link: ArrivedLink,
  { person, place }: { person: Person | undefined; place: string | undefined },
): Promise<ArrivedLink> {
  const counts = place === undefined ? await mayNameRecord(storage, link, person) : place === link.path
  return counts ? link : { ...link, path: '' }
}

const PlaceRow = z.object({ open: z.boolean(), own: z.boolean() })

async function mayNameRecord(storage: Storage, { path, actor, carriedBy }: ArrivedLink, person: Person | undefined): Promise<boolean> {
  const [known] = await rows(
    storage.db,
    PlaceRow,
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
    if (error instanceof Refused && error.status < 500) return false
    throw error
  }
}
