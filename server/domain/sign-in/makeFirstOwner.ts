import { sql } from 'drizzle-orm'
import { Mobile } from '../../../contract/endpoints/sign-in.ts'
import { rows } from '../../storage/database.ts'
import { members, people, teams } from '../../storage/schema.ts'
import type { App } from '../app.ts'
import { newId } from '../newId.ts'

export interface FirstOwner {
  readonly mobile: string
  readonly name: string
  readonly project: string
  /** The person who starts the server vouches for the address. */
  readonly email?: string | undefined
}

/**
 * Creates the first account and its project, so that a new server can be used. Returns the uid, or undefined if
 * there are people already. Of servers that start together, one creates them. Throws if the number is invalid.
 */
export async function makeFirstOwner(app: App, owner: FirstOwner): Promise<string | undefined> {
  if (!Mobile.safeParse(owner.mobile).success) throw new Error('OWNER_MOBILE is no number like +12025550123')
  const uid = newId()
  const team = newId()
  return app.storage.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('first owner'))`)
    if ((await rows(tx, sql`select 1 from people limit 1`)).length > 0) return undefined
    await tx.insert(people).values({
      uid,
      name: owner.name,
      mobile: owner.mobile,
      isAdmin: true,
      ...(owner.email && { email: owner.email, emailVerified: true }),
    })
    await tx.insert(teams).values({ id: team, name: owner.project })
    await tx.insert(members).values({ team, uid, role: 'Owner' })
    return uid
  })
}
