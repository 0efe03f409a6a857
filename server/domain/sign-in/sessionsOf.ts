import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Session } from '../../../contract/endpoints/sessions.ts'
import { rows } from '../../storage/database.ts'
import { createBatcher } from '../../storage/createBatcher.ts'
import { perBudget } from '../../storage/perBudget.ts'
import type { App } from '../app.ts'
import { coarseAgent, coarseNetwork } from './coarseAgent.ts'
import { newId } from '../newId.ts'
import { type Person, peopleBySession, type SessionOf } from './person.ts'

/** Days without use after which a session ends. */
export const sessionDays = 90
/**
 * Days after the sign-in when a session ends in any case: a stolen cookie must not live forever. Half a year
 * means one PIN per crew member in a typical job, and unsent work waits for the next sign-in.
 */
export const sessionMostDays = 180

const sha256 = (token: string) => createHash('sha256').update(token).digest('base64url')
const life = sql`least(now() + make_interval(days => ${sessionDays}), created_at + make_interval(days => ${sessionMostDays}))`

/**
 * Returns the token; the database stores only its SHA-256 hash. `passkey`: the person signed in with a
 * passkey.
 */
export async function startSession(app: App, uid: string, { passkey = false } = {}): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await app.storage.db.execute(
    sql`insert into sessions (token_sha256, id, uid, expires_at, last_seen, passkey)
        values (${sha256(token)}, ${newId()}, ${uid}, now() + make_interval(days => ${sessionDays}), now(), ${passkey})`,
  )
  return token
}

interface Place {
  /** X-Device; empty if the header is missing. */
  readonly device: string
  /** User-Agent. */
  readonly agent: string | undefined
  readonly address: string
}

/**
 * Stores the device, browser and network of a session, for its person to see. `hostOnly`: its cookie now has
 * the `__Host-` prefix, and the plain name is no longer accepted.
 */
export async function placeSession(
  app: App,
  token: string,
  { device, agent, address, hostOnly }: Place & { hostOnly: boolean },
): Promise<void> {
  await app.storage.db.execute(
    sql`update sessions set device = ${device}, agent = ${coarseAgent(agent)}, network = ${coarseNetwork(address)}, host_only = host_only or ${hostOnly}
        where token_sha256 = ${sha256(token)}`,
  )
}

/** Ends other sessions of this person on the same device: a new sign-in has replaced their cookies. */
export async function endOthersHere(app: App, token: string, { uid, device }: { uid: string; device: string }): Promise<void> {
  await app.storage.db.execute(
    sql`delete from sessions where uid = ${uid} and device = ${device} and device <> '' and token_sha256 <> ${sha256(token)}`,
  )
}

const nameKey = (app: App) => createHmac('sha256', app.pepper).update('session name').digest()
const tagBytes = 16

/** Returns a name for a session that does not open it: the hash of its token, encrypted for this server. */
export function sessionName(app: App, token: string): { value: string; iv: string } {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', nameKey(app), iv)
  const value = Buffer.concat([cipher.update(sha256(token)), cipher.final(), cipher.getAuthTag()])
  return { value: value.toString('base64url'), iv: iv.toString('base64url') }
}

type Look = (tokenSha256: string) => Promise<SessionOf | undefined>
/** Every request reads its session. Concurrent reads share a query; requests do not wait for listening devices. */
const lookOf = perBudget<Look>((storage, budget) =>
  createBatcher<string, SessionOf | undefined>(
    async (tokens) => {
      const found = await peopleBySession(storage, [...new Set(tokens)])
      return tokens.map((token) => found.get(token))
    },
    { concurrency: storage.kind === 'embedded' || budget === 'listen' ? 1 : 2, maxBatch: 64, minBeside: 16 },
  ),
)

export interface LiveSession {
  readonly person: Person
  /** The session id that its person sees. */
  readonly id: string
  /** The session was just extended, so its cookie should be extended too. */
  readonly renewed: boolean
  readonly hostOnly: boolean
  /** The person has signed in with a passkey. */
  readonly passkey: boolean
  /** A company of the person requires a passkey and this session has none: all other actions are refused. */
  readonly wantsPasskey: boolean
}

const isToken = (token: string) => /^[\w-]{43}$/.test(token)
const hour = 3600
const day = 24 * hour

/** Returns a valid session. Stores the last use once an hour, and extends the session once a day. */
export async function readSession(app: App, token: string, place?: Place): Promise<LiveSession | undefined> {
  if (!isToken(token)) return undefined
  const found = await lookOf(app.storage)(sha256(token))
  if (!found) return undefined
  const renewed = found.gainsSeconds > day
  if (renewed || found.seenSecondsAgo > hour) {
    await app.storage.db.execute(
      sql`update sessions set last_seen = now(), expires_at = case when ${renewed} then ${life} else expires_at end,
            agent = coalesce(${place ? coarseAgent(place.agent) : null}, agent), network = coalesce(${place ? coarseNetwork(place.address) : null}, network),
            device = coalesce(nullif(${place?.device ?? ''}, ''), device)
          where token_sha256 = ${sha256(token)} and expires_at > now()`,
    )
  }
  const { person, id, hostOnly, passkey, wantsPasskey } = found
  return { person, id, renewed, hostOnly, passkey, wantsPasskey }
}

/**
 * Whether this session belongs to a disabled account. The row outlives the session, so that each
 * device learns why it was signed out.
 */
export async function isOfDisabled(app: App, token: string): Promise<boolean> {
  if (!isToken(token)) return false
  const found = await rows(
    app.storage.db,
    sql`select 1 from sessions s join people p on p.uid = s.uid where s.token_sha256 = ${sha256(token)} and p.disabled`,
  )
  return found.length > 0
}

export async function endSession(app: App, token: string): Promise<void> {
  await app.storage.db.execute(sql`delete from sessions where token_sha256 = ${sha256(token)}`)
}

/** Ends the session with this name (`sessionName`). Ignores an invalid name. */
export async function endNamedSession(app: App, { value, iv }: { value: string; iv: string }): Promise<void> {
  const sealed = Buffer.from(value, 'base64url')
  let hash: string
  try {
    const decipher = createDecipheriv('aes-256-gcm', nameKey(app), Buffer.from(iv, 'base64url'), { authTagLength: tagBytes })
    decipher.setAuthTag(sealed.subarray(-tagBytes))
    hash = Buffer.concat([decipher.update(sealed.subarray(0, -tagBytes)), decipher.final()]).toString()
  } catch {
    return
  }
  await app.storage.db.execute(sql`delete from sessions where token_sha256 = ${hash}`)
}

export async function endSessionsOf(app: App, uid: string): Promise<void> {
  await app.storage.db.execute(sql`delete from sessions where uid = ${uid}`)
}

const SessionRow = z.object({
  id: z.string(),
  device: z.string(),
  name: z.nullable(z.string()),
  agent: z.string(),
  network: z.string(),
  passkey: z.boolean(),
  made: z.union([z.string(), z.date()]),
  seen: z.union([z.string(), z.date()]),
  ends: z.union([z.string(), z.date()]),
})

/** Returns the sessions of a person: the session `here` (the one that asks) first, then by last use. */
export async function sessionsOf(app: App, uid: string, here: string): Promise<Session[]> {
  const found = await rows(
    app.storage.db,
    SessionRow,
    sql`select s.id, s.device, d.name, s.agent, s.network, s.passkey, s.created_at as made, s.last_seen as seen, s.expires_at as ends
        from sessions s left join devices d on d.id = s.device and not d.deleted and d.revoked_at is null
        where s.uid = ${uid} and s.expires_at > now() order by s.id = ${here} desc, s.last_seen desc, s.id limit 200`,
  )
  const iso = (at: string | Date) => new Date(at).toISOString()
  return found.map(({ id, device, name, agent, network, passkey, made, seen, ends }) => {
    const [browser = '', system = ''] = agent.split('/')
    return {
      id,
      here: id === here,
      ...(device !== '' && { device }),
      ...(name !== null && { deviceName: name }),
      browser,
      system,
      network,
      ...(passkey && { passkey }),
      signedInAt: iso(made),
      lastUsedAt: iso(seen),
      endsAt: iso(ends),
    }
  })
}

/**
 * Ends one session of a person, or without an id all access in their name: sessions, grants, impersonations
 * and passkey sign-ins in progress. The grants of ended sessions are revoked too: unsent work on those
 * devices waits until the person signs in. Returns the number of ended sessions.
 */
export async function signOutElsewhere(app: App, uid: string, id?: string): Promise<number> {
  return await app.storage.transaction(async (tx) => {
    const everywhere = id === undefined
    await tx.execute(
      sql`update grants set revoked_at = now(), revoked_by = ${uid} where uid = ${uid} and revoked_at is null and (
            ${everywhere} or session = (select token_sha256 from sessions where uid = ${uid} and id = ${id ?? null}))`,
    )
    const gone = await rows(tx, sql`delete from sessions where uid = ${uid} and (${everywhere} or id = ${id ?? null}) returning id`)
    if (everywhere) {
      await tx.execute(sql`update impersonations set ended_at = now() where (admin = ${uid} or uid = ${uid}) and ended_at is null`)
      await tx.execute(sql`delete from passkey_challenges where uid = ${uid}`)
      await tx.execute(sql`delete from sign_in_links where uid = ${uid}`)
    }
    return gone.length
  })
}
