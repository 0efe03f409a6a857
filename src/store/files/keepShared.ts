import { newId } from '../../lib/newId.ts'
import { rowVersion } from '../db/MusterDb.ts'
import { isQuota, type Store } from '../db/store.ts'
import { deviceOwner } from '../identity/getOwner.ts'

/** `draftId` of a file that another app has shared, until a form takes it. */
export const sharedMark = 'shared'

/** The most files that wait for a form at a time, and the most bytes of all. */
export const mostShared = 10
export const mostSharedBytes = 100_000_000

/**
 * Why files are not kept: no person is signed in, the device is a kiosk, the files are not suitable, or they could not be stored. `browser`:
 * no service worker took them (server/routes/files/addShare.ts).
 */
export type ShareRefusal = 'person' | 'kiosk' | 'kind' | 'many' | 'large' | 'room' | 'failed' | 'browser'

/**
 * Stores shared files for the person who is signed in on this device: all of them, or none. Returns why not. The worker
 * calls it, too: it imports little. Never rejects.
 */
export async function keepShared(store: Store, given: readonly unknown[]): Promise<ShareRefusal | undefined> {
  const { blobs, bytes, meta } = store.db
  const files = given.filter((file): file is File => file instanceof File && /^image\/|^application\/pdf$/.test(file.type))
  try {
    const owner = await deviceOwner(store)
    if (await meta.get('kiosk')) return 'kiosk'
    if (!owner.startsWith('u:')) return 'person'
    if (files.length === 0 || files.length < given.length) return 'kind'
    return await store.db.transaction('rw', blobs, bytes, async () => {
      const waiting = (await blobs.where({ draftId: sharedMark }).toArray()).filter((row) => row.owner === owner)
      if (waiting.length + files.length > mostShared) return 'many'
      if ([...waiting, ...files].reduce((sum, { size }) => sum + size, 0) > mostSharedBytes) return 'large'
      for (const file of files) {
        const { name: filename, size, type } = file
        const id = newId()
        await bytes.put({ id, bytes: file })
        // The form that takes the file stores it again, prepared, with its sum.
        const row = { id, v: rowVersion, owner, opId: '', draftId: sharedMark, sha256: '', size, type, filename }
        await blobs.put({ ...row, state: 'local', offset: 0, at: store.now() })
      }
      return undefined
    })
  } catch (error) {
    return isQuota(error) ? 'room' : 'failed'
  }
}
