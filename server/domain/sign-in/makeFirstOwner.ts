import { Mobile } from '../../../contract/endpoints/sign-in.ts'
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
 * Creates the first account and its project, so that a new server can be used. Returns the uid. Throws if the
 * number is invalid.
 */
export async function makeFirstOwner(app: App, owner: FirstOwner): Promise<string> {
  if (!Mobile.safeParse(owner.mobile).success) throw new Error('OWNER_MOBILE is no number like +12025550123')
  const uid = newId()
  const team = newId()
  await app.storage.transaction(async (tx) => {
    await tx.insert(people).values({
      uid,
      name: owner.name,
      mobile: owner.mobile,
      isAdmin: true,
      ...(owner.email && { email: owner.email, emailVerified: true }),
    })
    await tx.insert(teams).values({ id: team, name: owner.project })
    await tx.insert(members).values({ team, uid, role: 'Owner' })
  })
  return uid
}
