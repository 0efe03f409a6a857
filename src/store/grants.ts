import type { Owner } from './db.ts'
import type { Store } from './store.ts'

/**
 * What this device may still bring in for people who have logged out (sync.md §3.6): a token of the server for each, which only takes saves in. An
 * empty one has ended.
 */
const row = (owner: Owner) => `grant:${owner}`

/** With signing in; the one before is forgotten. */
export const keepGrant = ({ db }: Store, owner: Owner, token: string) => db.meta.put({ key: row(owner), value: token })

/** The server takes it no more: what waits, waits for its person. One that came meanwhile stays. */
export const endGrant = ({ db }: Store, owner: Owner, token: string) =>
  db.meta
    .where('key')
    .equals(row(owner))
    .filter(({ value }) => value === token)
    .modify({ value: '' })

export async function grantOf({ db }: Store, owner: Owner): Promise<string | undefined> {
  const token = (await db.meta.get(row(owner)))?.value as string | undefined
  return token || undefined
}

/** Whose work may leave this device without them. */
export async function grantedOwners({ db }: Store): Promise<Owner[]> {
  const rows = await db.meta.where('key').startsWith(row('')).toArray()
  return rows.flatMap(({ key, value }) => (value ? [key.slice(6)] : []))
}
