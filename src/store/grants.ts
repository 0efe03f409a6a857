import { mayGrantBring, mostLeftOps } from '../../contract/grantScope.ts'
import { asideRows } from './aside.ts'
import type { OpRow, Owner } from './db.ts'
import type { Store } from './store.ts'

/**
 * What this device may still bring in for people who have logged out (sync.md §3.11): a token of the server for each, which only takes saves in. An
 * empty one has ended.
 */
const row = (owner: Owner) => `grant:${owner}`
/** The server is still to be told that this person has logged out here. */
const leftRow = (owner: Owner) => `left:${owner}`

/** `opIds`: what waited at the log-out; absent where that could not be told. `done`: nothing waits any more. */
export interface Left {
  readonly opIds?: readonly string[] | undefined
  readonly done?: true | undefined
}

/** With signing in; the one before is forgotten, and so is a log-out that was not told. */
export async function keepGrant({ db }: Store, owner: Owner, token: string): Promise<void> {
  await db.transaction('rw', db.meta, async () => {
    await db.meta.put({ key: row(owner), value: token })
    await db.meta.delete(leftRow(owner))
  })
}

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

/** Can this save go without its person? What cannot stays until they log in here again. */
export const goesByGrant = ({ kind, path, lastError }: Pick<OpRow, 'kind' | 'path' | 'lastError'>): boolean =>
  lastError?.kind !== 'conflict' && mayGrantBring(kind, path)

/** Writes down that this person has logged out here, with what waits. The server is told by whoever sends next, page or worker. */
export async function markLeft(store: Store, owner: Owner): Promise<void> {
  if ((await grantOf(store, owner)) === undefined) return
  const opIds = await waitingIds(store, owner).catch(() => undefined)
  const left: Left = opIds === undefined || opIds.length > mostLeftOps ? {} : { opIds }
  await store.db.meta.put({ key: leftRow(owner), value: left })
}

async function waitingIds({ db, spill }: Store, owner: Owner): Promise<string[]> {
  const ids = new Set<string>()
  await db.outbox
    .where('[owner+seq]')
    .between([owner, -Infinity], [owner, Infinity])
    .each(({ opId, kind, path }) => {
      if (mayGrantBring(kind, path)) ids.add(opId)
    })
  for (const { opId } of await db.cancels.where('owner').equals(owner).toArray()) ids.add(opId)
  for (const { opId } of await spill.ops.where('owner').equals(owner).toArray()) ids.add(opId)
  for (const aside of asideRows({ spill })) if (aside.owner === owner) ids.add(aside.opId)
  return [...ids]
}

export async function leftOf({ db }: Store, owner: Owner): Promise<Left | undefined> {
  return (await db.meta.get(leftRow(owner)))?.value as Left | undefined
}

/** People whose log-out the server does not know yet. */
export async function leftOwners({ db }: Store): Promise<Owner[]> {
  const keys = await db.meta.where('key').startsWith(leftRow('')).primaryKeys()
  return keys.map((key) => key.slice(5))
}
export const countLeft = ({ db }: Store) => db.meta.where('key').startsWith(leftRow('')).count()

export const noteDone = ({ db }: Store, owner: Owner) => db.meta.put({ key: leftRow(owner), value: { done: true } satisfies Left })
export const dropLeft = ({ db }: Store, owner: Owner) => db.meta.delete(leftRow(owner))
