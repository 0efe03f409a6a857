import { useLiveQuery } from 'dexie-react-hooks'
import type { BlobRow } from '../db/MusterDb.ts'
import { getStore, type Store, withReopen } from '../db/store.ts'
import { getOwner } from '../identity/getOwner.ts'
import { useOwner } from '../identity/useOwner.ts'
import { given, sharedOf } from './copiesOfShared.ts'
import { sharedMark } from './keepShared.ts'

const hour = 3_600_000
/** A shared file that no form has taken is deleted after this time, ms. */
export const sharedLife = 24 * hour

export type SharedFile = Pick<BlobRow, 'id' | 'filename' | 'type' | 'size' | 'at'>

/** The shared files of an owner that no form has taken. Only their owner sees them. */
async function sharedRows(store: Store, owner: string): Promise<BlobRow[]> {
  const rows = await withReopen(store, () => store.db.blobs.where({ draftId: sharedMark }).toArray())
  return rows.filter((row) => row.owner === owner && store.now() - row.at < sharedLife).sort((a, b) => a.at - b.at)
}

/** Live; undefined while loading. */
export function useSharedFiles(): readonly SharedFile[] | undefined {
  const owner = useOwner()
  return useLiveQuery(() => sharedRows(getStore(), owner), [owner])
}

/** Returns the shared files of this page's owner with their bytes. */
export async function readShared(): Promise<readonly { readonly id: string; readonly file: File }[]> {
  const store = getStore()
  const rows = await sharedRows(store, getOwner())
  const bytes = await store.db.bytes.bulkGet(rows.map(({ id }) => id))
  return rows.flatMap(({ id, filename, type }, at) => {
    const row = bytes[at]
    if (!row) return []
    const file = new File([row.bytes], filename, { type })
    given.set(file, id)
    return [{ id, file }]
  })
}

/** Deletes those of these shared files that are now under "Not processed". Returns how many still wait. */
export async function countShared(files: readonly { readonly id: string }[]): Promise<number> {
  const ids = files.map(({ id }) => id)
  await dropShared(sharedOf(ids))
  return (await getStore().db.blobs.bulkGet(ids)).filter((row) => row !== undefined).length
}

export async function dropShared(ids: readonly string[], store: Store = getStore()): Promise<void> {
  const { db } = store
  await withReopen(store, () =>
    db.transaction('rw', db.blobs, db.bytes, async () => {
      await db.blobs.bulkDelete([...ids])
      await db.bytes.bulkDelete([...ids])
    }),
  )
}

/** Deletes the shared files of an owner: at the log-out from a shared device. */
export async function dropSharedOf(owner: string, store: Store): Promise<void> {
  const rows = await store.db.blobs.where({ draftId: sharedMark }).toArray()
  await dropShared(
    rows.flatMap((row) => (row.owner === owner ? [row.id] : [])),
    store,
  )
}

/** Deletes the shared files that no form has taken in time, of all owners. */
export async function dropOldShared(store: Store): Promise<void> {
  const rows = await store.db.blobs.where({ draftId: sharedMark }).toArray()
  await dropShared(
    rows.flatMap(({ id, at }) => (store.now() - at < sharedLife ? [] : [id])),
    store,
  )
}
