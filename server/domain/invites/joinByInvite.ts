import { sql } from 'drizzle-orm'
import type { Language } from '../../../contract/reference/languages.ts'
import { rows } from '../../storage/database.ts'
import type { App } from '../app.ts'
import { addressGroup, countAgainst, limits } from '../limits/limits.ts'
import { newId } from '../newId.ts'
import { personByUid } from '../sign-in/person.ts'
import { letIn, type SignInOutcome } from '../sign-in/signInWithPin.ts'
import { admit, openInvite } from './openInvite.ts'

interface Joining {
  readonly token: string
  readonly name: string
  readonly lang: Language
  /** The address of the request. */
  readonly address: string
}

/**
 * Creates an account for an invited person, signs it in, and accepts the invitation. It needs neither a number nor a
 * mailbox: where no PIN can be sent, the invitation is the way in. Throws Refused for an invalid invitation.
 */
export async function joinByInvite(app: App, { token, name, lang, address }: Joining): Promise<SignInOutcome> {
  if (name.trim() === '') return { code: 'ALL_FIELDS_REQUIRED' }
  await countAgainst(app, limits.accountsPerAddress, addressGroup(address))
  const uid = newId()
  const isTaken = await app.storage.transaction(async (tx) => {
    const invite = await openInvite(tx, token)
    const { email, mobile } = invite
    if (email !== '' && (await rows(tx, sql`select 1 from people where lower(email) = lower(${email})`)).length > 0) return true
    // The link went to the number alone, so the person who has it owns the number.
    if (mobile !== null && (await rows(tx, sql`select 1 from people where mobile = ${mobile}`)).length > 0) return true
    // The inviter may have seen the link, so it does not prove that the address is theirs.
    await tx.execute(
      sql`insert into people (uid, name, email, mobile, lang) values (${uid}, ${name.trim()}, ${email || null}, ${mobile}, ${lang})`,
    )
    await admit(tx, invite, uid)
    return false
  })
  return isTaken ? { code: 'EMAIL_EXISTS' } : letIn(app, await personByUid(app.storage, uid))
}
