import { sha256Hex } from '../../lib/sha256Hex.ts'
import { newId } from '../../lib/newId.ts'
import { type Owner, rowVersion } from '../db/MusterDb.ts'
import { NotSaved } from '../db/not-saved.ts'
import { freeSpace } from '../quota/freeSpace.ts'
import { isQuota, type Store, withReopen } from '../db/store.ts'

const smallFile = 2 * 1024 * 1024

/**
 * Returns the form in which the database stores bytes: WebKit has lost Blobs in IndexedDB, so small files
 * become ArrayBuffers.
 */
async function storable(bytes: Blob): Promise<ArrayBuffer | Blob> {
  return bytes.size < smallFile ? await bytes.arrayBuffer() : bytes
}

/** Stores a file that no save uses yet. */
export async function keepBlob(
  store: Store,
  input: { owner: Owner; bytes: Blob; type: string; filename: string; draftId: string },
): Promise<{ id: string; sha256: string; size: number }> {
  const id = newId()
  const bytes = await storable(input.bytes)
  const sha256 = await sha256Hex(bytes)
  const { size } = input.bytes
  const write = () =>
    store.db.transaction('rw', store.db.blobs, store.db.bytes, async () => {
      await store.db.bytes.put({ id, bytes })
      await store.db.blobs.put({
        id,
        v: rowVersion,
        owner: input.owner,
        opId: '',
        draftId: input.draftId,
        sha256,
        size,
        type: input.type,
        filename: input.filename,
        state: 'local',
        offset: 0,
        at: store.now(),
      })
    })
  try {
    await withReopen(store, write)
  } catch (error) {
    if (!isQuota(error)) throw new NotSaved('storage', { cause: error })
    await freeSpace(store).catch(() => undefined)
    await write().catch((cause: unknown) => {
      throw new NotSaved(isQuota(cause) ? 'full' : 'storage', { cause })
    })
  }
  return { id, sha256, size }
}

/** Deletes the given files unless a waiting save, a draft or the shelf uses them. */
export async function dropFiles(store: Store, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const { db } = store
  await db.transaction('rw', [db.blobs, db.bytes, db.drafts, db.shelf], async () => {
    const named = new Set<string>()
    for (const row of [...(await db.drafts.toArray()), ...(await db.shelf.toArray())]) for (const id of row.blobIds) named.add(id)
    const rows = await db.blobs.bulkGet(ids.filter((id) => !named.has(id)))
    const free = rows.flatMap((row) => (row && row.opId === '' ? [row.id] : []))
    await db.blobs.bulkDelete(free)
    await db.bytes.bulkDelete(free)
  })
}

export async function keepUnprocessedFile(
  store: Store,
  { owner, bytes, filename, reason }: { owner: Owner; bytes: Blob; filename: string; reason: string },
): Promise<void> {
  const row = { owner, filename, reason, size: bytes.size, type: bytes.type, bytes: await storable(bytes), at: store.now() }
  await withReopen(store, () => store.db.unprocessed.add(row))
}
