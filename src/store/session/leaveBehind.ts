import { liveQuery } from 'dexie'
import { countFallback } from '../outbox/addToFallback.ts'
import { settleOwnDrafts } from '../drafts/keepDraft.ts'
import type { OpError, OpRow, Owner } from '../db/MusterDb.ts'
import { goesByGrant, grantOf } from '../encryption/grantOf.ts'
import { sendNow } from '../outbox/queue.ts'
import { clearPersonalPreferences } from '../preferences/preferences.ts'
import { drainSpill } from '../outbox/saveOp.ts'
import { sealsFor } from '../encryption/sharedDevice.ts'
import { allOf } from '../quota/freeSpace.ts'
import { getStore, type Store } from '../db/store.ts'
import { hasUnsent } from '../outbox/hasUnsent.ts'

/** How long a log-out waits for the user's last saves to be sent, ms (sync.md §3.11). */
export const flushLimit = 5000

const unreached = new Set<OpError['kind'] | undefined>(['offline', 'captive'])

/** Sends what it can and waits for it, at most `limit` ms. Returns at once without a connection. */
export async function flushOwn(owner: Owner, limit = flushLimit): Promise<void> {
  const store = getStore()
  const { db } = store
  const begun = store.now()
  await sendNow()
  if (navigator.onLine === false) return
  /** True if all saves were sent, or an attempt since the start shows that nothing can be sent now. */
  const isOver = async () => {
    const [isWaiting, spilled, row, missed] = await Promise.all([
      hasUnsent(store, owner),
      countFallback(store, owner),
      db.principals.get(owner),
      db.outbox
        .where('[owner+state]')
        .equals([owner, 'queued'])
        .filter(({ lastError }) => unreached.has(lastError?.kind) && (lastError?.at ?? 0) >= begun)
        .count(),
    ])
    return (!isWaiting && spilled === 0) || missed > 0 || (row !== undefined && row.session !== 'ok')
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
        // The first value may arrive before `watching` is assigned.
        if (over) setTimeout(done)
      },
      error: done,
    })
  })
}

export interface LeftBehind {
  readonly count: number
  /** Of these, the saves that this device sends even if the user does not return. */
  readonly later: number
  /** Refused or in conflict: only the user can resolve them. */
  readonly stopped: number
}

/** Counts the owner's saves on this device that the server does not have. */
export async function leftBy(owner: Owner, store: Store = getStore()): Promise<LeftBehind> {
  const rows = store.db.outbox.where('[owner+seq]').between(...allOf(owner))
  const stays = ({ state, lastError }: OpRow) => state === 'parked' || state === 'conflict' || lastError?.kind === 'conflict'
  const [waiting, spilled, stopped, left, grant] = await Promise.all([
    rows.count(),
    countFallback(store, owner),
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
 * Prepares the device for the log-out. The user's saves stay until they are sent, their drafts until the user
 * returns. On a shared device both are sealed, and copies of server data, files that another app has shared and the key
 * of this log-in are deleted. Rejects if sealing fails; then only the shared files are gone.
 */
export async function leaveBehind(owner: Owner): Promise<void> {
  const store = getStore()
  await settleOwnDrafts(store, owner)
  if (sealsFor(store, owner)) {
    // Moves saves from the fallback stores to the outbox, where they are sealed. If the database accepts
    // nothing, they stay there and are sent from there.
    await drainSpill(store).catch(() => undefined)
    await (await import('../files/useSharedFiles.ts')).dropSharedOf(owner, store)
    const { forgetKey, sealRest } = await import('../encryption/sealSave.ts')
    await sealRest(store, owner, { drafts: true })
    await forgetScreens(store, owner)
    await forgetKey(store, owner)
  }
  clearPersonalPreferences()
}

/** Deletes the copies of an owner's server data from this device. */
export async function forgetScreens(store: Store, owner: Owner): Promise<void> {
  const { db } = store
  await db.transaction('rw', [db.screens, db.records, db.outbox, db.receipts, db.translations], async () => {
    await db.screens
      .where('[owner+url]')
      .between(...allOf(owner))
      .delete()
    await db.records
      .where('[owner+path]')
      .between(...allOf(owner))
      .delete()
    await db.translations
      .where('[owner+lang]')
      .between(...allOf(owner))
      .delete()
    await db.receipts
      .where('[owner+at]')
      .between(...allOf(owner))
      .modify((row) => {
        row.title = undefined
        row.answer = row.outcome === 'sent' ? undefined : row.answer
      })
    // The other users' version of a conflict is deleted too: the server returns it at the next check.
    const error: OpError = { kind: 'conflict', at: store.now() }
    await db.outbox.where('[owner+state]').equals([owner, 'conflict']).modify({ state: 'queued', nextAt: 0, lastError: error })
  })
  // The service worker's second copy of screens (sw/networkFirst.ts).
  await globalThis.caches?.delete(`muster-screens-${owner.replace(/^u:/, '')}`).catch(() => false)
}
