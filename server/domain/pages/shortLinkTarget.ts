import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { Refused } from '../../../contract/Refused.ts'
import { rows } from '../../storage/database.ts'
import type { App } from '../app.ts'
import { text } from '../../i18n/text.ts'

const ShortLinkRow = z.object({ target: z.string(), expired: z.boolean() })

/** Returns the target of a short link. Throws Refused "Link Expired" a day after its creation. */
export async function shortLinkTarget(app: App, code: string): Promise<string | undefined> {
  const [link] = await rows(
    app.storage.db,
    ShortLinkRow,
    sql`select target, expires_at <= now() as expired from short_links where code = ${code}`,
  )
  // Not 401: the session of the reader is valid.
  if (link?.expired) throw new Refused(403, 'NOT_AUTHORIZED', text('Link Expired'))
  return link?.target
}
