import { createCipheriv, createHash, createHmac, randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { gather } from '../../storage/gather.ts'
import type { Storage } from '../../storage/storage.ts'
import type { App } from '../app.ts'
import { type Person, peopleBySession, type SessionOf } from './person.ts'

export const sessionDays = 90

const sha256 = (token: string) => createHash('sha256').update(token).digest('base64url')
const life = sql`now() + make_interval(days => ${sessionDays})`

/** Resolves to the token; only its SHA-256 is kept. */
export async function startSession(app: App, uid: string): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await app.storage.db.execute(
    sql`insert into sessions (token_sha256, uid, expires_at, last_seen) values (${sha256(token)}, ${uid}, ${life}, now())`,
  )
  return token
}

/** Names a session without opening it: what the server keeps of its token, sealed so that only the server can read it. */
export function sessionName(app: App, token: string): { value: string; iv: string } {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', createHmac('sha256', app.pepper).update('session name').digest(), iv)
  const value = Buffer.concat([cipher.update(sha256(token)), cipher.final(), cipher.getAuthTag()])
  return { value: value.toString('base64url'), iv: iv.toString('base64url') }
}

type Look = (tokenSha256: string) => Promise<SessionOf | undefined>
const looks = new WeakMap<Storage, Look>()

/** Every request asks for its session; those that come at the same time ask together. */
function look(storage: Storage, tokenSha256: string): Promise<SessionOf | undefined> {
  let own = looks.get(storage)
  if (!own) {
    own = gather<string, SessionOf | undefined>(
      async (tokens) => {
        const found = await peopleBySession(storage, [...new Set(tokens)])
        return tokens.map((token) => found.get(token))
      },
      { flights: storage.kind === 'embedded' ? 1 : 2, most: 64 },
    )
    looks.set(storage, own)
  }
  return own(tokenSha256)
}

/** `renewed`: a day has passed, so the session lives 90 days from now and its cookie should too. */
export async function readSession(app: App, token: string): Promise<{ person: Person; renewed: boolean } | undefined> {
  if (!/^[\w-]{43}$/.test(token)) return undefined
  const found = await look(app.storage, sha256(token))
  if (!found) return undefined
  const renewed = found.seenSecondsAgo > 24 * 3600
  if (renewed) {
    await app.storage.db.execute(sql`update sessions set last_seen = now(), expires_at = ${life} where token_sha256 = ${sha256(token)}`)
  }
  return { person: found.person, renewed }
}

export async function endSession(app: App, token: string): Promise<void> {
  await app.storage.db.execute(sql`delete from sessions where token_sha256 = ${sha256(token)}`)
}

export async function endSessionsOf(app: App, uid: string): Promise<void> {
  await app.storage.db.execute(sql`delete from sessions where uid = ${uid}`)
}
