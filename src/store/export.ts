import { sha256Hex } from '../lib/hash.ts'
import { pack } from '../lib/zip.ts'
import type { Store } from './store.ts'

/**
 * Everything of this device that the server has not confirmed, as one file: `manifest.json`, `saves/<opId>.json`, `files/<id>-<name>`,
 * drafts, unreadable rows. The manifest names each entry's SHA-256. Whoever gets it can send the saves under their own ids: the server takes each once.
 */
export async function exportUnsent(store: Store): Promise<Blob> {
  const { db, spill } = store
  const entries: { name: string; content: Blob }[] = []
  const listed: { name: string; sha256: string; size: number; filename?: string; type?: string }[] = []
  const put = async (name: string, content: string | ArrayBuffer | Blob, about: { filename?: string; type?: string } = {}) => {
    const blob = new Blob([content])
    listed.push({ name, sha256: await sha256Hex(content), size: blob.size, ...about })
    entries.push({ name, content: blob })
  }
  const json = (value: unknown) => JSON.stringify(value, null, 2)

  const saves = await db.outbox.orderBy('seq').toArray()
  const spilled = await spill.ops.toArray().catch(() => [])
  for (const op of saves) await put(`saves/${op.opId}.json`, json(op))
  for (const { op } of spilled) if (!saves.some((row) => row.opId === op.opId)) await put(`saves/${op.opId}.json`, json(op))
  const ids = await db.blobs.toCollection().primaryKeys()
  for (const id of ids) {
    const [meta, row] = await Promise.all([db.blobs.get(id), db.bytes.get(id)])
    if (meta && row)
      await put(`files/${id}-${meta.filename.replaceAll(/[^\w. -]+/g, '_')}`, row.bytes, { filename: meta.filename, type: meta.type })
  }
  for (const row of await db.unprocessed.toArray())
    await put(`not-processed/${row.id}-${row.filename.replaceAll(/[^\w. -]+/g, '_')}`, row.bytes)
  await put('drafts.json', json({ drafts: await db.drafts.toArray(), shelf: await db.shelf.toArray() }))
  await put('unreadable.json', json(await db.quarantine.toArray()))
  const deviceId = (await db.meta.get('deviceId'))?.value
  const manifest = json({ format: 'muster-outbox', version: 1, at: new Date(store.now()).toISOString(), deviceId, entries: listed })
  return await pack([{ name: 'manifest.json', content: new Blob([manifest]) }, ...entries])
}
