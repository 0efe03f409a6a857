import { useLiveQuery } from 'dexie-react-hooks'
import { useEffect, useState } from 'react'
import { fileLink } from '../../../contract/rules/fileLink.ts'
import type { UnprocessedRow } from '../db/MusterDb.ts'
import { noteCopy } from './copiesOfShared.ts'
import { keepBlob, keepUnprocessedFile } from './keepBlob.ts'
import { getOwner } from '../identity/getOwner.ts'
import { useOwner } from '../identity/useOwner.ts'
import { getStore } from '../db/store.ts'

/**
 * Stores a file on the device until the server has it. Add its id to `blobIds` of the draft and of the save.
 * `source`: the file that `bytes` were made of. Rejects with NotSaved, `full` if the device has no space.
 */
export async function addBlob({
  source,
  ...input
}: {
  bytes: Blob
  source?: Blob | undefined
  type: string
  filename: string
  draftId: string
}): Promise<{ id: string; sha256: string; size: number }> {
  const kept = await keepBlob(getStore(), { ...input, owner: getOwner() })
  noteCopy(source ?? input.bytes, kept.id)
  return kept
}

/** Returns the files that this device still has to send; the server has the others. */
export async function unsentFiles<File extends { id: string }>(files: readonly File[]): Promise<File[]> {
  const owner = getOwner()
  const blobs = await getStore().db.blobs.bulkGet(files.map(({ id }) => id))
  return files.filter((_, at) => blobs[at]?.owner === owner)
}

/** Returns the original bytes while the device has them. */
export async function getFile(id: string): Promise<Blob | undefined> {
  const { db } = getStore()
  const [meta, row] = await Promise.all([db.blobs.get(id), db.bytes.get(id)])
  if (!row) return undefined
  if (meta?.sealed) return await (await import('../encryption/sealSave.ts')).openFile(getStore(), meta, row.bytes)
  return new Blob([row.bytes], { type: meta?.type ?? '' })
}

/**
 * Returns a URL for <img src>: the device's own bytes while it has them, otherwise the server's. `said` is
 * the file link of the record (fileLink).
 */
export function useFileUrl(id: string, said?: string): string | undefined {
  // Queries the key only: a progress update of the upload must not load megabytes again.
  const here = useLiveQuery(async () => (id === '' ? 0 : await getStore().db.bytes.where('id').equals(id).count()), [id])
  const [local, setLocal] = useState<{ id: string; url: string }>()
  useEffect(() => {
    if (!here) return
    let url: string | undefined
    let gone = false
    void getFile(id).then((file) => {
      if (gone || !file) return
      url = URL.createObjectURL(file)
      setLocal({ id, url })
    })
    return () => {
      gone = true
      if (url) URL.revokeObjectURL(url)
      setLocal(undefined)
    }
  }, [id, here])
  if (here === undefined) return undefined
  if (here === 0) return fileLink({ id, url: said })
  return local?.id === id ? local.url : undefined
}

/** The "Not processed" tray: stores an unreadable picture as it is (decision OQ-047). */
export function keepUnprocessed(input: { bytes: Blob; filename: string; reason: string }): Promise<void> {
  return keepUnprocessedFile(getStore(), { ...input, owner: getOwner() }).then(() => noteCopy(input.bytes))
}

export interface Unprocessed extends Omit<UnprocessedRow, 'bytes' | 'owner'> {
  open(): Promise<Blob | undefined>
  remove(): Promise<void>
}

export function useUnprocessed(): Unprocessed[] {
  const owner = useOwner()
  const rows = useLiveQuery(() => getStore().db.unprocessed.where('owner').equals(owner).reverse().toArray(), [owner])
  return (rows ?? []).map(({ bytes, owner: _, ...row }) => ({
    ...row,
    open: async () => new Blob([bytes], { type: row.type }),
    remove: () => getStore().db.unprocessed.delete(row.id),
  }))
}
