import { Dexie } from 'dexie'
import { mayGrantBring, mostLeftOps } from '../../../contract/rules/mayGrantBring.ts'
import { fallbackRows } from '../outbox/addToFallback.ts'
import type { Left, OpRow, Owner } from '../db/MusterDb.ts'
import type { Store } from '../db/store.ts'

/**
 * Grants (sync.md §3.11): a server token per logged-out user, with which this device may still send their
 * saves and nothing else.
 */

/** Called at log-in. Replaces the previous grant and removes the marks of a log-out. */
export async function keepGrant({ db }: Store, owner: Owner, token: string): Promise<void> {
  await db.transaction('rw', db.grants, db.meta, async () => {
    await db.grants.put({ owner, token })
    // What an older version of the app has left there would come back at the next start (adoptMetaRows.ts).
    await db.meta.bulkDelete([`grant:${owner}`, `left:${owner}`, `gone:${owner}`])
  })
}

/** The server no longer accepts the token: the saves wait for their author. A newer grant is kept. */
export const endGrant = ({ db }: Store, owner: Owner, token: string) =>
  db.grants.update(owner, (grant) => {
    if (grant.token === token) grant.token = ''
  })

export const grantOf = async ({ db }: Store, owner: Owner): Promise<string | undefined> => (await db.grants.get(owner))?.token || undefined

const ownersWith = async ({ db }: Store, has: 'token' | 'left'): Promise<Owner[]> =>
  (await db.grants.toArray()).flatMap((row) => (row[has] ? [row.owner] : []))

/** Owners with a valid grant: their saves may be sent without a session. */
export const grantedOwners = (store: Store): Promise<Owner[]> => ownersWith(store, 'token')

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
  await store.db.grants.update(owner, { left })
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

/** The longest time to wait for the other database, ms. Every save of the device waits as well. */
const mostWait = 5000

async function waitingIds({ db, spill }: Store, owner: Owner): Promise<string[]> {
  const ids = new Set<string>()
  await db.outbox
    .where('[owner+seq]')
    .between([owner, -Infinity], [owner, Infinity])
    .each(({ opId, kind, path }) => {
      if (mayGrantBring(kind, path)) ids.add(opId)
    })
  for (const { opId } of await db.cancels.where('owner').equals(owner).toArray()) ids.add(opId)
  // The spill is another database: the transaction of this one waits for it.
  for (const { opId } of await Dexie.waitFor(spill.ops.where('owner').equals(owner).toArray(), mostWait)) ids.add(opId)
  for (const aside of fallbackRows({ spill })) if (aside.owner === owner) ids.add(aside.opId)
  return [...ids]
}

export const leftOf = async ({ db }: Store, owner: Owner): Promise<Left | undefined> => (await db.grants.get(owner))?.left

/** Users with a log-out that the server does not know yet. */
export const leftOwners = (store: Store): Promise<Owner[]> => ownersWith(store, 'left')

export const noteDone = ({ db }: Store, owner: Owner) => db.grants.update(owner, { left: { done: true } })

/** The server has accepted the report of the log-out. Does nothing if the user has logged in here since. */
export const noteReported = ({ db }: Store, owner: Owner, token: string) =>
  db.grants.update(owner, (row) => {
    if (row.token && row.token !== token) return
    delete row.left
    row.gone = true
  })

/**
 * Whether the user has logged out here and the server knows. False for an administrator during an
 * impersonation: the browser keeps their session.
 */
export const isGone = async ({ db }: Store, owner: Owner): Promise<boolean> => (await db.grants.get(owner))?.gone === true
