import type { Model } from '../../contract/records.ts'
import { serverNow } from './clock.ts'
import { type DraftRow, type Owner, rowVersion, type ShelfRow } from './db.ts'
import { dropFiles } from './files.ts'
import { NotSaved } from './not-saved.ts'
import { freeSpace } from './space.ts'
import { isQuota, type Store, withReopen } from './store.ts'

/** A draft is restored by itself for this long (spec/1 §4.6). */
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
}

type Key = [Owner, string, string]

interface Writer {
  next: DraftInput | undefined
  done: Promise<void>
}

/** Drafts being written, by store and key. */
const writers = new WeakMap<object, Map<string, Writer>>()

const writersOf = (store: Store) => {
  const known = writers.get(store.db)
  if (known) return known
  const fresh = new Map<string, Writer>()
  writers.set(store.db, fresh)
  return fresh
}

const keyText = (owner: Owner, path: string, initHash: string) => JSON.stringify([owner, path, initHash])

/** Writes a draft; while one write of it runs, only the newest of the later ones is kept. */
export function keepDraft(store: Store, owner: Owner, draft: DraftInput): Promise<void> {
  const all = writersOf(store)
  const name = keyText(owner, draft.path, draft.initHash)
  const running = all.get(name)
  if (running) {
    running.next = draft
    return running.done
  }
  const writer: Writer = { next: draft, done: Promise.resolve() }
  all.set(name, writer)
  writer.done = (async () => {
    try {
      while (writer.next) {
        const now = writer.next
        writer.next = undefined
        await writeDraft(store, owner, now)
      }
    } finally {
      all.delete(name)
    }
  })()
  return writer.done
}

async function writeDraft(store: Store, owner: Owner, draft: DraftInput): Promise<void> {
  const { db } = store
  const { at } = await serverNow(store)
  const body = JSON.parse(JSON.stringify(draft.body)) as Model
  const write = () =>
    db.transaction('rw', db.drafts, async () => {
      const kept = await db.drafts.get([owner, draft.path, draft.initHash])
      await db.drafts.put({ ...kept, ...draft, body, owner, v: rowVersion, updatedAt: store.now(), serverAt: at })
    })
  try {
    await withReopen(store, write)
  } catch (error) {
    if (!isQuota(error)) throw new NotSaved('storage', { cause: error })
    await freeSpace(store).catch(() => undefined)
    await write().catch((cause: unknown) => {
      throw new NotSaved('full', { cause })
    })
  }
}

/** Before a draft becomes a save or is given up: no write of it may come after. */
export async function settleDraftWrites(store: Store, owner: Owner, path: string, initHash: string): Promise<void> {
  const writer = writersOf(store).get(keyText(owner, path, initHash))
  if (!writer) return
  writer.next = undefined
  await writer.done.catch(() => undefined)
}

function shelve(row: DraftRow, reason: ShelfRow['reason'], now: number): Omit<ShelfRow, 'id'> {
  return { ...row, reason, shelvedAt: now }
}

/**
 * The draft under this key, unless it is too old; it and drafts of the record under other initial data go to the shelf. A refused save that its
 * person opened to correct it is theirs to see whatever the data under it is now.
 */
export async function openDraft(store: Store, owner: Owner, path: string, initHash: string): Promise<DraftRow | undefined> {
  const { db } = store
  await writersOf(store)
    .get(keyText(owner, path, initHash))
    ?.done.catch(() => undefined)
  const time = await serverNow(store)
  return await withReopen(store, () =>
    db.transaction('rw', db.drafts, db.shelf, db.outbox, async () => {
      const rows = await db.drafts.where('[owner+path]').equals([owner, path]).toArray()
      let found: DraftRow | undefined
      for (const row of rows) {
        if (row.v > rowVersion) continue
        const expired = time.trusted && time.at - row.serverAt > draftLife
        if (row.initHash === initHash && !expired) {
          found ??= row
          continue
        }
        const mends = row.supersedes !== undefined && (await db.outbox.where('opId').equals(row.supersedes).count()) > 0
        if (mends && !expired) {
          if (found) await db.shelf.add(shelve(found, 'replaced', store.now()))
          found = { ...row, initHash }
          await db.drafts.delete([row.owner, row.path, row.initHash] satisfies Key)
          await db.drafts.put(found)
          continue
        }
        await db.shelf.add(shelve(row, expired ? 'expired' : 'changed', store.now()))
        await db.drafts.delete([row.owner, row.path, row.initHash] satisfies Key)
      }
      return found
    }),
  )
}

export async function discardDraft(store: Store, owner: Owner, path: string, initHash: string): Promise<void> {
  await settleDraftWrites(store, owner, path, initHash)
  const row = await store.db.drafts.get([owner, path, initHash])
  if (!row) return
  await store.db.drafts.delete([owner, path, initHash])
  await dropFiles(store, row.blobIds)
}

export async function dropShelf(store: Store, id: number): Promise<void> {
  const row = await store.db.shelf.get(id)
  if (!row) return
  await store.db.shelf.delete(id)
  await dropFiles(store, row.blobIds)
}

/** Moves a draft that stands where another must go. */
export async function shelveDraft(store: Store, key: Key, reason: ShelfRow['reason']): Promise<void> {
  const row = await store.db.drafts.get(key)
  if (!row) return
  await store.db.shelf.add(shelve(row, reason, store.now()))
  await store.db.drafts.delete(key)
}

/** Drafts whose day is over, also of forms that are not opened again. */
export async function shelveOldDrafts(store: Store): Promise<void> {
  const { db } = store
  const time = await serverNow(store)
  if (!time.trusted) return
  await db.transaction('rw', db.drafts, db.shelf, async () => {
    const old = await db.drafts.filter((row) => row.v <= rowVersion && time.at - row.serverAt > draftLife).toArray()
    for (const row of old) {
      await db.shelf.add(shelve(row, 'expired', store.now()))
      await db.drafts.delete([row.owner, row.path, row.initHash])
    }
  })
}
