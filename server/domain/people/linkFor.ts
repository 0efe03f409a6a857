import { signInLinkMinutes } from '../../../contract/endpoints/sign-in.ts'
import { text } from '../../i18n/text.ts'
import { Refused } from '../../../contract/Refused.ts'
import type { App } from '../app.ts'
import { countAgainst, limits } from '../limits/limits.ts'
import { makeSignInLink } from '../sign-in/makeSignInLink.ts'
import { type Person, personByUid } from '../sign-in/person.ts'
import { managedPerson } from './managedPeople.ts'
import { notManaged } from './setDisabled.ts'

/**
 * Makes a one-time sign-in link for a person of the caller's billing account who has no rights that the caller
 * lacks. Throws Refused.
 */
export async function linkFor(app: App, me: Person, uid: string, origin: string): Promise<{ link: string; minutes: number }> {
  const managed = await managedPerson(app.storage.db, me, uid)
  if (!managed) throw notManaged()
  if (managed.disabled) throw new Refused(409, 'INVALID', text('This account is disabled. Enable it first.'))
  const person = await personByUid(app.storage, uid)
  if (!managed.mayLink || !person)
    throw new Refused(403, 'FORBIDDEN', text('A sign-in link is only for people of your billing account who may do no more than you.'))
  await countAgainst(app, limits.linksByPerson, me.uid)
  await countAgainst(app, limits.linksForPerson, uid)
  return { link: await makeSignInLink(app, person, { by: me, origin }), minutes: signInLinkMinutes }
}
