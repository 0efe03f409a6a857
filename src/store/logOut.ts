import { liveQuery } from 'dexie'
import { spilledOf } from './aside.ts'
import { settleOwnDrafts } from './draft-rows.ts'
import type { OpError, OpRow, Owner } from './db.ts'
import { goesByGrant, grantOf } from './grants.ts'
import { sendNow } from './outbox.ts'
import { clearPersonalPreferences } from './preferences.ts'
import { drainSpill } from './save.ts'
import { sealsFor } from './sharedDevice.ts'
import { allOf } from './space.ts'
import { getStore, type Store } from './store.ts'
import { unsent } from './unsent.ts'

/** How long a person who leaves waits for the last of their work, ms (sync.md §3.6). */
export const flushLimit = 5000

const unreached = new Set<OpError['kind'] | undefined>(['offline', 'captive'])

/** Sends what can go and waits until it has, or no longer than the limit. Without a connection there is nothing to wait for. */
export async function flushOwn(owner: Owner, limit = flushLimit): Promise<void> {
  const store = getStore()
  const { db } = store
  const begun = store.now()
  await sendNow()
  if (navigator.onLine === false) return
  /** All has gone, or a try since has told that nothing can go now. */
  const isOver = async () => {
    const [left, spilled, row, missed] = await Promise.all([
      unsent(store, owner),
      spilledOf(store, owner),
      db.principals.get(owner),
      db.outbox
        .where('[owner+state]')
        .equals([owner, 'queued'])
        .filter(({ lastError }) => unreached.has(lastError?.kind) && (lastError?.at ?? 0) >= begun)
        .count(),
    ])
    return left + spilled === 0 || missed > 0 || (row !== undefined && row.session !== 'ok')
  }
  await new Promise<void>((resolve) => {
    const done = () => {
      clearTimeout(timer)
      watching.unsubscribe()
      resolve()
    }
    const timer = setTimeout(done, limit)
    const watching = liveQuery(isOver).subscribe({
      next: (over) => {
        // A first answer may come before the subscription is known.
        if (over) setTimeout(done)
      },
      error: done,
    })
  })
}

export interface LeftBehind {
  readonly count: number
  /** Of these, what leaves this device also if its person does not come back. */
  readonly later: number
  /** Refused, or changed by somebody else too: nobody but the person can see to them. */
  readonly stopped: number
}

/** What this owner has here that the server has not. */
export async function leftBy(owner: Owner, store: Store = getStore()): Promise<LeftBehind> {
  const rows = store.db.outbox.where('[owner+seq]').between(...allOf(owner))
  const stays = ({ state, lastError }: OpRow) => state === 'parked' || state === 'conflict' || lastError?.kind === 'conflict'
  const [waiting, spilled, stopped, left, grant] = await Promise.all([
    rows.count(),
    spilledOf(store, owner),
    rows.clone().filter(stays).count(),
    rows
      .clone()
      .filter((row) => stays(row) || !goesByGrant(row))
      .count(),
    grantOf(store, owner),
  ])
  const count = waiting + spilled
  return { count, later: grant === undefined ? 0 : count - left, stopped }
}

/**
 * What a log-out leaves of a person on this device. Their saves stay until they have arrived, their drafts until they are back. On a shared device both
 * are sealed, what the server can show again goes, and so does the key of this log-in. Rejects when it can't be sealed; then nothing has changed.
 */
export async function leaveBehind(owner: Owner): Promise<void> {
  const store = getStore()
  await settleOwnDrafts(store, owner)
  if (sealsFor(store, owner)) {
    // What lies beside the database is sealed there. From a database that takes nothing it stays where it is, and goes from there.
    await drainSpill(store).catch(() => undefined)
    const { forgetKey, sealRest } = await import('./sealed.ts')
    await sealRest(store, owner, { drafts: true })
    await forgetScreens(store, owner)
    await forgetKey(store, owner)
  }
  clearPersonalPreferences()
}

/** What the server can show again of a person goes from this device. */
export async function forgetScreens(store: Store, owner: Owner): Promise<void> {
  const { db } = store
  await db.transaction('rw', [db.screens, db.records, db.outbox, db.receipts, db.meta], async () => {
    await db.screens
      .where('[owner+url]')
      .between(...allOf(owner))
      .delete()
    await db.records
      .where('[owner+path]')
      .between(...allOf(owner))
      .delete()
    await db.meta.where('key').startsWith(`translations:${owner}:`).delete()
    await db.receipts
      .where('[owner+at]')
      .between(...allOf(owner))
      .modify((row) => {
        row.title = undefined
        row.answer = row.outcome === 'sent' ? undefined : row.answer
      })
    // What others wrote goes too: the server shows it again when it is asked the next time.
    const error: OpError = { kind: 'conflict', at: store.now() }
    await db.outbox.where('[owner+state]').equals([owner, 'conflict']).modify({ state: 'queued', nextAt: 0, lastError: error })
  })
  // The worker's second copy of screens (sw/screens.ts).
  await globalThis.caches?.delete(`muster-screens-${owner.replace(/^u:/, '')}`).catch(() => false)
}
