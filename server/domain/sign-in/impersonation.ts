import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { Refused } from '../../../contract/Refused.ts'
import { impersonationMinutes } from '../../../contract/endpoints/sign-in.ts'
import { rows } from '../../storage/database.ts'
import type { App } from '../app.ts'
import { newId } from '../newId.ts'
import { type Person, personByUid } from './person.ts'
import { text } from '../../i18n/text.ts'

const sha256 = (token: string) => createHash('sha256').update(token).digest('base64url')

export interface Impersonation {
  readonly person: Person
  /** ISO 8601. */
  readonly until: string
}

const UntilRow = z.object({ until: z.string() })

/**
 * Starts an impersonation: a product administrator sees the app as another person. It is logged before the
 * first request. Another administrator cannot be impersonated, because they may do more than look; nested
 * impersonations are refused. Throws Refused.
 */
export async function startImpersonating(
  app: App,
  { admin, nested, uid, email }: { admin: Person; nested: boolean; uid: string | undefined; email: string | undefined },
): Promise<Impersonation & { token: string }> {
  if (nested) throw new Refused(403, 'FORBIDDEN', text('Stop this impersonation first.'))
  if (!admin.isAdmin) throw new Refused(403, 'FORBIDDEN', text('Only a product administrator may impersonate.'))
  if (!uid === !email) throw new Refused(400, 'INVALID', text('Name one person, by uid or by email.'))
  const person = await find(app, uid, email)
  if (!person) throw new Refused(404, 'NOT_FOUND', text('Nobody has this uid or email.'))
  if (person.uid === admin.uid) throw new Refused(400, 'INVALID', text('You are already this person.'))
  if (person.isAdmin) throw new Refused(403, 'FORBIDDEN', text('Another product administrator cannot be impersonated.'))
  if (person.disabled) throw new Refused(403, 'ACCOUNT_DISABLED', text('Account Disabled'))
  const token = randomBytes(32).toString('base64url')
  const [made] = await rows(
    app.storage.db,
    UntilRow,
    sql`insert into impersonations (id, token_sha256, admin, uid, expires_at)
        values (${newId()}, ${sha256(token)}, ${admin.uid}, ${person.uid}, now() + make_interval(mins => ${impersonationMinutes}))
        returning to_json(expires_at) #>> '{}' as until`,
  )
  return { person, until: iso(made?.until), token }
}

const UidRow = z.object({ uid: z.string() })

async function find(app: App, uid: string | undefined, email: string | undefined): Promise<Person | undefined> {
  if (uid) return personByUid(app.storage, uid)
  const [found] = await rows(app.storage.db, UidRow, sql`select uid from people where lower(email) = lower(${email?.trim() ?? ''})`)
  return found && personByUid(app.storage, found.uid)
}

const ImpersonationRow = z.object({ uid: z.string(), until: z.string() })

/**
 * Returns the person that this administrator impersonates. It ends after an hour, or earlier if the
 * administrator loses the admin flag, the person becomes an administrator, or an account is disabled.
 */
export async function impersonationOf(app: App, { token, admin }: { token: string; admin: Person }): Promise<Impersonation | undefined> {
  if (!admin.isAdmin || !/^[\w-]{43}$/.test(token)) return undefined
  const [found] = await rows(
    app.storage.db,
    ImpersonationRow,
    sql`select uid, to_json(expires_at) #>> '{}' as until from impersonations
        where token_sha256 = ${sha256(token)} and admin = ${admin.uid} and ended_at is null and expires_at > now()`,
  )
  const person = found && (await personByUid(app.storage, found.uid))
  return person && !person.isAdmin && !person.disabled ? { person, until: iso(found?.until) } : undefined
}

export async function stopImpersonating(app: App, token: string): Promise<void> {
  await app.storage.db.execute(sql`update impersonations set ended_at = now() where token_sha256 = ${sha256(token)} and ended_at is null`)
}

const iso = (time: string | undefined) => new Date(time ?? 0).toISOString()
