import { sql } from 'drizzle-orm'
import { Refused } from '../../../contract/errors.ts'
import { rows } from '../../storage/database.ts'
import type { App } from '../app.ts'

/** Returns the target of a short link. Throws Refused "Link Expired" a day after its creation. */
export async function shortLinkTarget(app: App, code: string): Promise<string | undefined> {
  const [link] = await rows<{ target: string; expired: boolean }>(
    app.storage.db,
    sql`select target, expires_at <= now() as expired from short_links where code = ${code}`,
  )
  // Not 401: the session of the reader is valid.
  if (link?.expired) throw new Refused(403, 'NOT_AUTHORIZED', 'Link Expired')
  return link?.target
}
