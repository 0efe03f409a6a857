import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { signInLinkAddress, signInLinkMinutes } from '../../../contract/endpoints/sign-in.ts'
import { rows, type Transaction } from '../../storage/database.ts'
import { addressOf, type App } from '../app.ts'
import { type Actor, writeAudit } from '../audit/writeAudit.ts'
import { addressGroup, countAgainst, limits } from '../limits/limits.ts'
import { managedPerson } from '../people/managedPeople.ts'
import { type Person, personByMobile, personByUid } from './person.ts'
import { letIn, type SignInOutcome } from './signInWithPin.ts'

const sha256 = (token: string) => createHash('sha256').update(token).digest('base64url')

/**
 * Returns the address of a link that signs the person in once. The database stores only its SHA-256 hash, and a
 * new link replaces the one before. The token is in the fragment, which browsers send to no server. `origin` is
 * used without PUBLIC_URL.
 */
export async function makeSignInLink(
  app: App,
  person: Person,
  { by, origin }: { by: Actor; origin?: string | undefined },
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await app.storage.transaction(async (tx) => {
    await tx.execute(
      sql`insert into sign_in_links (uid, token_sha256, expires_at, made_by)
          values (${person.uid}, ${sha256(token)}, now() + make_interval(mins => ${signInLinkMinutes}), ${by === 'command' ? null : by.uid})
          on conflict (uid) do update
            set token_sha256 = excluded.token_sha256, expires_at = excluded.expires_at, made_by = excluded.made_by`,
    )
    await writeAudit(tx, { what: 'link.made', actor: by, subject: person })
  })
  return `${addressOf(app, origin)}${signInLinkAddress}#${token}`
}

/** The answer to `npm run sign-in-link -- NUMBER`. */
export async function signInLinkByNumber(app: App, mobile: string, origin: string): Promise<string> {
  const person = await personByMobile(app.storage, mobile)
  if (!person) return `Nobody has the number ${mobile}. Write it like +12025550123.`
  if (person.disabled) return `The account of ${person.name} is disabled. Enable it first.`
  return linkWords(person, await makeSignInLink(app, person, { by: 'command', origin }))
}

export const linkWords = ({ name }: Pick<Person, 'name'>, link: string): string =>
  `${name} signs in once with this link, within ${signInLinkMinutes} minutes. Give it to nobody else:\n  ${link}`

const TakenRow = z.object({ uid: z.string(), name: z.string(), madeBy: z.nullable(z.string()) })

/**
 * Returns whether the person who made a link may still make it: rights of both may have changed since. A link of a
 * command has no such person.
 */
async function isStillGiven(tx: Transaction, { uid, madeBy }: z.infer<typeof TakenRow>): Promise<boolean> {
  if (madeBy === null) return true
  const giver = await personByUid({ db: tx }, madeBy)
  return giver !== undefined && !giver.disabled && (await managedPerson(tx, giver, uid))?.mayLink === true
}

/** Signs in the person of a link, which is then used up. */
export async function signInWithLink(app: App, { token, address }: { token: string; address: string }): Promise<SignInOutcome> {
  await countAgainst(app, limits.linksPerAddress, addressGroup(address))
  const uid = await app.storage.transaction(async (tx) => {
    const [taken] = await rows(
      tx,
      TakenRow,
      sql`delete from sign_in_links l using people p
          where l.token_sha256 = ${sha256(token)} and l.expires_at > now() and p.uid = l.uid
          returning p.uid, p.name, l.made_by as "madeBy"`,
    )
    if (!taken || !(await isStillGiven(tx, taken))) return undefined
    await writeAudit(tx, { what: 'link.used', actor: taken, subject: taken })
    return taken.uid
  })
  if (uid === undefined) return { code: 'LINK_EXPIRED' }
  return letIn(app, await personByUid(app.storage, uid))
}
