import type { Owner } from '../db/MusterDb.ts'
import { settleOwnDrafts } from '../drafts/keepDraft.ts'
import { forgetSeen } from './forgetSeen.ts'
import { clearPersonalPreferences } from '../preferences/preferences.ts'
import { allOf } from '../quota/freeSpace.ts'
import { getStore, type Store, withReopen } from '../db/store.ts'

const stars = (owner: Owner) => `muster:preference:x:favourites:${owner}:`

/**
 * Runs between two visitors of a kiosk: nothing that the previous visitor typed, drew, photographed, watched
 * or starred stays visible. Their saves wait sealed for the server, and the key that could read them here is
 * deleted. The forms stay.
 */
export async function forgetPerson(owner: Owner, store: Store = getStore()): Promise<void> {
  const { db } = store
  await settleOwnDrafts(store, owner)
  await withReopen(store, () =>
    db.transaction('rw', [db.drafts, db.shelf, db.blobs, db.bytes, db.unprocessed, db.records, db.progress, db.receipts], async () => {
      await db.drafts.filter((row) => row.owner === owner).delete()
      await db.shelf.where('owner').equals(owner).delete()
      // Files that belong to no save: of a draft, or not yet of a draft.
      const loose = await db.blobs.filter((row) => row.owner === owner && row.opId === '').primaryKeys()
      await db.blobs.bulkDelete(loose)
      await db.bytes.bulkDelete(loose)
      await db.unprocessed.where('owner').equals(owner).delete()
      await db.records
        .where('[owner+path]')
        .between(...allOf(owner))
        .delete()
      await db.progress
        .where('[owner+uri]')
        .between(...allOf(owner))
        .delete()
      await db.receipts
        .where('[owner+at]')
        .between(...allOf(owner))
        .modify((row) => {
          row.title = undefined
          row.answer = undefined
          row.told = true
        })
    }),
  )
  const { forgetKey, sealRest } = await import('../encryption/sealSave.ts')
  // Without Web Crypto (plain http) nothing can be sealed, but then nothing could be saved either.
  await sealRest(store, owner).catch(() => undefined)
  await forgetKey(store, owner)
  forgetChoices(owner)
}

function forgetChoices(owner: Owner): void {
  clearPersonalPreferences()
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(stars(owner))) localStorage.removeItem(key)
    sessionStorage.clear()
  } catch {
    // Blocked: there is nothing to delete.
  }
}

/**
 * Called when the device stops being a kiosk: also deletes the screens. Waiting saves stay for the next
 * pairing.
 */
export async function forgetKiosk(owner: Owner, store: Store = getStore()): Promise<void> {
  await forgetPerson(owner, store)
  await store.db.screens
    .where('[owner+url]')
    .between(...allOf(owner))
    .delete()
  await forgetSeen(store)
  await globalThis.caches?.delete(`muster-screens-${owner.slice(2)}`).catch(() => false)
}
