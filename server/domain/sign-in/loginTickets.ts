import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { ProviderKey } from '../../../contract/oauth.ts'
import { rows } from '../../storage/database.ts'
import type { App } from '../app.ts'

/** Who somebody is to another system. */
export const Identity = z.object({
  provider: ProviderKey,
  subject: z.string(),
  /** Only where the provider vouches for it; empty otherwise. */
  email: z.string(),
  name: z.string(),
})
export type Identity = z.output<typeof Identity>

/** Minutes: a page that began a login takes its ticket at once; who signs up types for a while. */
const lives = { login: 2, signUp: 30 } as const

const sha256 = (text: string) => createHash('sha256').update(text).digest('base64url')

/** Resolves to the ticket; only its SHA-256 is kept. With a challenge it works for who knows the secret behind that, and once. */
export async function makeTicket(app: App, identity: Identity, challenge?: string): Promise<string> {
  const ticket = randomBytes(32).toString('base64url')
  const minutes = challenge === undefined ? lives.signUp : lives.login
  await app.storage.db.execute(
    sql`insert into login_tickets (ticket_sha256, challenge, identity, expires_at)
        values (${sha256(ticket)}, ${challenge ?? null}, ${JSON.stringify(identity)}::jsonb, now() + make_interval(mins => ${minutes}))`,
  )
  return ticket
}

/** Undefined for a ticket that was used or is too old, and for a secret that is not the one of the page that began the login. */
export async function useTicket(app: App, { ticket, secret }: { ticket: string; secret: string }): Promise<Identity | undefined> {
  const [found] = await rows<{ identity: unknown }>(
    app.storage.db,
    sql`delete from login_tickets
        where ticket_sha256 = ${sha256(ticket)} and challenge = ${sha256(secret)} and expires_at > now() returning identity`,
  )
  return found && identityOf(found.identity)
}

/** The ticket of a sign-up, as often as its form is sent. */
export async function readTicket(app: App, ticket: string): Promise<Identity | undefined> {
  const [found] = await rows<{ identity: unknown }>(
    app.storage.db,
    sql`select identity from login_tickets where ticket_sha256 = ${sha256(ticket)} and challenge is null and expires_at > now()`,
  )
  return found && identityOf(found.identity)
}

export async function dropTicket(app: App, ticket: string): Promise<void> {
  await app.storage.db.execute(sql`delete from login_tickets where ticket_sha256 = ${sha256(ticket)}`)
}

const identityOf = (stored: unknown): Identity | undefined =>
  Identity.safeParse(typeof stored === 'string' ? JSON.parse(stored) : stored).data
