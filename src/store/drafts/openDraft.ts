import { serverNow } from '../db/serverNow.ts'
import { type DraftRow, type Owner, rowVersion } from '../db/MusterDb.ts'
import { type DraftKey, draftLife, draftWrites, shelve } from './keepDraft.ts'
import { hashOf, heldElsewhere, keyOf, lockOf, slotOf } from './lockOf.ts'
import { type Store, withReopen } from '../db/store.ts'
import { dropOldShared } from '../files/useSharedFiles.ts'
import { listFallback } from '../outbox/addToFallback.ts'

export interface Opening {
  /** Names of the locks that other pages hold: their drafts are not touched. */
  elsewhere?: ReadonlySet<string>
  /** Requests the lock of a draft that could be restored. Returns false if another page keeps it. */
  take?: (lock: string) => Promise<boolean>
  /** The slot that this tab wrote last; its draft has priority over newer ones. */
  slot?: string
}

const keyIn = (row: DraftRow): DraftKey => [row.owner, row.path, row.initHash]

/**
 * Keys of drafts that became saves which wait beside the main database. Such a draft is deleted when its save moves to the outbox; restored
 * before that, the next answers would be saved over the record of this one.
 */
async function keysOfSaves(store: Store, owner: Owner, path: string): Promise<ReadonlySet<string>> {
  const spilled = async () => await store.spill.ops.where('owner').equals(owner).toArray()
  const rows = await Promise.all([
    // A lost connection is opened again by the second try.
    spilled()
      .catch(spilled)
      .catch(() => []),
    listFallback(store).catch(() => []),
  ])
  return new Set(rows.flat().flatMap((row) => (row.owner === owner && row.draft?.path === path ? [row.draft.initHash] : [])))
}

/**
 * Returns the newest draft with this initial data that is not too old and not open in another page. Drafts
 * that are too old or have other initial data move to the shelf. A refused save that its author opened for
 * correction has priority, even if the form's data has changed. The draft of a save that waits beside the database is left alone.
 */
export async function openDraft(
  store: Store,
  owner: Owner,
  path: string,
  initHash: string,
  { elsewhere = new Set(), take = () => Promise.resolve(true), slot }: Opening = {},
): Promise<DraftRow | undefined> {
  const { db } = store
  await draftWrites(store, owner, path)
  const time = await serverNow(store)
  const saved = await keysOfSaves(store, owner, path)
  const rows = (await withReopen(store, () => db.drafts.where('[owner+path]').equals([owner, path]).toArray())).filter(
    (row) => row.v <= rowVersion && !saved.has(row.initHash),
  )
  const refused = new Set<string | undefined>()
  for (const { supersedes } of rows)
    if (supersedes !== undefined && (await db.outbox.where('opId').equals(supersedes).count()) > 0) refused.add(supersedes)

  const isOld = (row: DraftRow) => time.trusted && time.at - row.serverAt > draftLife
  const mends = (row: DraftRow) => refused.has(row.supersedes)
  const fits = (row: DraftRow) => !isOld(row) && (hashOf(row.initHash) === initHash || mends(row))
  const now = (row: DraftRow) => keyOf(initHash, slotOf(row.initHash))

  let found: DraftRow | undefined
  const first = (row: DraftRow) => {
    if (mends(row)) return 2
    return slotOf(row.initHash) === slot ? 1 : 0
  }
  const candidates = rows.filter(fits).sort((a, b) => first(b) - first(a) || b.updatedAt - a.updatedAt)
  for (const row of candidates) {
    if (!(await take(lockOf(owner, path, now(row))))) continue
    found = row
    break
  }
  const away = rows.filter((row) => !fits(row) && !elsewhere.has(lockOf(owner, path, row.initHash)))
  return await withReopen(store, () =>
    db.transaction('rw', db.drafts, db.shelf, async () => {
      for (const row of away) {
        const newest = await db.drafts.get(keyIn(row))
        if (!newest) continue
        await db.shelf.add(shelve(newest, isOld(newest) ? 'expired' : 'changed', store.now()))
        await db.drafts.delete(keyIn(row))
      }
      // Read the row again: the page that has just released the lock may have changed or saved the draft.
      const newest = found && (await db.drafts.get(keyIn(found)))
      if (!newest || now(newest) === newest.initHash) return newest
      const opened = { ...newest, initHash: now(newest) }
      const twin = await db.drafts.get(keyIn(opened))
      if (twin) await db.shelf.add(shelve(twin, 'replaced', store.now()))
      await db.drafts.delete(keyIn(newest))
      await db.drafts.put(opened)
      return opened
    }),
  )
}

/**
 * Moves drafts older than a day to the shelf, also of forms that are never opened again; skips drafts that
 * are open in a window. Shared files that no draft has taken are deleted.
 */
export async function shelveOldDrafts(store: Store): Promise<void> {
  const { db } = store
  await dropOldShared(store)
  const time = await serverNow(store)
  if (!time.trusted) return
  const open = await heldElsewhere()
  await db.transaction('rw', db.drafts, db.shelf, async () => {
    const isOld = (row: DraftRow) =>
      row.v <= rowVersion && time.at - row.serverAt > draftLife && !open.has(lockOf(row.owner, row.path, row.initHash))
    const old = await db.drafts.filter(isOld).toArray()
    for (const row of old) {
      await db.shelf.add(shelve(row, 'expired', store.now()))
      await db.drafts.delete([row.owner, row.path, row.initHash])
    }
  })
}
