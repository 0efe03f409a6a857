import type { Model } from '../../../contract/endpoints/records.ts'
import { serverNow } from '../db/serverNow.ts'
import { type DraftRow, type Owner, rowVersion, type ShelfRow } from '../db/MusterDb.ts'
import { forgetCopies, sharedOf } from '../files/copiesOfShared.ts'
import { dropFiles } from '../files/keepBlob.ts'
import { NotSaved } from '../db/not-saved.ts'
import { spilledOps } from '../outbox/addToFallback.ts'
import { intoFullDevice } from '../quota/freeSpace.ts'
import { isQuota, type Store, withReopen } from '../db/store.ts'

/** A draft is restored automatically for this long, ms (spec/1 §4.6). */
export const draftLife = 24 * 3_600_000

export interface DraftInput {
  path: string
  initHash: string
  body: Model
  formVersion?: string | undefined
  blobIds: string[]
  title?: string | undefined
  address?: string | undefined
  recordPath?: string | undefined
  /** Index of the page of the form that the person was on. */
  page?: number | undefined
}

export type DraftKey = [owner: Owner, path: string, key: string]

interface Writer {
  next: DraftInput | undefined
  done: Promise<void>
  /** The draft became a save: a write that has not begun is left out. */
  isSaved?: boolean
}

/** Drafts that are being written, by store and key. */
const writers = new WeakMap<object, Map<string, Writer>>()

const writersOf = (store: Store) => {
  const known = writers.get(store.db)
  if (known) return known
  const fresh = new Map<string, Writer>()
  writers.set(store.db, fresh)
  return fresh
}

const keyText = (...key: DraftKey) => JSON.stringify(key)

/** Waits for running draft writes of this record. */
export async function draftWrites(store: Store, owner: Owner, path: string): Promise<void> {
  const start = JSON.stringify([owner, path]).slice(0, -1)
  for (const [name, { done }] of writersOf(store)) if (name.startsWith(start)) await done.catch(() => undefined)
}

/** Waits for running draft writes of this owner. */
export async function settleOwnDrafts(store: Store, owner: Owner): Promise<void> {
  const start = JSON.stringify([owner]).slice(0, -1)
  for (const [name, { done }] of writersOf(store)) if (name.startsWith(start)) await done.catch(() => undefined)
}

/** Writes a draft; while a write is running, only the newest later draft is kept. */
export function keepDraft(store: Store, owner: Owner, draft: DraftInput): Promise<void> {
  const key: DraftKey = [owner, draft.path, draft.initHash]
  const running = writersOf(store).get(keyText(...key))
  if (!running) return startWriter(store, key, draft)
  running.next = draft
  running.isSaved = false
  return running.done
}

/** Makes a change of a stored draft, after the running write of it. The functions above wait for the change, too. */
export async function changeDraft<T>(store: Store, key: DraftKey, change: () => Promise<T>): Promise<T> {
  const all = writersOf(store)
  const name = keyText(...key)
  for (let running = all.get(name); running; running = all.get(name)) await running.done.catch(() => undefined)
  const changing = change()
  startWriter(store, key, undefined, changing).catch(() => undefined)
  return await changing
}

/** Writes `next`, and drafts that arrive meanwhile, after `before`. */
function startWriter(store: Store, key: DraftKey, next: DraftInput | undefined, before?: Promise<unknown>): Promise<void> {
  const [owner] = key
  const all = writersOf(store)
  const name = keyText(...key)
  const writer: Writer = { next, done: Promise.resolve() }
  all.set(name, writer)
  writer.done = (async () => {
    try {
      if (before) await before.catch(() => undefined)
      while (writer.next) {
        const now = writer.next
        writer.next = undefined
        await writeDraft(store, owner, now, writer)
      }
    } finally {
      all.delete(name)
    }
  })()
  return writer.done
}

async function writeDraft(store: Store, owner: Owner, draft: DraftInput, writer: Writer): Promise<void> {
  const { db } = store
  const { at } = await serverNow(store)
  const body = JSON.parse(JSON.stringify(draft.body)) as Model
  // A shared file ends in the transaction that names its copy: a page that is killed has it once.
  const shared = sharedOf(draft.blobIds)
  const files = shared[0] ? [db.blobs, db.bytes] : []
  const write = () =>
    db.transaction('rw', [db.drafts, ...files], async () => {
      if (writer.isSaved) return undefined
      const kept = await db.drafts.get([owner, draft.path, draft.initHash])
      for (const table of files) await table.bulkDelete(shared)
      return await db.drafts.put({ ...kept, ...draft, body, owner, v: rowVersion, updatedAt: store.now(), serverAt: at })
    })
  // Else the draft became a save, which names the copies.
  if (await intoDrafts(store, write)) forgetCopies(draft.blobIds)
}

/** Writes a draft, also to a device that is full or has lost its database. @throws NotSaved */
export async function intoDrafts<T>(store: Store, write: () => PromiseLike<T>): Promise<T> {
  try {
    return await intoFullDevice(store, () => withReopen(store, write))
  } catch (cause) {
    throw new NotSaved(isQuota(cause) ? 'full' : 'storage', { cause })
  }
}

/**
 * Called before a draft becomes a save or is discarded: drops the next write and waits for the running one. `isSaved`: the save does
 * not wait for a database that hangs, so a write that begins after it is dropped, too.
 */
export async function settleDraftWrites(store: Store, owner: Owner, path: string, initHash: string, isSaved = false): Promise<void> {
  const writer = writersOf(store).get(keyText(owner, path, initHash))
  if (!writer) return
  writer.next = undefined
  if (isSaved) writer.isSaved = true
  await writer.done.catch(() => undefined)
}

export function shelve(row: DraftRow, reason: ShelfRow['reason'], now: number): Omit<ShelfRow, 'id'> {
  return { ...row, reason, shelvedAt: now }
}

export async function discardDraft(store: Store, owner: Owner, path: string, initHash: string): Promise<void> {
  await settleDraftWrites(store, owner, path, initHash)
  const row = await store.db.drafts.get([owner, path, initHash])
  if (!row) return
  await store.db.drafts.delete([owner, path, initHash])
  // A save that waits beside the database has not marked its files yet.
  const saved = new Set((await spilledOps(store)).flatMap(({ blobIds }) => blobIds))
  await dropFiles(
    store,
    row.blobIds.filter((id) => !saved.has(id)),
  )
}

/** Moves a draft to the shelf if it occupies the key of another one. */
export async function shelveDraft(store: Store, key: DraftKey, reason: ShelfRow['reason']): Promise<void> {
  const row = await store.db.drafts.get(key)
  if (!row) return
  await store.db.shelf.add(shelve(row, reason, store.now()))
  await store.db.drafts.delete(key)
}
