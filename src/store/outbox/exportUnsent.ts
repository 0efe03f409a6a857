import { sha256Hex } from '../../lib/sha256Hex.ts'
import { packZip } from '../../lib/packZip.ts'
import { spilledOps } from './addToFallback.ts'
import type { BlobRow, Owner } from '../db/MusterDb.ts'
import type { Store } from '../db/store.ts'

/** What a device needs to know of a sealed file to send it. */
export type SealedBlob = Pick<BlobRow, 'size' | 'sha256' | 'sealed'>

/**
 * Everything on this device that the server has not confirmed, as one zip file: `manifest.json`,
 * `saves/<opId>.json`, `files/<id>-<name>`, drafts, unreadable rows. Sealed data stays sealed: any device can
 * send it, none can read it. Drafts of other users are included only if they are sealed. The manifest has the
 * SHA-256 of each entry. Any holder of the file can send the saves under their own ids: the server applies
 * each once.
 */
export async function exportUnsent(store: Store, owner?: Owner): Promise<Blob> {
  const { db } = store
  const entries: { name: string; content: Blob }[] = []
  const listed: { name: string; sha256: string; size: number; filename?: string; type?: string; blob?: SealedBlob }[] = []
  const put = async (
    name: string,
    content: string | ArrayBuffer | Blob,
    about: { filename?: string; type?: string; blob?: SealedBlob } = {},
  ) => {
    const blob = new Blob([content])
    listed.push({ name, sha256: await sha256Hex(content), size: blob.size, ...about })
    entries.push({ name, content: blob })
  }
  const json = (value: unknown) => JSON.stringify(value, null, 2)
  /** An export contains no readable drafts of other users, and no keys that open sealed data. */
  const mine = <Row extends { owner: string; sealed?: unknown }>(rows: Row[]) =>
    rows.filter((row) => owner === undefined || row.owner === owner || row.sealed !== undefined)
  const withoutKeys = <Row extends { sealed?: { local?: string | undefined } | undefined }>(row: Row): Row =>
    row.sealed ? { ...row, sealed: { ...row.sealed, local: undefined } } : row

  const saves = await db.outbox.orderBy('seq').toArray()
  for (const op of saves) await put(`saves/${op.opId}.json`, json(withoutKeys(op)))
  for (const op of await spilledOps(store))
    if (!saves.some((row) => row.opId === op.opId)) await put(`saves/${op.opId}.json`, json(withoutKeys(op)))
  const ids = await db.blobs.toCollection().primaryKeys()
  for (const id of ids) {
    const [meta, row] = await Promise.all([db.blobs.get(id), db.bytes.get(id)])
    if (meta && row)
      await put(`files/${id}-${meta.filename.replaceAll(/[^\w. -]+/g, '_')}`, row.bytes, {
        filename: meta.filename,
        type: meta.type,
        ...(meta.sealed && { blob: { size: meta.size, sha256: meta.sha256, sealed: withoutKeys(meta).sealed } }),
      })
  }
  for (const row of mine(await db.unprocessed.toArray()))
    await put(`not-processed/${row.id}-${row.filename.replaceAll(/[^\w. -]+/g, '_')}`, row.bytes)
  await put('drafts.json', json({ drafts: mine(await db.drafts.toArray()), shelf: mine(await db.shelf.toArray()) }))
  await put('unreadable.json', json(await db.quarantine.toArray()))
  const deviceId = (await db.meta.get('deviceId'))?.value
  const manifest = json({ format: 'muster-outbox', version: 1, at: new Date(store.now()).toISOString(), deviceId, entries: listed })
  return await packZip([{ name: 'manifest.json', content: new Blob([manifest]) }, ...entries])
}
