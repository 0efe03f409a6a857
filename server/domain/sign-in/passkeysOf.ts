import { minutesToMilliseconds } from 'date-fns/minutesToMilliseconds'
import { createHash, randomBytes } from 'node:crypto'
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { Refused } from '../../../contract/Refused.ts'
import {
  challengeMinutes,
  mostPasskeys,
  type NewCredential,
  type Passkey,
  type ShownCredential,
} from '../../../contract/endpoints/passkeys.ts'
import { permissions } from '../../../contract/rules/permissions.ts'
import { type Database, rows, type Transaction } from '../../storage/database.ts'
import { fromJson } from '../../storage/jsonDocument.ts'
import { type App, addressOf } from '../app.ts'
import { faultOf } from './faultOf.ts'
import { boundBy, isPasskeyRequired } from './isPasskeyRequired.ts'
import { type Person, personByUid } from './person.ts'
import { letIn, type SignInOutcome } from './signInWithPin.ts'
import { text } from '../../i18n/text.ts'

/** Lazy import: half a megabyte of parsers that most servers never need. */
const webauthn = () => import('@simplewebauthn/server')

const sha256 = (text: string) => createHash('sha256').update(text).digest('base64url')

/** Passkeys are bound to the host that people open: its name, and the origin that the browser reports. */
function site(app: App, origin: string): { rpID: string; origin: string } {
  const url = new URL(addressOf(app, origin))
  return { rpID: url.hostname, origin: url.origin }
}

async function makeChallenge(app: App, uid: string | undefined): Promise<Uint8Array<ArrayBuffer>> {
  const challenge = new Uint8Array(randomBytes(32))
  await app.storage.db.execute(
    sql`insert into passkey_challenges (challenge_sha256, uid, expires_at)
        values (${sha256(Buffer.from(challenge).toString('base64url'))}, ${uid ?? null}, now() + make_interval(mins => ${challengeMinutes}))`,
  )
  return challenge
}

/** Consumes a challenge: it is valid once, for the person it was made for. */
async function takeChallenge(app: App, challenge: string, uid: string | undefined): Promise<boolean> {
  const taken = await rows(
    app.storage.db,
    sql`delete from passkey_challenges
        where challenge_sha256 = ${sha256(challenge)} and uid is not distinct from ${uid ?? null}::text and expires_at > now() returning 1`,
  )
  return taken.length > 0
}

/**
 * People who manage something may add passkeys: project roles with the permission, members of a billing
 * account, and product administrators.
 */
async function mayAdd(db: Database, me: Person): Promise<boolean> {
  if (me.isAdmin || me.teams.some(({ role }) => (permissions['passkey.add'] as readonly string[]).includes(role))) return true
  return (await rows(db, sql`select 1 from billing_members where uid = ${me.uid} limit 1`)).length > 0
}

const PasskeyRow = z.object({
  id: z.string(),
  name: z.string(),
  created: z.union([z.string(), z.date()]),
  used: z.nullable(z.union([z.string(), z.date()])),
})

export async function passkeysOf(app: App, me: Person): Promise<{ passkeys: Passkey[]; mayAdd: boolean; required: boolean }> {
  const { db } = app.storage
  const [found, may, required] = await Promise.all([
    rows(
      db,
      PasskeyRow,
      sql`select id, name, created_at as created, used_at as used from passkeys where uid = ${me.uid} order by created_at, id`,
    ),
    mayAdd(db, me),
    isPasskeyRequired(db, me.uid),
  ])
  const iso = (at: string | Date) => new Date(at).toISOString()
  return {
    passkeys: found.map(({ id, name, created, used }) => ({
      id,
      name,
      createdAt: iso(created),
      ...(used !== null && { usedAt: iso(used) }),
    })),
    mayAdd: may,
    required,
  }
}

export async function hasPasskey(app: App, uid: string): Promise<boolean> {
  return (await rows(app.storage.db, sql`select 1 from passkeys where uid = ${uid} limit 1`)).length > 0
}

/**
 * `limited`: signed in by PIN although a passkey is required. A person with a passkey must use it: a PIN is
 * not enough to add another.
 */
async function mustMayAdd(app: App, me: Person, limited: boolean): Promise<void> {
  if (!(await mayAdd(app.storage.db, me)))
    throw new Refused(403, 'FORBIDDEN', text('Passkeys are for people who manage a project or a company.'))
  if (limited && (await hasPasskey(app, me.uid)))
    throw new Refused(401, 'PASSKEY_REQUIRED', text('Sign in with the passkey that you have. An Owner of your company can reset it.'))
}

interface Asking {
  readonly me: Person
  readonly limited: boolean
  readonly origin: string
}

const PasskeyTransportsRow = z.object({ id: z.string(), transports: z.union([z.array(z.string()), z.string()]) })

export async function beginPasskey(app: App, { me, limited, origin }: Asking) {
  await mustMayAdd(app, me, limited)
  const known = await rows(app.storage.db, PasskeyTransportsRow, sql`select id, transports from passkeys where uid = ${me.uid}`)
  if (known.length >= mostPasskeys)
    throw new Refused(400, 'INVALID', text('You have {mostPasskeys} passkeys. Remove one first.'), { values: { mostPasskeys } })
  const { generateRegistrationOptions } = await webauthn()
  return generateRegistrationOptions({
    rpName: 'Muster',
    rpID: site(app, origin).rpID,
    userName: me.name,
    userDisplayName: me.name,
    userID: new Uint8Array(Buffer.from(me.uid)),
    challenge: await makeChallenge(app, me.uid),
    timeout: minutesToMilliseconds(challengeMinutes),
    attestationType: 'none',
    excludeCredentials: known.map(({ id, transports }) => ({ id, transports: transportsOf(transports) })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
}

const transportsOf = (stored: string[] | string) => fromJson<string[]>(stored)

const notAccepted = () =>
  new Refused(
    400,
    'PASSKEY_FAILED',
    text('This passkey was not accepted. Try again; it has to be used within five minutes and on this address.'),
  )

interface Adding extends Asking {
  readonly name: string
  readonly credential: z.output<typeof NewCredential>
  /** The session that adds the passkey. */
  readonly session: string
}

const CountRow = z.object({ count: z.number() })

/** Returns the id of the new passkey. Throws Refused. */
export async function addPasskey(app: App, { me, limited, origin, name, credential, session }: Adding): Promise<string> {
  await mustMayAdd(app, me, limited)
  const { verifyRegistrationResponse } = await webauthn()
  const here = site(app, origin)
  const checked = await verifyRegistrationResponse({
    response: credential as RegistrationResponseJSON,
    expectedChallenge: (challenge) => takeChallenge(app, challenge, me.uid),
    expectedOrigin: here.origin,
    expectedRPID: here.rpID,
    requireUserVerification: true,
  }).catch((error: unknown) => noteRefused(app, error))
  if (!checked?.verified) throw notAccepted()
  const made = checked.registrationInfo.credential
  return await app.storage.transaction(async (tx) => {
    const [{ count } = { count: 0 }] = await rows(
      tx,
      CountRow,
      sql`select count(*)::int as count from (select 1 from passkeys where uid = ${me.uid} for update) mine`,
    )
    if (count >= mostPasskeys)
      throw new Refused(400, 'INVALID', text('You have {mostPasskeys} passkeys. Remove one first.'), { values: { mostPasskeys } })
    const added = await rows(
      tx,
      sql`insert into passkeys (id, uid, public_key, counter, transports, name)
          values (${made.id}, ${me.uid}, ${Buffer.from(made.publicKey).toString('base64url')}, ${made.counter},
            ${JSON.stringify(made.transports ?? [])}::jsonb, ${name}) on conflict (id) do nothing returning id`,
    )
    if (added.length === 0) throw new Refused(409, 'INVALID', text('This passkey is already in use.'))
    await tx.execute(sql`update sessions set passkey = true where id = ${session} and uid = ${me.uid}`)
    await tx.execute(
      sql`update grants set passkey = true where uid = ${me.uid} and session = (select token_sha256 from sessions where id = ${session} and uid = ${me.uid})`,
    )
    return made.id
  })
}

export async function passkeyOptions(app: App, origin: string) {
  const { generateAuthenticationOptions } = await webauthn()
  return generateAuthenticationOptions({
    rpID: site(app, origin).rpID,
    challenge: await makeChallenge(app, undefined),
    timeout: minutesToMilliseconds(challengeMinutes),
    userVerification: 'required',
  })
}

const PasskeyKeyRow = z.object({
  uid: z.string(),
  key: z.string(),
  counter: z.union([z.number(), z.string()]),
  transports: z.union([z.array(z.string()), z.string()]),
})

/** Signs in the owner of the passkey. Errors give no details to the caller. */
export async function signInWithPasskey(
  app: App,
  { credential, origin }: { credential: z.output<typeof ShownCredential>; origin: string },
): Promise<SignInOutcome> {
  const { verifyAuthenticationResponse } = await webauthn()
  const here = site(app, origin)
  const [known] = await rows(
    app.storage.db,
    PasskeyKeyRow,
    sql`select uid, public_key as key, counter, transports from passkeys where id = ${credential.id}`,
  )
  if (!known) return { code: 'PASSKEY_FAILED' }
  const checked = await verifyAuthenticationResponse({
    response: credential as AuthenticationResponseJSON,
    expectedChallenge: (challenge) => takeChallenge(app, challenge, undefined),
    expectedOrigin: here.origin,
    expectedRPID: here.rpID,
    requireUserVerification: true,
    credential: {
      id: credential.id,
      publicKey: new Uint8Array(Buffer.from(known.key, 'base64url')),
      counter: Number(known.counter),
      transports: transportsOf(known.transports),
    },
  }).catch((error: unknown) => noteRefused(app, error))
  if (!checked?.verified) return { code: 'PASSKEY_FAILED' }
  const { newCounter } = checked.authenticationInfo
  // A copy of the key was used before: the counter in the database is not behind any more.
  const used = await rows(
    app.storage.db,
    sql`update passkeys set counter = ${newCounter}, used_at = now()
        where id = ${credential.id} and (counter < ${newCounter} or (counter = 0 and ${newCounter} = 0)) returning uid`,
  )
  if (used.length === 0) return { code: 'PASSKEY_FAILED' }
  return letIn(app, await personByUid(app.storage, known.uid), { passkey: true })
}

/** Logs codes without contents: only people who run the server see why a passkey was refused. */
function noteRefused(app: App, error: unknown): undefined {
  app.log.info({ why: faultOf(error) }, 'a passkey was not accepted')
  return undefined
}

const IdRow = z.object({ id: z.string() })

/**
 * Returns true if the passkey belonged to the person. Throws Refused for the last one if a company requires a
 * passkey.
 */
export async function removePasskey(app: App, me: Person, id: string): Promise<boolean> {
  return await app.storage.transaction(async (tx) => {
    const own = await rows(tx, IdRow, sql`select id from passkeys where uid = ${me.uid} for update`)
    if (!own.some((one) => one.id === id)) return false
    if (own.length === 1 && (await isPasskeyRequired(tx, me.uid)))
      throw new Refused(409, 'INVALID', text('Your company asks for a passkey, and this is your last one. Add another one first.'))
    await tx.execute(sql`delete from passkeys where id = ${id} and uid = ${me.uid}`)
    return true
  })
}

const RoleRow = z.object({ role: z.string() })

async function roleIn(db: Database | Transaction, me: Person, billing: string): Promise<string> {
  const [mine] = await rows(
    db,
    RoleRow,
    sql`select m.role from billing_members m join billing_accounts b on b.id = m.billing and not b.deleted
        where m.billing = ${billing} and m.uid = ${me.uid} and m.role in ('Owner', 'Administrator')`,
  )
  if (!mine) throw new Refused(403, 'FORBIDDEN', text('Only Owners and Administrators of the billing account may manage its passkeys.'))
  return mine.role
}

const RequiredRow = z.object({ required: z.boolean() })

const ManagerRow = z.object({ uid: z.string(), name: z.string(), passkeys: z.number() })

export async function passkeyRuleOf(app: App, me: Person, { billing, shown }: { billing: string; shown: boolean }) {
  const { db } = app.storage
  const role = await roleIn(db, me, billing)
  const [[account], people] = await Promise.all([
    rows(db, RequiredRow, sql`select require_passkey as required from billing_accounts where id = ${billing}`),
    rows(
      db,
      ManagerRow,
      sql`select p.uid, p.name, (select count(*)::int from passkeys k where k.uid = p.uid) as passkeys
          from (select distinct uid from (${boundBy(sql`bm.billing = ${billing}`)}) every_role) bound join people p on p.uid = bound.uid
          where not p.disabled order by lower(p.name), p.uid limit 500`,
    ),
  ])
  return { required: account?.required === true, mayChange: role === 'Owner', shown, people }
}

/**
 * Throws Refused. To turn the rule on, the person must have signed in with a passkey, so that they cannot
 * lock themselves out.
 */
export async function setPasskeyRule(
  app: App,
  me: Person,
  { billing, required, shown }: { billing: string; required: boolean; shown: boolean },
): Promise<void> {
  const role = await roleIn(app.storage.db, me, billing)
  if (role !== 'Owner') throw new Refused(403, 'FORBIDDEN', text('Only an Owner of the billing account may change this.'))
  if (required && !(shown && (await hasPasskey(app, me.uid))))
    throw new Refused(409, 'INVALID', text('Sign in with a passkey of yours first, so that you know that it works.'))
  await app.storage.db.execute(sql`update billing_accounts set require_passkey = ${required} where id = ${billing}`)
}

/** What a person answers for as an Owner or Administrator, as far as it decides who may reset their passkeys. */
async function dutiesOf(db: Database, uid: string, { billing, me }: { billing: string; me: Person }) {
  const bound = sql`(select every_role.billing, every_role.role from (${boundBy(sql`true`)}) every_role
    join billing_accounts a on a.id = every_role.billing and not a.deleted where every_role.uid = ${uid}) bound`
  const isMine = (roles: ReturnType<typeof sql>) =>
    sql`exists (select 1 from billing_members m where m.billing = bound.billing and m.uid = ${me.uid} and m.role in (${roles}))`
  const isFound = async (query: ReturnType<typeof sql>) => (await rows(db, query)).length > 0
  const [here, otherCompany, noCompany, product, needsOwner] = await Promise.all([
    isFound(sql`select 1 from ${bound} where billing = ${billing} limit 1`),
    isFound(sql`select 1 from ${bound} where not ${isMine(sql`'Owner', 'Administrator'`)} limit 1`),
    isFound(sql`select 1 from members pm join teams t on t.id = pm.team and not t.deleted
                left join billing_accounts a on a.id = t.billing and not a.deleted
                where pm.uid = ${uid} and pm.role in ('Owner', 'Administrator') and a.id is null limit 1`),
    isFound(sql`select 1 from people where uid = ${uid} and is_admin`),
    isFound(sql`select 1 from ${bound} where role = 'Owner' and not ${isMine(sql`'Owner'`)} limit 1`),
  ])
  return { here, elsewhere: otherCompany || noCompany || (product && !me.isAdmin), needsOwner }
}

/**
 * Returns the number of deleted passkeys. A person has the same passkeys for all companies, so the caller
 * must manage every company that they answer for. Throws Refused otherwise, for passkeys of the caller, and
 * for a person who is not an Owner or Administrator of the company.
 */
export async function resetPasskeysOf(app: App, me: Person, { billing, uid }: { billing: string; uid: string }): Promise<number> {
  await roleIn(app.storage.db, me, billing)
  if (uid === me.uid) throw new Refused(400, 'INVALID', text('Your own passkeys are in User Preferences.'))
  const { here, elsewhere, needsOwner } = await dutiesOf(app.storage.db, uid, { billing, me })
  if (!here) throw new Refused(404, 'NOT_FOUND', text('This person is not an Owner or Administrator of the company.'))
  if (elsewhere)
    throw new Refused(
      403,
      'FORBIDDEN',
      text('This person also manages another company or project. The people who run this server can reset their passkeys.'),
    )
  if (needsOwner) throw new Refused(403, 'FORBIDDEN', text('Only an Owner of the billing account can reset the passkeys of an Owner.'))
  return await dropPasskeys(app, uid)
}

async function dropPasskeys(app: App, uid: string): Promise<number> {
  return await app.storage.transaction(async (tx) => {
    const gone = await rows(tx, sql`delete from passkeys where uid = ${uid} returning id`)
    await tx.execute(sql`delete from sessions where uid = ${uid}`)
    return gone.length
  })
}

const PersonRow = z.object({ uid: z.string(), name: z.string() })

/**
 * `npm start -- --reset-passkeys +12025550123`: for the last Owner, for whom no other person can do it.
 * Returns the message to print.
 */
export async function resetPasskeysByNumber(app: App, mobile: string): Promise<string> {
  const [person] = await rows(app.storage.db, PersonRow, sql`select uid, name from people where mobile = ${mobile}`)
  if (!person) return `Nobody has the number ${mobile}: no passkey was reset.`
  const gone = await dropPasskeys(app, person.uid)
  return `${gone} passkeys of ${person.name} were removed. They sign in with a PIN and add a new one.`
}
