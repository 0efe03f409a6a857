import { randomInt } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { shortLinkHours } from '../../../contract/endpoints/actions.ts'
import { Refused } from '../../../contract/Refused.ts'
import { addressOf, type App } from '../app.ts'
import { pageData } from './pageData.ts'
import { anonymous } from '../records/person.ts'
import type { Person } from '../sign-in/person.ts'
import { text } from '../../i18n/text.ts'

/** Excludes characters that look alike when a link is read aloud or typed from paper. */
const signs = 'abcdefghjkmnpqrstuvwxyz23456789'

export interface LinkWish {
  /** `frontend/forms/…`, with or without a leading slash. */
  readonly target: string
  readonly search: string
  readonly person: Person | undefined
  readonly device: string
  /** The origin of the request. */
  readonly origin: string
}

/**
 * Makes a short link to a page that the caller may open. It expires after a day, and each reader needs their
 * own permission. Throws Refused INVALID for an invalid page, and the refusals of the page.
 */
export async function makeShortLink(app: App, { target, search, person, device, origin }: LinkWish): Promise<{ shortlink: string }> {
  const page = /^\/?(?:frontend\/)?([^/].*)$/.exec(target)?.[1]
  if (page === undefined || page.startsWith('s/')) {
    throw new Refused(400, 'INVALID', text('There is no page to share at this address.'), {
      details: [{ path: 'address', message: 'expected /api/link/ and a page, such as /api/link/frontend/forms/hazard-report' }],
    })
  }
  await pageData(app, { path: `${page}.json`, search, person, device })
  const code = Array.from({ length: 10 }, () => signs[randomInt(signs.length)]).join('')
  await app.storage.db.execute(
    sql`insert into short_links (code, target, created_by, expires_at)
        values (${code}, ${`/frontend/${page}${search ? `?${search}` : ''}`}, ${person?.uid ?? anonymous}, now() + make_interval(hours => ${shortLinkHours}))`,
  )
  return { shortlink: `${addressOf(app, origin)}/frontend/s/${code}` }
}
