import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Language } from '../../../contract/reference/languages.ts'
import { rows } from '../../storage/database.ts'
import { sqlState } from '../../storage/sqlState.ts'
import type { App } from '../app.ts'
import { addressGroup, countAgainst, limits } from '../limits/limits.ts'
import { newId } from '../newId.ts'
import { isServedNumber } from '../texts/isServedNumber.ts'
import { storeTokens } from './loginTokens.ts'
import { dropTicket, type Identity, readTicket } from './makeTicket.ts'
import { personByMobile, personByUid } from './person.ts'
import { type Guess, letIn, rightPin, type SignInOutcome } from './signInWithPin.ts'

export interface Details {
  readonly email?: string | undefined
  readonly name?: string | undefined
  readonly company?: string | undefined
  /** The ticket of a login with another system. Its e-mail has priority over the form. */
  readonly signupProvider?: string | undefined
}

/** Returns whether the call creates an account, as opposed to a sign-in. */
export const wantsAccount = ({ email, name, company, signupProvider }: Details): boolean =>
  [email, name, company, signupProvider].some((given) => given !== undefined)

const trimmed = (text: string | undefined) => text?.trim() ?? ''

/**
 * Creates an account for the holder of the number. Only after the correct PIN does the caller learn that the
 * number or e-mail is in use; the PIN then stays valid, to sign in with the number or to try another e-mail.
 */
export async function signUp(
  app: App,
  { lang, ...asked }: Guess & Details & { lang: Language },
): Promise<SignInOutcome & { exists?: boolean }> {
  const identity = asked.signupProvider === undefined ? undefined : await readTicket(app, asked.signupProvider)
  if (asked.signupProvider !== undefined && !identity) return { code: 'LOGIN_EXPIRED' }
  const name = trimmed(asked.name)
  const company = trimmed(asked.company)
  const email = trimmed(identity?.email ?? asked.email)
  if (!name || !company || !email) return { code: 'ALL_FIELDS_REQUIRED' }

  if (!isServedNumber(asked.mobile)) return { code: 'COUNTRY_NOT_SERVED' }

  let taken: (SignInOutcome & { exists?: boolean }) | undefined
  const keep = async () => {
    if (await personByMobile(app.storage, asked.mobile)) taken = { code: 'NUMBER_EXISTS', exists: true }
    else if (await emailTaken(app, email, identity)) taken = { code: 'EMAIL_EXISTS' }
    return taken !== undefined
  }
  const trouble = await rightPin(app, { ...asked, keep })
  if (trouble) return { code: trouble }
  if (taken) return taken
  await countAgainst(app, limits.accountsPerAddress, addressGroup(asked.address))
  const uid = newId()
  try {
    await app.storage.transaction(async (tx) => {
      // Another person had entered this address without verifying it.
      if (identity) await tx.execute(sql`update people set email = null where lower(email) = lower(${email}) and not email_verified`)
      await tx.execute(
        sql`insert into people (uid, name, mobile, email, email_verified, company, lang)
            values (${uid}, ${name}, ${asked.mobile}, ${email}, ${identity !== undefined}, ${company}, ${lang})`,
      )
      if (identity) {
        await tx.execute(
          sql`insert into logins (provider, subject, uid, email) values (${identity.provider}, ${identity.subject}, ${uid}, ${identity.email})`,
        )
        await storeTokens(app, tx, { ...identity, uid, sealed: identity.tokens })
      }
    })
  } catch (error) {
    // The same form was sent twice at once: the other request created the account.
    if (sqlState(error) === '23505') return { code: 'NUMBER_EXISTS', exists: true }
    throw error
  }
  if (asked.signupProvider !== undefined) await dropTicket(app, asked.signupProvider)
  return letIn(app, await personByUid(app.storage, uid))
}

const VerifiedRow = z.object({ verified: z.boolean() })

async function emailTaken(app: App, email: string, identity: Identity | undefined): Promise<boolean> {
  const [found] = await rows(
    app.storage.db,
    VerifiedRow,
    sql`select email_verified as verified from people where lower(email) = lower(${email})`,
  )
  return found !== undefined && (found.verified || !identity)
}
