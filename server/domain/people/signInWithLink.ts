import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { rows, type Transaction } from '../../storage/database.ts'
import type { App } from '../app.ts'
import { writeAudit } from '../audit/writeAudit.ts'
import { addressGroup, countAgainst, limits } from '../limits/limits.ts'
import { hashOfLink } from '../sign-in/makeSignInLink.ts'
import { personByUid } from '../sign-in/person.ts'
import { letIn, type SignInOutcome } from '../sign-in/signInWithPin.ts'
import { managedPerson } from './managedPeople.ts'

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
          where l.token_sha256 = ${hashOfLink(token)} and l.expires_at > now() and p.uid = l.uid
          returning p.uid, p.name, l.made_by as "madeBy"`,
    )
    if (!taken || !(await isStillGiven(tx, taken))) return undefined
    await writeAudit(tx, { what: 'link.used', actor: taken, subject: taken })
    return taken.uid
  })
  if (uid === undefined) return { code: 'LINK_EXPIRED' }
  return letIn(app, await personByUid(app.storage, uid))
}
