import { sha256Hex } from '../lib/hash.ts'
import { type BlobRow, type OpRow, rowVersion } from './db.ts'
import { readOp } from './quarantine.ts'
import type { Store } from './store.ts'
import { witnessSaved } from './witness.ts'

interface Entry {
  name: string
  sha256: string
  filename?: string
  type?: string
}

interface Manifest {
  format: string
  entries: Entry[]
}

/**
 * Takes the saves of a rescue file (export.ts) into this device's outbox, under their own ids: what the server has already is not applied
 * again. Returns how many were new here. Throws when the file is not one, or damaged.
 */
export async function importUnsent(store: Store, file: Blob): Promise<number> {
  const { unzipSync } = await import('fflate')
  const files = unzipSync(new Uint8Array(await file.arrayBuffer())) as Record<string, Uint8Array<ArrayBuffer>>
  const json = (name: string): unknown => JSON.parse(new TextDecoder().decode(files[name]))
  if (!files['manifest.json']) throw new Error('This is not a file of unsent work.')
  const manifest = json('manifest.json') as Manifest
  if (manifest.format !== 'muster-outbox') throw new Error('This is not a file of unsent work.')
  for (const { name, sha256 } of manifest.entries) {
    const bytes = files[name]
    if (!bytes || (await sha256Hex(bytes.slice().buffer)) !== sha256) throw new Error(`${name} is damaged.`)
  }
  const names = manifest.entries.map((entry) => entry.name)
  const saves = names.filter((name) => name.startsWith('saves/')).map((name) => json(name) as OpRow)
  saves.sort((a, b) => (a.seq ?? Number.MAX_SAFE_INTEGER) - (b.seq ?? Number.MAX_SAFE_INTEGER))
  let taken = 0
  for (const save of saves) {
    if (typeof readOp({ ...save, seq: 0 }) === 'string') throw new Error(`The save ${save.opId} can't be read.`)
    if (await take(store, save, manifest.entries, files)) taken++
  }
  return taken
}

async function take(
  store: Store,
  { seq: _, token: __, leaseUntil: ___, lastError: ____, ...save }: OpRow,
  entries: Entry[],
  files: Record<string, Uint8Array<ArrayBuffer>>,
): Promise<boolean> {
  const { db } = store
  const told = (save.body['files'] ?? []) as { id: string; sha256: string; size: number }[]
  const blobs = save.blobIds.flatMap((id) => {
    const entry = entries.find(({ name }) => name.startsWith(`files/${id}-`))
    const bytes = entry && files[entry.name]
    const { filename = id, type = '' } = entry ?? {}
    return bytes ? [{ id, bytes: bytes.slice().buffer, filename, type, told: told.find((it) => it.id === id) }] : []
  })
  const taken = await db.transaction('rw', [db.outbox, db.receipts, db.blobs, db.bytes], async () => {
    if ((await db.receipts.get(save.opId)) || (await db.outbox.where('opId').equals(save.opId).count()) > 0) return false
    const twin = (await db.outbox.where('dedupe').equals(save.dedupe).count()) > 0
    await db.outbox.add({ ...save, dedupe: twin ? `${save.dedupe}|${save.opId}` : save.dedupe, state: 'queued', nextAt: 0 })
    for (const { id, bytes, filename, type, told: it } of blobs) {
      const row: BlobRow = {
        id,
        v: rowVersion,
        owner: save.owner,
        opId: save.opId,
        draftId: '',
        sha256: it?.sha256 ?? '',
        size: bytes.byteLength,
        type,
        filename,
        state: 'local',
        offset: 0,
        at: store.now(),
      }
      await db.blobs.put(row)
      await db.bytes.put({ id, bytes })
    }
    return true
  })
  if (taken) witnessSaved(store, save.owner, save.opId, save.clientAt)
  return taken
}
