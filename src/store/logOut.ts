import { liveQuery } from 'dexie'
import { settleOwnDrafts } from './draft-rows.ts'
import type { OpError, Owner } from './db.ts'
import { grantOf } from './grants.ts'
import { sendNow } from './outbox.ts'
import { clearPersonalPreferences } from './preferences.ts'
import { sealsFor } from './sharedDevice.ts'
import { allOf } from './space.ts'
import { getStore, type Store } from './store.ts'
import { unsent } from './unsent.ts'

/** How long a person who leaves waits for the last of their work, ms (sync.md §3.6). */
export const flushLimit = 5000

/** Sends what can go and waits until it has, or no longer than the limit. */
export async function flushOwn(owner: Owner, limit = flushLimit): Promise<void> {
  const store = getStore()
  await sendNow()
  await new Promise<void>((resolve) => {
    const done = () => {
      clearTimeout(timer)
      watching.unsubscribe()
      resolve()
    }
    const timer = setTimeout(done, limit)
    const watching = liveQuery(() => unsent(store, owner)).subscribe({
      next: (left) => {
        // A first answer may come before the subscription is known.
        if (left === 0) setTimeout(done)
      },
      error: done,
    })
  })
}

/** What this owner has here that the server has not. */
export async function leftBy(owner: Owner): Promise<{ count: number; goesByItself: boolean }> {
  const store = getStore()
  const count = await store.db.outbox
    .where('[owner+seq]')
    .between(...allOf(owner))
    .count()
  return { count, goesByItself: (await grantOf(store, owner)) !== undefined }
}

/**
 * What a log-out leaves of a person on this device. Their saves stay until they have arrived, their drafts until they are back. On a shared device both
 * are sealed, what the server can show again goes, and so does the key of this log-in. Rejects when it can't be sealed; then nothing has changed.
 */
export async function leaveBehind(owner: Owner): Promise<void> {
  const store = getStore()
  await settleOwnDrafts(store, owner)
  if (sealsFor(store, owner)) {
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
