import { type Appointment, appointments } from '../../../contract/endpoints/people/listPeople.ts'
import type { App } from '../app.ts'
import { moveFiles } from '../files/moveFiles.ts'
import { personByMobile } from '../sign-in/person.ts'
import { signInLinkByNumber } from '../sign-in/makeSignInLink.ts'
import { appoint } from './appoint.ts'

const usage = `Commands:
  npm run sign-in-link -- NUMBER                         a link that signs this person in once
  npm run appoint -- NUMBER administrator|beta [off]     a product administrator or beta user, or no longer
  npm run files:move                                     the files of the data folder into the bucket of FILES_URL
  npm run files:adopt                                    the files of FILES_URL or DATA_DIR belong to this database from now on`

/**
 * Answers a command of a person with access to the data folder (npm run sign-in-link, npm run appoint, npm
 * run files:move, npm run files:adopt). `origin` is the address of this server on this computer.
 */
export async function runCommand(app: App, [name, mobile, ...rest]: readonly string[], origin: string): Promise<string> {
  if (name === 'files:move' && mobile === undefined) return await moveFiles(app)
  if (name === 'files:adopt' && mobile === undefined) return await app.filesOwner.adopt()
  if (mobile === undefined) return usage
  if (name === 'sign-in-link' && rest.length === 0) return await signInLinkByNumber(app, mobile, origin)
  if (name === 'appoint') return await appointByNumber(app, mobile, rest)
  return usage
}

async function appointByNumber(app: App, mobile: string, [as, off]: readonly string[]): Promise<string> {
  const role = appointments.find((known) => known === as)
  if (role === undefined || (off !== undefined && off !== 'off')) return usage
  const person = await personByMobile(app.storage, mobile)
  if (!person) return `Nobody has the number ${mobile}. Write it like +12025550123.`
  await appoint(app, { uid: person.uid, as: role, on: off === undefined, by: 'command' })
  return `${person.name} is ${off === undefined ? 'now' : 'no longer'} ${namesOf[role]}.`
}

const namesOf: Readonly<Record<Appointment, string>> = { administrator: 'a product administrator', beta: 'a beta user' }
