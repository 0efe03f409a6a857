import { addMinutes } from 'date-fns/addMinutes'
import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto'
import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { ErrorCode } from '../../../contract/Refused.ts'
import { companyKeys, loginMinutes } from '../../../contract/endpoints/oauth.ts'
import { LoginFailed, type LoginProvider } from '../../adapters/login-provider/loginProvider.ts'
import { rows } from '../../storage/database.ts'
import type { App } from '../app.ts'
import { type Identity, makeTicket, useTicket } from './makeTicket.ts'
import { sealTokens, storeTokens } from './loginTokens.ts'
import { type Person, personByUid } from './person.ts'
import { letIn, type SignInOutcome } from './signInWithPin.ts'

export const providerOf = (app: App, key: string): LoginProvider | undefined => app.loginProviders.find((one) => one.key === key)

const redirectUri = (origin: string, provider: LoginProvider) => `${origin}/oauth/callback/${provider.key}`

/**
 * The login state while the person is at the provider: in a cookie, or in the database if the answer brings no
 * cookie. It is sealed, so it can be neither read nor forged.
 */
const Away = z.object({
  provider: z.string(),
  state: z.string(),
  verifier: z.string(),
  nonce: z.string(),
  challenge: z.string(),
  until: z.number(),
})
type Away = z.output<typeof Away>

const sealKey = (app: App) => createHmac('sha256', app.pepper).update('login under way').digest()

function seal(app: App, away: Away): string {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', sealKey(app), iv)
  return Buffer.concat([iv, cipher.update(JSON.stringify(away)), cipher.final(), cipher.getAuthTag()]).toString('base64url')
}

function unseal(app: App, cookie: string): Away | undefined {
  try {
    const bytes = Buffer.from(cookie, 'base64url')
    const decipher = createDecipheriv('aes-256-gcm', sealKey(app), bytes.subarray(0, 12))
    decipher.setAuthTag(bytes.subarray(-16))
    const text = Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]).toString()
    const away = Away.safeParse(JSON.parse(text)).data
    return away && away.until > Date.now() ? away : undefined
  } catch {
    return undefined
  }
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('base64url')

async function keepRequest(app: App, state: string, sealed: string): Promise<void> {
  await app.storage.db.execute(
    sql`insert into login_requests (state_sha256, sealed, expires_at)
        values (${sha256(state)}, ${sealed}, now() + make_interval(mins => ${loginMinutes}))`,
  )
}

const SealedRow = z.object({ sealed: z.string() })

/** Returns the login state of this request, once; undefined if it has been answered or has expired. */
async function takeRequest(app: App, state: string): Promise<string | undefined> {
  const [found] = await rows(
    app.storage.db,
    SealedRow,
    sql`delete from login_requests where state_sha256 = ${sha256(state)} and expires_at > now() returning sealed`,
  )
  return found?.sealed
}

interface Beginning {
  readonly provider: LoginProvider
  readonly origin: string
  readonly challenge: string
  /** Several people use the device: the provider may still know the one before. */
  readonly askAgain: boolean
}

/**
 * Starts a login: returns the address of the provider, and the cookie unless the answer brings none; undefined if the
 * provider cannot be asked.
 */
export async function beginLogin(
  app: App,
  { provider, origin, challenge, askAgain }: Beginning,
): Promise<{ address: string; cookie: string | undefined } | undefined> {
  const state = randomBytes(24).toString('base64url')
  const begun = await provider.begin({ redirectUri: redirectUri(origin, provider), state, askAgain }).catch((error: unknown) => {
    if (!(error instanceof LoginFailed)) throw error
    noteFailure(app, provider, error)
    return undefined
  })
  if (!begun) return undefined
  const { address, verifier, nonce } = begun
  const until = addMinutes(new Date(), loginMinutes).getTime()
  const sealed = seal(app, { provider: provider.key, state, verifier, nonce, challenge, until })
  if (!provider.answersByForm) return { address, cookie: sealed }
  await keepRequest(app, state, sealed)
  return { address, cookie: undefined }
}

export type LoginReturn =
  | { challenge: string; ticket: string }
  | { challenge: string | undefined; code: ErrorCode | 'LOGIN_CANCELLED' | 'LOGIN_FAILED' | 'UNAVAILABLE' }

/** Completes a login when the provider sends the same browser back. `sealed` is the state of the login. */
export async function endLogin(
  app: App,
  { provider, origin, sealed, answer }: { provider: LoginProvider; origin: string; sealed: string | undefined; answer: URLSearchParams },
): Promise<LoginReturn> {
  const away = sealed === undefined ? undefined : unseal(app, sealed)
  if (away?.provider !== provider.key) return { challenge: undefined, code: 'LOGIN_EXPIRED' }
  const { challenge, state, verifier, nonce } = away
  try {
    const { tokens, name, ...account } = await provider.finish({
      redirectUri: redirectUri(origin, provider),
      state,
      verifier,
      nonce,
      answer,
    })
    const identity: Identity = {
      provider: provider.key,
      ...account,
      name: storable(name),
      ...(tokens && { tokens: sealTokens(app, tokens) }),
    }
    return { challenge, ticket: await makeTicket(app, identity, challenge) }
  } catch (error) {
    if (!(error instanceof LoginFailed)) throw error
    if (!error.denied) noteFailure(app, provider, error)
    return { challenge, code: codeOf(error) }
  }
}

function noteFailure(app: App, { key }: LoginProvider, { message }: LoginFailed): void {
  app.log.warn({ provider: key, reason: message }, 'a login with another system failed')
}

/** The name of a person at the provider: at most 100 characters, and none that the database refuses. */
const storable = (name: string): string => [...name.replaceAll(/[\p{Cc}\p{Cs}]/gu, ' ').trim()].slice(0, 100).join('')

/**
 * Completes a login when the provider lets the browser post its answer. Returns undefined for an answer to no request:
 * the person began at the portal of the provider, and a login of ours has to begin first.
 */
export async function endFormLogin(
  app: App,
  { provider, origin, answer }: { provider: LoginProvider; origin: string; answer: URLSearchParams },
): Promise<LoginReturn | undefined> {
  const sealed = await takeRequest(app, answer.get('RelayState') ?? '')
  if (sealed === undefined && provider.isUnasked?.(answer)) return undefined
  return endLogin(app, { provider, origin, sealed, answer })
}

/** The SAML metadata of this server; undefined if there is no such provider. */
export function metadataFor(app: App, { key, origin }: { key: string; origin: string }): string | undefined {
  const provider = providerOf(app, key)
  return provider?.metadata?.(redirectUri(origin, provider))
}

function codeOf({ denied, unavailable }: LoginFailed) {
  if (denied) return 'LOGIN_CANCELLED'
  return unavailable ? 'UNAVAILABLE' : 'LOGIN_FAILED'
}

export type Finished = SignInOutcome | { signup: { email: string; name: string; provider: string } }

const UidRow = z.object({ uid: z.string() })
const SameAddressRow = z.object({ uid: z.string(), hasOther: z.boolean() })

/** Apart from capitals of ASCII: many databases fold other letters as well, such as the Kelvin sign to a k. */
const isSameAddress = ({ email }: Identity): SQL => sql`lower(email collate "C") = lower(${email}::text collate "C")`

/**
 * The beginning of the subjects of a company's provider (adapters/login-provider). After a company has changed its provider,
 * all its people have other subjects: their accounts at the provider before say nothing about them.
 */
const issuerOf = ({ provider, subject }: Identity): string =>
  companyKeys.some((key) => key === provider) ? subject.slice(0, subject.indexOf(' ') + 1) : ''

/**
 * Exchanges the ticket of a login. Signs in the person with this identity, or with the same e-mail if both
 * sides have verified it, unless that person has another account there (issuerOf): companies give the address of a
 * person who left to the next one. Otherwise returns a sign-up with that e-mail.
 */
export async function finishLogin(app: App, asked: { ticket: string; secret: string }): Promise<Finished> {
  const identity = await useTicket(app, asked)
  if (!identity) return { code: 'LOGIN_EXPIRED' }
  const joined = await joinedTo(app, identity)
  if (joined !== undefined) return letIn(app, await personByUid(app.storage, joined))
  if (identity.email === '') return { code: 'EMAIL_NOT_VERIFIED' }
  const [same] = await rows(
    app.storage.db,
    SameAddressRow,
    sql`select uid, exists (select 1 from logins l where l.uid = people.uid and l.provider = ${identity.provider}
          and starts_with(l.subject, ${issuerOf(identity)}::text)) as "hasOther"
        from people where lower(email) = lower(${identity.email}) and ${isSameAddress(identity)} and email_verified`,
  )
  if (same?.hasOther) return { code: 'EMAIL_EXISTS' }
  const person = same && (await personByUid(app.storage, same.uid))
  if (person) {
    if (!person.disabled) await join(app, identity, person.uid)
    return letIn(app, person)
  }
  return { signup: { email: identity.email, name: identity.name, provider: await makeTicket(app, identity) } }
}

/**
 * Links the identity of the ticket to the signed-in person. Returns undefined on success, or an error code.
 * An identity belongs to one person only.
 */
export async function linkLogin(app: App, me: Person, asked: { ticket: string; secret: string }): Promise<ErrorCode | undefined> {
  const identity = await useTicket(app, asked)
  if (!identity) return 'LOGIN_EXPIRED'
  if ((await join(app, identity, me.uid)) !== me.uid) return 'LINKED_ELSEWHERE'
  await app.storage.db.execute(sql`update people set email_verified = true where uid = ${me.uid} and ${isSameAddress(identity)}`)
  return undefined
}

/** Returns whose login this is. `own`: only the login of this person takes the new tokens. */
async function joinedTo(app: App, { provider, subject, tokens }: Identity, own?: string): Promise<string | undefined> {
  const uid = await app.storage.transaction(async (tx) => {
    const [found] = await rows(
      tx,
      UidRow,
      sql`update logins set used_at = now() where provider = ${provider} and subject = ${subject} returning uid`,
    )
    if (found && (own ?? found.uid) === found.uid) await storeTokens(app, tx, { provider, subject, uid: found.uid, sealed: tokens })
    return found?.uid
  })
  app.storage.jobSignal.notify()
  return uid
}

/** Returns the uid that the identity belongs to afterwards. */
async function join(app: App, identity: Identity, uid: string): Promise<string | undefined> {
  const { provider, subject, email } = identity
  await app.storage.db.execute(
    sql`insert into logins (provider, subject, uid, email) values (${provider}, ${subject}, ${uid}, ${email || null}) on conflict do nothing`,
  )
  return joinedTo(app, identity, uid)
}
