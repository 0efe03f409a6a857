import { mayGrantBring, mostLeftOps } from '../../../contract/rules/grantScope.ts'
import { asideRows } from '../outbox/aside.ts'
import type { OpRow, Owner } from '../db/db.ts'
import type { Store } from '../db/store.ts'

/**
 * Grants (sync.md §3.11): a server token per logged-out user, with which this device may still send their
 * saves and nothing else. An empty value means that the grant has ended.
 */
const row = (owner: Owner) => `grant:${owner}`
/** The server does not know yet that this user has logged out here. */
const leftRow = (owner: Owner) => `left:${owner}`
/** The server knows that this user has logged out here. The grant brings in what still waits. */
const goneRow = (owner: Owner) => `gone:${owner}`

/**
 * `opIds`: the saves that waited at log-out; absent if they could not be listed or are too many. `done`: no
 * save waits any more.
 */
export interface Left {
  readonly opIds?: readonly string[] | undefined
  readonly done?: true | undefined
}

/** Called at log-in. Replaces the previous grant and removes the marks of a log-out. */
export async function keepGrant({ db }: Store, owner: Owner, token: string): Promise<void> {
  await db.transaction('rw', db.meta, async () => {
    await db.meta.put({ key: row(owner), value: token })
    await db.meta.bulkDelete([leftRow(owner), goneRow(owner)])
  })
}

/** The server no longer accepts the token: the saves wait for their author. A newer grant is kept. */
export const endGrant = ({ db }: Store, owner: Owner, token: string) =>
  db.meta.update(row(owner), (grant) => {
    if (grant.value === token) grant.value = ''
  })

export const grantOf = async ({ db }: Store, owner: Owner): Promise<string | undefined> =>
  ((await db.meta.get(row(owner)))?.value as string | undefined) || undefined

/** Owners with a valid grant: their saves may be sent without a session. */
export async function grantedOwners({ db }: Store): Promise<Owner[]> {
  const rows = await db.meta.where('key').startsWith(row('')).toArray()
  return rows.flatMap(({ key, value }) => (value ? [key.slice(6)] : []))
}

/** Whether a grant allows sending this save. Other saves wait until the author logs in here again. */
export const goesByGrant = ({ kind, path, lastError }: Pick<OpRow, 'kind' | 'path' | 'lastError'>): boolean =>
  lastError?.kind !== 'conflict' && mayGrantBring(kind, path)

/**
 * Records that this user has logged out here, and which saves wait. The next page or worker that sends
 * reports it to the server.
 */
export async function markLeft(store: Store, owner: Owner): Promise<void> {
  if ((await grantOf(store, owner)) === undefined) return
  const opIds = await waitingIds(store, owner).catch(() => undefined)
  const left: Left = opIds === undefined || opIds.length > mostLeftOps ? {} : { opIds }
  await store.db.meta.put({ key: leftRow(owner), value: left })
}

/**
 * Records the log-out of the page's owner and of the user of the browser's session. During an impersonation
 * these are two users: the log-out ends the administrator's session too.
 */
export async function markSessionLeft(store: Store, owner: Owner): Promise<void> {
  await markLeft(store, owner)
  for (const other of await grantedOwners(store))
    if (other !== owner && !(await leftOf(store, other)) && !(await isGone(store, other))) await markLeft(store, other)
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

/** Users with a log-out that the server does not know yet. */
export async function leftOwners({ db }: Store): Promise<Owner[]> {
  const keys = await db.meta.where('key').startsWith(leftRow('')).primaryKeys()
  return keys.map((key) => key.slice(5))
}
export const countLeft = ({ db }: Store) => db.meta.where('key').startsWith(leftRow('')).count()

export const noteDone = ({ db }: Store, owner: Owner) => db.meta.put({ key: leftRow(owner), value: { done: true } satisfies Left })

/** The server has accepted the report of the log-out. Does nothing if the user has logged in here since. */
export async function noteReported({ db }: Store, owner: Owner, token: string): Promise<void> {
  await db.transaction('rw', db.meta, async () => {
    const current = (await db.meta.get(row(owner)))?.value
    if (current && current !== token) return
    await db.meta.delete(leftRow(owner))
    // Without a grant the mark has no effect; the next log-in removes it.
    await db.meta.put({ key: goneRow(owner), value: true })
  })
}

/**
 * Whether the user has logged out here and the server knows. False for an administrator during an
 * impersonation: the browser keeps their session.
 */
export const isGone = async ({ db }: Store, owner: Owner): Promise<boolean> => (await db.meta.get(goneRow(owner))) !== undefined
