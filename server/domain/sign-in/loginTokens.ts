import { addSeconds } from 'date-fns/addSeconds'
import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { ProviderKey } from '../../../contract/endpoints/oauth.ts'
import { Refused } from '../../../contract/Refused.ts'
import { LoginEnded, type LoginProvider, type LoginTokens } from '../../adapters/login-provider/loginProvider.ts'
import { addJob, type Job } from '../../storage/addJob.ts'
import { type Database, rows, type Transaction } from '../../storage/database.ts'
import type { App } from '../app.ts'
import { newId } from '../newId.ts'
import { openSecret, type SecretPurpose, sealSecret } from '../sealSecret.ts'
import { text } from '../../i18n/text.ts'

/** A token that ends sooner is refreshed first, s. */
const margin = 60
/** Lease of a refresh, s: longer than one request to the provider may take. */
const refreshLease = 30

/** Jobs: tokens to revoke at their provider, and writes that may continue. */
export const revokeJob = 'login.revoke'
export const loginBackJob = 'login.back'

const Sealed = z.object({ access: z.string(), refresh: z.optional(z.string()), until: z.number() })

export const sealTokens = (app: App, tokens: LoginTokens): string => sealSecret(app, 'login', JSON.stringify(tokens))
function openTokens(app: App, sealed: string): LoginTokens | undefined {
  const text = openIfPossible(app, 'login', sealed)
  return text === undefined ? undefined : Sealed.parse(JSON.parse(text))
}

/** Returns undefined if the secret of the server has changed since: it can not be opened any more. */
export function openIfPossible(app: App, purpose: SecretPurpose, sealed: string): string | undefined {
  try {
    return openSecret(app, purpose, sealed)
  } catch {
    return undefined
  }
}

/**
 * Stores the tokens of a login that has just been completed, revokes the ones that they replace, and wakes the
 * writes that wait for them. Does nothing for a disabled person.
 */
export async function storeTokens(
  app: App,
  tx: Transaction,
  { provider, subject, uid, sealed }: { provider: string; subject: string; uid: string; sealed: string | undefined },
): Promise<void> {
  const tokens = sealed === undefined ? undefined : openTokens(app, sealed)
  if (!tokens) return
  const [old] = await rows(
    tx,
    LoginRow,
    sql`select provider, subject, access_sealed as access, refresh_sealed as refresh, false as "isFresh" from logins
        where provider = ${provider} and subject = ${subject} and uid = ${uid} and access_sealed is not null for update`,
  )
  const stored = await rows(
    tx,
    sql`update logins l set ${columns(app, tokens)}, refreshing_until = null,
          linked_at = case when access_sealed is null then now() else coalesce(linked_at, now()) end
        where provider = ${provider} and subject = ${subject} and uid = ${uid}
          and exists (select 1 from people p where p.uid = l.uid and not p.disabled) returning 1`,
  )
  if (stored.length === 0) return
  if (old) await revokeLater(app, tx, old, tokens)
  await addJob(tx, { kind: loginBackJob, key: `${loginBackJob}:${newId()}`, payload: { uid, provider } })
}

const columns = (app: App, { access, refresh, until }: LoginTokens): SQL =>
  sql`access_sealed = ${sealSecret(app, 'login', access)}, refresh_sealed = ${refresh === undefined ? null : sealSecret(app, 'login', refresh)},
      access_until = ${new Date(until).toISOString()}::timestamptz`

const LoginRow = z.object({
  provider: z.string(),
  subject: z.string(),
  access: z.string(),
  refresh: z.nullable(z.string()),
  isFresh: z.boolean(),
})
type LoginRow = Readonly<z.infer<typeof LoginRow>>

/** Refreshes of this process that are under way, by their refresh token: all who need one share it. */
const underWay = new WeakMap<App['storage'], Map<string, Promise<void>>>()

/**
 * Returns an access token of the login of this person; undefined if the person has to link the login again. Names
 * the token that the other system has refused, so that it is not returned again. Other errors may be temporary.
 */
export async function accessToken(app: App, uid: string, key: ProviderKey, refused?: string): Promise<string | undefined> {
  const provider = app.loginProviders.find((one) => one.key === key)
  if (!provider) return undefined
  // Each round ends a login, refreshes one, or sees the result of another server.
  for (let round = 0; round < 4; round++) {
    const [login] = await rows(
      app.storage.db,
      LoginRow,
      sql`select l.provider, l.subject, l.access_sealed as access, l.refresh_sealed as refresh,
            l.access_until > ${addSeconds(new Date(), margin).toISOString()}::timestamptz as "isFresh"
          from logins l join people p on p.uid = l.uid and not p.disabled
          where l.uid = ${uid} and l.provider = ${key} and l.access_sealed is not null order by l.linked_at desc, l.subject limit 1`,
    )
    if (!login) return undefined
    const access = openIfPossible(app, 'login', login.access)
    if (access === undefined) await endTokens(app.storage.db, login)
    else if (login.isFresh && access !== refused) return access
    else await refreshOnce(app, provider, login)
  }
  throw new Error('the login changes too often')
}

function refreshOnce(app: App, provider: LoginProvider, login: LoginRow): Promise<void> {
  const running = underWay.get(app.storage) ?? new Map<string, Promise<void>>()
  underWay.set(app.storage, running)
  const known = running.get(login.access)
  if (known) return known
  const refresh = refreshTokens(app, provider, login).finally(() => running.delete(login.access))
  running.set(login.access, refresh)
  return refresh
}

/** Whether the row still has the tokens that this refresh started with: a new login or an unlink has priority. */
const unchanged = ({ provider, subject, access }: LoginRow): SQL =>
  sql`provider = ${provider} and subject = ${subject} and access_sealed = ${access}`

async function refreshTokens(app: App, provider: LoginProvider, login: LoginRow): Promise<void> {
  const { db } = app.storage
  const refresh = login.refresh === null ? undefined : openIfPossible(app, 'login', login.refresh)
  if (refresh === undefined) return endTokens(db, login)
  const mine = await rows(
    db,
    sql`update logins set refreshing_until = now() + ${refreshLease}::float8 * interval '1 second'
        where ${unchanged(login)} and (refreshing_until is null or refreshing_until < now()) returning 1`,
  )
  if (mine.length === 0) {
    const same = await rows(db, sql`select 1 from logins where ${unchanged(login)}`)
    if (same.length > 0) throw new Error('another server refreshes this login')
    return
  }
  let tokens: LoginTokens
  try {
    tokens = await provider.refresh(refresh)
  } catch (error) {
    if (error instanceof LoginEnded) return endTokens(db, login)
    await db.execute(sql`update logins set refreshing_until = null where ${unchanged(login)}`)
    throw error
  }
  const stored = await rows(
    db,
    sql`update logins set ${columns(app, tokens)}, refreshing_until = null where ${unchanged(login)} returning 1`,
  )
  // Unlinked or disabled meanwhile, or linked again: no person knows these tokens.
  if (stored.length === 0) await addRevokeJob(db, login.provider, sealTokens(app, tokens))
}

/** The login stays linked for signing in; the person has to link it again before bots write with it. */
async function endTokens(db: Database, login: LoginRow): Promise<void> {
  await db.execute(
    sql`update logins set access_sealed = null, refresh_sealed = null, access_until = null, linked_at = null, refreshing_until = null
        where ${unchanged(login)}`,
  )
}

/** The other system refuses this access token although it was refreshed: only linking the login again helps. */
export async function endRefused(app: App, uid: string, key: ProviderKey, refused: string): Promise<void> {
  const found = await rows(
    app.storage.db,
    LoginRow,
    sql`select provider, subject, access_sealed as access, refresh_sealed as refresh, false as "isFresh" from logins
        where uid = ${uid} and provider = ${key} and access_sealed is not null`,
  )
  for (const login of found) if (openIfPossible(app, 'login', login.access) === refused) await endTokens(app.storage.db, login)
}

const addRevokeJob = (db: Database | Transaction, provider: string, sealed: string) =>
  addJob(db, { kind: revokeJob, key: `${revokeJob}:${newId()}`, payload: { provider, sealed } })

/** Revokes the tokens of this row after the commit, except those that are `kept`. */
async function revokeLater(app: App, tx: Transaction, login: LoginRow, kept?: LoginTokens): Promise<void> {
  const access = openIfPossible(app, 'login', login.access)
  const refresh = login.refresh === null ? undefined : openIfPossible(app, 'login', login.refresh)
  // A provider may give the same token again.
  const tokens = { access: access === kept?.access ? undefined : access, refresh: refresh === kept?.refresh ? undefined : refresh }
  if (tokens.access === undefined && tokens.refresh === undefined) return
  await addRevokeJob(tx, login.provider, sealTokens(app, { access: tokens.access ?? '', refresh: tokens.refresh, until: 0 }))
}

/** Deletes the tokens of a person, and revokes them at their providers after the commit. */
export async function dropTokens(app: App, tx: Transaction, uid: string, provider?: string): Promise<void> {
  const found = await rows(
    tx,
    LoginRow,
    sql`select provider, subject, access_sealed as access, refresh_sealed as refresh, false as "isFresh" from logins
        where uid = ${uid} and access_sealed is not null and provider = coalesce(${provider ?? null}, provider) for update`,
  )
  for (const login of found) {
    await revokeLater(app, tx, login)
    await tx.execute(
      sql`update logins set access_sealed = null, refresh_sealed = null, access_until = null, linked_at = null, refreshing_until = null
          where ${unchanged(login)}`,
    )
  }
}

const Revoke = z.object({ provider: z.optional(z.string()), sealed: z.optional(z.string()) })

/** The job that revokes tokens at their provider. Its payload is sealed. */
export async function revokeTokens(app: App, job: Job): Promise<void> {
  const { provider: key, sealed } = z.parse(Revoke, job.payload)
  // An earlier run revoked the tokens and deleted them here.
  if (sealed === undefined) return
  const tokens = openTokens(app, sealed)
  if (tokens) await app.loginProviders.find((one) => one.key === key)?.revoke(tokens)
  await app.storage.db.execute(sql`update jobs set payload = '{}'::jsonb where id = ${job.id}`)
}

const WayRow = z.object({ isLast: z.boolean() })

/** Unlinks the accounts of one system from this person. Throws Refused if the person could not sign in afterwards. */
export async function unlinkLogin(app: App, me: { readonly uid: string }, provider: ProviderKey): Promise<void> {
  await app.storage.transaction(async (tx) => {
    const [way] = await rows(
      tx,
      WayRow,
      sql`select p.mobile is null and not exists (select 1 from logins l where l.uid = p.uid and l.provider <> ${provider}) as "isLast"
          from people p where p.uid = ${me.uid} for update`,
    )
    if (way?.isLast !== false) throw new Refused(403, 'FORBIDDEN', text('This is your only way to sign in. Add a mobile number first.'))
    await dropTokens(app, tx, me.uid, provider)
    await tx.execute(sql`delete from logins where uid = ${me.uid} and provider = ${provider}`)
  })
  app.storage.jobSignal.notify()
}
