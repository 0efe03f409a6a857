import { sha256Hex } from '../../lib/sha256Hex.ts'
import { type BlobRow, type DraftRow, anonymousOwner, type OpRow, type Owner, rowVersion, type ShelfRow } from '../db/MusterDb.ts'
import type { SealedBlob } from './exportUnsent.ts'
import { readOp } from '../db/readOp.ts'
import type { Store } from '../db/store.ts'
import { journalSaved } from '../integrity/lossJournal.ts'

interface Entry {
  name: string
  sha256: string
  filename?: string
  type?: string
  blob?: SealedBlob
}

/**
 * The user who imports the file. With the `anybody` flag, an administrator may import other users' work,
 * which is still sent under its authors' names.
 */
export interface Importer {
  readonly owner: Owner
  readonly anybody: boolean
}

/** The file holds another user's work, and this user is no administrator. Nothing was imported. */
export class NotYours extends Error {}

interface Manifest {
  format: string
  entries: Entry[]
}

/**
 * Adds the saves of a rescue file (exportUnsent.ts) to the outbox under their own ids: the server does not apply a
 * save twice. Drafts go to the shelf. Returns how many were new here. Throws if the file has the wrong
 * format, is damaged, or holds other users' work.
 */
export async function importUnsent(store: Store, file: Blob, who: Importer): Promise<number> {
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
  const drafts = names.includes('drafts.json') ? (json('drafts.json') as { drafts?: DraftRow[]; shelf?: ShelfRow[] }) : {}
  const begun = [...(drafts.drafts ?? []), ...(drafts.shelf ?? [])]
  const mine = ({ owner }: { owner: Owner }) => who.anybody || owner === who.owner || owner === anonymousOwner
  if (![...saves, ...begun].every(mine)) throw new NotYours('This file holds work of another person.')
  let taken = 0
  for (const save of saves) {
    if (typeof readOp({ ...save, seq: 0 }) === 'string') throw new Error(`The save ${save.opId} can't be read.`)
    if (await take(store, save, manifest.entries, files)) taken++
  }
  for (const draft of begun) if (await takeDraft(store, draft, manifest.entries, files)) taken++
  return taken
}

async function take(
  store: Store,
  { seq: _, token: __, leaseUntil: ___, lastError: ____, ...save }: OpRow,
  entries: Entry[],
  files: Record<string, Uint8Array<ArrayBuffer>>,
): Promise<boolean> {
  const { db } = store
  const told = (save.body['files'] ?? []) as { id: string; sha256: string }[]
  const blobs = blobsOf(store, save, save.opId, entries, files)
  const taken = await db.transaction('rw', [db.outbox, db.receipts, db.blobs, db.bytes], async () => {
    if ((await db.receipts.get(save.opId)) || (await db.outbox.where('opId').equals(save.opId).count()) > 0) return false
    const twin = (await db.outbox.where('dedupe').equals(save.dedupe).count()) > 0
    await db.outbox.add({ ...save, dedupe: twin ? `${save.dedupe}|${save.opId}` : save.dedupe, state: 'queued', nextAt: 0 })
    for (const { row, bytes } of blobs) {
      await db.blobs.put({ ...row, sha256: told.find((it) => it.id === row.id)?.sha256 ?? row.sha256 })
      await db.bytes.put({ id: row.id, bytes })
    }
    return true
  })
  if (taken) journalSaved(store, save.owner, save)
  return taken
}

function blobsOf(
  store: Store,
  { owner, blobIds }: { owner: Owner; blobIds: readonly string[] },
  opId: string,
  entries: Entry[],
  files: Record<string, Uint8Array<ArrayBuffer>>,
): { row: BlobRow; bytes: ArrayBuffer }[] {
  return blobIds.flatMap((id) => {
    const entry = entries.find(({ name }) => name.startsWith(`files/${id}-`))
    const bytes = entry && files[entry.name]?.slice().buffer
    if (!bytes) return []
    const { filename = id, type = '', sha256, blob } = entry
    const about = { v: rowVersion, owner, opId, draftId: '', sha256, size: bytes.byteLength, type, filename, ...blob }
    return [{ row: { id, ...about, state: 'local', offset: 0, at: store.now() }, bytes }]
  })
}

/** An imported draft goes to the shelf, because the form on this device may have its own draft. */
async function takeDraft(store: Store, row: DraftRow | ShelfRow, entries: Entry[], files: Record<string, Uint8Array<ArrayBuffer>>) {
  const { db } = store
  const { id: _, ...draft } = row as ShelfRow
  const blobs = blobsOf(store, draft, '', entries, files)
  return await db.transaction('rw', [db.drafts, db.shelf, db.blobs, db.bytes], async () => {
    const same = (other: DraftRow) => other.updatedAt === draft.updatedAt && other.initHash === draft.initHash
    const place = [draft.owner, draft.path]
    const here = [
      ...(await db.drafts.where('[owner+path]').equals(place).toArray()),
      ...(await db.shelf.where('[owner+path]').equals(place).toArray()),
    ]
    if (here.some(same)) return false
    await db.shelf.add({ ...draft, reason: draft.reason ?? 'replaced', shelvedAt: store.now() })
    for (const blob of blobs) {
      if (await db.blobs.get(blob.row.id)) continue
      await db.blobs.put(blob.row)
      await db.bytes.put({ id: blob.row.id, bytes: blob.bytes })
    }
    return true
  })
}
