import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { ProviderKey } from '../../../contract/endpoints/oauth.ts'
import { rows } from '../../storage/database.ts'
import type { App } from '../app.ts'

/** The identity of a person in another system. */
export const Identity = z.object({
  provider: ProviderKey,
  subject: z.string(),
  /** Set only if the provider has verified it; empty otherwise. */
  email: z.string(),
  name: z.string(),
  /** Sealed (sealTokens). */
  tokens: z.optional(z.string()),
})
export type Identity = z.output<typeof Identity>

/** Minutes: the page that started a login uses its ticket at once; a sign-up form takes time to fill. */
const lives = { login: 2, signUp: 30 } as const

const sha256 = (text: string) => createHash('sha256').update(text).digest('base64url')

/**
 * Returns a ticket; the database stores only its SHA-256 hash. With a challenge it is valid once, for a
 * caller who knows the secret of the challenge.
 */
export async function makeTicket(app: App, identity: Identity, challenge?: string): Promise<string> {
  const ticket = randomBytes(32).toString('base64url')
  const minutes = challenge === undefined ? lives.signUp : lives.login
  await app.storage.db.execute(
    sql`insert into login_tickets (ticket_sha256, challenge, identity, expires_at)
        values (${sha256(ticket)}, ${challenge ?? null}, ${JSON.stringify(identity)}::jsonb, now() + make_interval(mins => ${minutes}))`,
  )
  return ticket
}

const IdentityRow = z.object({ identity: z.unknown() })

/**
 * Returns undefined if the ticket is used or expired, or if the secret is not from the page that started the
 * login.
 */
export async function useTicket(app: App, { ticket, secret }: { ticket: string; secret: string }): Promise<Identity | undefined> {
  const [found] = await rows(
    app.storage.db,
    IdentityRow,
    sql`delete from login_tickets
        where ticket_sha256 = ${sha256(ticket)} and challenge = ${sha256(secret)} and expires_at > now() returning identity`,
  )
  return found && identityOf(found.identity)
}

/** Reads the ticket of a sign-up without using it up, because the form may be sent several times. */
export async function readTicket(app: App, ticket: string): Promise<Identity | undefined> {
  const [found] = await rows(
    app.storage.db,
    IdentityRow,
    sql`select identity from login_tickets where ticket_sha256 = ${sha256(ticket)} and challenge is null and expires_at > now()`,
  )
  return found && identityOf(found.identity)
}

export async function dropTicket(app: App, ticket: string): Promise<void> {
  await app.storage.db.execute(sql`delete from login_tickets where ticket_sha256 = ${sha256(ticket)}`)
}

const identityOf = (stored: unknown): Identity | undefined =>
  Identity.safeParse(typeof stored === 'string' ? JSON.parse(stored) : stored).data
