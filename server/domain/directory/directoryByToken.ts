import { createHash, timingSafeEqual } from 'node:crypto'
import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { rows, type Transaction } from '../../storage/database.ts'
import type { App } from '../app.ts'
import { addressGroup, countAgainst, limits } from '../limits/limits.ts'
import type { Person } from '../sign-in/person.ts'
import { ScimError } from './ScimError.ts'

/** A directory that has shown its token. It sees and changes only people and groups of its account. */
export interface Directory {
  readonly billing: string
  /** The name of the account. */
  readonly name: string
  /** The origin of the request; links use it unless PUBLIC_URL is set. */
  readonly origin: string
  /** The Owner who changes by hand what the groups give. Absent: the directory acts. */
  readonly by?: Person
}

interface Call {
  readonly header: string | undefined
  readonly address: string
  readonly origin: string
}

/** The scheme of a token: a search for leaked secrets finds it by its beginning. */
export const tokenStart = 'muster_scim_'
export const hashOfToken = (token: string): string => createHash('sha256').update(token).digest('base64url')

const Row = z.object({ billing: z.string(), name: z.string(), hash: z.string(), stale: z.boolean() })

const wrongToken = () => new ScimError(401, 'The token of the directory is missing, was replaced or was removed.')

/**
 * Returns the directory of an `Authorization` header, and notes that it called. Wrong tokens count against the
 * address. @throws ScimError 401, TooManyRequests
 */
export async function directoryByToken(app: App, { header, address, origin }: Call): Promise<Directory> {
  const token = /^Bearer +(muster_scim_[\w-]{43})$/i.exec(header ?? '')?.[1]
  const hash = hashOfToken(token ?? '')
  const [found] = token === undefined ? [] : await rows(app.storage.db, Row, byHash(hash))
  // The index finds the row by a hash of 256 random bits; the comparison itself takes the same time for every hash.
  if (!found || !timingSafeEqual(Buffer.from(found.hash), Buffer.from(hash))) {
    await countAgainst(app, limits.guessPerAddress, `scim ${addressGroup(address)}`)
    throw wrongToken()
  }
  if (found.stale) await app.storage.db.execute(sql`update directories set called_at = now() where billing = ${found.billing}`)
  return { billing: found.billing, name: found.name, origin }
}

const byHash = (hash: string) =>
  sql`select d.billing, b.name, d.token_sha256 as hash, d.called_at is null or d.called_at < now() - interval '1 minute' as stale
      from directories d join billing_accounts b on b.id = d.billing and not b.deleted where d.token_sha256 = ${hash}`

const LockedRow = z.object({ valid: z.boolean() })

/** Lets one write of a directory run at a time: memberships follow from all groups of the account. */
export async function lockDirectory(tx: Transaction, billing: string): Promise<void> {
  const [found] = await rows(
    tx,
    LockedRow,
    sql`select token_sha256 is not null as valid from directories where billing = ${billing} for update`,
  )
  if (!found?.valid) throw wrongToken()
}
