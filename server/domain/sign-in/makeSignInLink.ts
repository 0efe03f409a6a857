import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { signInLinkAddress, signInLinkMinutes } from '../../../contract/endpoints/sign-in.ts'
import { addressOf, type App } from '../app.ts'
import { type Actor, writeAudit } from '../audit/writeAudit.ts'
import { type Person, personByMobile } from './person.ts'

/** The form in which the database stores the token of a link. */
export const hashOfLink = (token: string) => createHash('sha256').update(token).digest('base64url')

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
          values (${person.uid}, ${hashOfLink(token)}, now() + make_interval(mins => ${signInLinkMinutes}), ${by === 'command' ? null : by.uid})
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
