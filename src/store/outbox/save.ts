import { canonicalJson, sha256Hex } from '../../lib/hash.ts'
import { newId } from '../../lib/ids.ts'
import { asideRows, bringBack, layAside, lookAside } from './aside.ts'
import { addLink, linkOf } from '../integrity/chain.ts'
import { skewOf } from '../db/clock.ts'
import { type OpRow, type Owner, rowVersion, type SpillRow } from '../db/db.ts'
import { settleDraftWrites } from '../drafts/draft-rows.ts'
import { dropFiles } from '../files/files.ts'
import { NotSaved } from '../db/not-saved.ts'
import type { SealedFile } from '../encryption/sealed.ts'
import { sealsFor } from '../encryption/sharedDevice.ts'
import { allOf, intoFullDevice } from '../quota/space.ts'
import { isConnectionLoss, isQuota, type Store, withReopen } from '../db/store.ts'
import { witnessGone, witnessSaved } from '../integrity/witness.ts'

export interface SaveInput {
  owner: Owner
  kind: string
  method: string
  url: string
  path: string
  body: Record<string, unknown>
  blobIds?: string[] | undefined
  initHash?: string | undefined
  baseRev?: number | undefined
  parentOpId?: string | undefined
  draft?: { path: string; initHash: string } | undefined
  title?: string | undefined
  address?: string | undefined
  holdMs?: number | undefined
}

export interface Saved {
  opId: string
  path: string
  duplicate: boolean
}

type NewOp = Omit<OpRow, 'seq'>
type DraftKey = { path: string; initHash: string }

/** Timeout of the save transaction before the save goes to the spill database, ms. */
export const saveLimit = 5000
/** Timeout of the spill database, ms. If it is blocked like the main one, the save goes to Cache Storage. */
export const spillLimit = 2000

declare const __APP_VERSION__: string

/**
 * Stores the save, claims its files and deletes its draft in one transaction, durable on disk when it
 * resolves. Rejects with NotSaved, and then nothing is stored.
 */
export async function saveOp(store: Store, input: SaveInput): Promise<Saved> {
  const prepared = await prepare(store, input)
  // A shared device stores no plain text. The sealing code is loaded only for such a save.
  const { op, files } = sealsFor(store, input.owner)
    ? await (await import('../encryption/sealed.ts')).sealSave(store, prepared)
    : { op: prepared, files: [] }
  if (input.draft) await settleDraftWrites(store, input.owner, input.draft.path, input.draft.initHash)
  await store.at('save.hashed')
  const saved = await commit(store, op, input.draft, files)
  witnessSaved(store, op.owner, { ...op, opId: saved.opId })
  await store.at('save.committed')
  return saved
}

/** Does all slow work (hashes, file sizes, clock) before the transaction. */
async function prepare(store: Store, input: SaveInput): Promise<NewOp> {
  const blobIds = [...new Set(input.blobIds ?? [])]
  const clientAt = new Date(store.now()).toISOString()
  let body: Record<string, unknown>
  try {
    body = JSON.parse(JSON.stringify(input.body)) as Record<string, unknown>
  } catch (cause) {
    throw new NotSaved('unreadable', { cause })
  }
  let skewMs = 0
  if (blobIds.length > 0 && !namesAll(body['files'], blobIds)) body['files'] = await filesOf(store, blobIds)
  try {
    skewMs = await withinLimit(store, skewOf(store))
  } catch {
    // If the database fails here, the transaction reports it.
  }
  const payloadHash = await sha256Hex(canonicalJson({ kind: input.kind, body: { ...body, clientAt: undefined, skewMs: undefined } }))
  // Excluded from the hash: the same answers saved a moment later are the same save.
  body['clientAt'] ??= clientAt
  body['skewMs'] ??= skewMs
  return {
    v: rowVersion,
    opId: newId(),
    owner: input.owner,
    dedupe: `${input.owner}|${input.path}|${input.initHash ?? ''}|${payloadHash}`,
    kind: input.kind,
    method: input.method,
    url: input.url,
    path: input.path,
    stream: input.path,
    body,
    payloadHash,
    blobIds,
    initHash: input.initHash,
    baseRev: input.baseRev,
    parentOpId: input.parentOpId,
    state: 'queued',
    attempts: 0,
    nextAt: input.holdMs ? store.now() + input.holdMs : 0,
    clientAt,
    skewMs,
    appVersion: __APP_VERSION__,
    title: input.title,
    form: input.draft
      ? { ...input.draft, address: input.address }
      : input.address
        ? { path: input.path, initHash: input.initHash ?? '', address: input.address }
        : undefined,
  }
}

/**
 * True if the form has already provided the hashes of all files. Then no read is needed while another tab may
 * lock the table.
 */
function namesAll(files: unknown, blobIds: string[]): boolean {
  if (!Array.isArray(files)) return false
  const named = new Set(files.map((file: { id?: unknown }) => file.id))
  return blobIds.every((id) => named.has(id))
}

async function filesOf(store: Store, blobIds: string[]): Promise<{ id: string; sha256: string; size: number }[]> {
  let rows: Awaited<ReturnType<Store['db']['blobs']['bulkGet']>>
  try {
    rows = await withinLimit(
      store,
      withReopen(store, () => store.db.blobs.bulkGet(blobIds)),
    )
  } catch (cause) {
    throw new NotSaved('storage', { cause })
  }
  return rows.map((row) => {
    if (!row) throw new NotSaved('file')
    return { id: row.id, sha256: row.sha256, size: row.size }
  })
}

class Stalled extends Error {}

async function withinLimit<T>(store: Store, work: PromiseLike<T>, limit = saveLimit): Promise<T> {
  const done = new AbortController()
  try {
    return await Promise.race([
      work,
      store.sleep(limit, done.signal).then(() => {
        throw new Stalled()
      }),
    ])
  } finally {
    done.abort('settled')
  }
}

async function commit(store: Store, op: NewOp, draft: DraftKey | undefined, files: readonly SealedFile[]): Promise<Saved> {
  let losses = 0
  for (;;) {
    try {
      if (maySpill(store)) await intoFullDevice(store, () => withinLimit(store, drainSpill(store)))
      return await intoFullDevice(store, () => withinLimit(store, transact(store, op, draft, files)))
    } catch (error) {
      if (error instanceof NotSaved) throw error
      if (isQuota(error)) throw new NotSaved('full', { cause: error })
      if (isConnectionLoss(error) && ++losses < 2) {
        store.db.close({ disableAutoOpen: false })
        await withinLimit(store, store.db.open()).catch(() => undefined)
      } else if (error instanceof Stalled || isConnectionLoss(error)) {
        return await spillOp(store, op, draft)
      } else throw new NotSaved('storage', { cause: error })
    }
  }
}

/** Runs in one read-write transaction; awaits only database calls. */
async function transact(
  store: Store,
  op: NewOp,
  draft: DraftKey | undefined,
  files: readonly SealedFile[],
  fromSpill = false,
): Promise<Saved> {
  const { db } = store
  let left: string[] = []
  let replaced: string | undefined
  const tables = [db.outbox, db.blobs, db.drafts, db.receipts, db.cancels, db.meta, ...(files.length > 0 ? [db.bytes] : [])]
  const saved = await db.transaction('rw', tables, async (): Promise<Saved> => {
    if (fromSpill && ((await db.receipts.get(op.opId)) || (await db.outbox.where('opId').equals(op.opId).count()) > 0))
      return { opId: op.opId, path: op.path, duplicate: false }
    const row: Omit<OpRow, 'seq'> & { seq?: number } = { ...op }
    const draftRow = draft && (await db.drafts.get([op.owner, draft.path, draft.initHash]))
    const last = await db.outbox
      .where('[owner+stream+seq]')
      .between(...allOf(op.owner, op.stream))
      .last()
    const twin = await db.outbox.where('dedupe').equals(op.dedupe).first()
    if (draft) await db.drafts.delete([op.owner, draft.path, draft.initHash])
    if (twin && twin.seq === last?.seq) {
      // An identical save with no later save on the record is a duplicate. A refused one is queued for a
      // retry.
      if (twin.state === 'parked') await db.outbox.update(twin.seq, { state: 'queued', nextAt: 0 })
      if (fromSpill) await receipt(store, { ...op, seq: 0 }, 'superseded', { by: twin.opId })
      return { opId: twin.opId, path: op.path, duplicate: true }
    }
    if (twin) row.dedupe = `${op.dedupe}|${op.opId}`
    if (draftRow && !op.sealed) {
      row.title ??= draftRow.title
      if (row.form) {
        row.form = { ...row.form, address: row.form.address ?? draftRow.address, formVersion: draftRow.formVersion }
      }
    }
    const old = draftRow?.supersedes ? await db.outbox.where('opId').equals(draftRow.supersedes).first() : undefined
    if (
      old &&
      old.owner === op.owner &&
      old.stream === op.stream &&
      (old.state === 'parked' || old.state === 'conflict' || old.lastError?.kind === 'conflict')
    ) {
      // The corrected save takes the place of the refused one, so that later saves stay after it.
      replaced = old.opId
      row.seq = old.seq
      row.place = (old.place ?? 0) + 1
      row.parentOpId = old.parentOpId
      left = old.blobIds.filter((id) => !op.blobIds.includes(id))
      await db.outbox.delete(old.seq)
      await db.cancels.put({ opId: old.opId, owner: old.owner, stream: old.stream, at: store.now(), chain: linkOf(old) })
      await receipt(store, old, 'superseded', { by: op.opId })
      await db.outbox
        .where('[owner+stream+seq]')
        .between(...allOf(op.owner, op.stream))
        .filter((next) => next.parentOpId === old.opId)
        .modify({ parentOpId: op.opId })
      await db.blobs.where('id').anyOf(left).modify({ opId: '' })
    } else row.parentOpId ??= last?.opId
    if (op.blobIds.length > 0) {
      const blobs = await db.blobs.bulkGet(op.blobIds)
      for (const blob of blobs) {
        if (!blob || blob.owner !== op.owner) throw new NotSaved('file')
        if (blob.opId === '' || blob.opId === replaced) await db.blobs.update(blob.id, { opId: op.opId, draftId: '' })
      }
    }
    for (const { id, bytes, change } of files) {
      await db.bytes.put({ id, bytes })
      await db.blobs.update(id, change)
    }
    row.chain = await addLink(store, row)
    await db.outbox.add(row)
    return { opId: op.opId, path: op.path, duplicate: false }
  })
  if (replaced) witnessGone(store, op.owner, replaced)
  if (left.length > 0) await dropFiles(store, left).catch(() => undefined)
  return saved
}

const receipt = (store: Store, op: OpRow, outcome: 'superseded' | 'discarded', answer?: Record<string, unknown>) =>
  store.db.receipts.put({
    opId: op.opId,
    v: rowVersion,
    owner: op.owner,
    path: op.path,
    title: op.title,
    outcome,
    answer,
    clientAt: op.clientAt,
    at: store.now(),
  })

/** Whether the spill database may have rows: unknown until this page reads it. */
const spills = new WeakMap<object, boolean>()
const maySpill = (store: Store) => spills.get(store.db) ?? true

async function spillOp(store: Store, op: NewOp, draft: DraftKey | undefined): Promise<Saved> {
  spills.set(store.db, true)
  const row: Omit<SpillRow, 'n'> = { opId: op.opId, owner: op.owner, op, draft, at: store.now() }
  const notSaved = (cause: unknown) => new NotSaved(isQuota(cause) ? 'full' : 'storage', { cause })
  // Saves in the Cache Storage fallback must stay in order, so the new save follows them there.
  const last = asideRows(store).length > 0
  try {
    await (last ? layAside(store, row) : withinLimit(store, store.spill.ops.add(row), spillLimit))
  } catch (cause) {
    if (last || isQuota(cause)) throw notSaved(cause)
    await layAside(store, row).catch((reason: unknown) => {
      throw notSaved(reason)
    })
  }
  await store.at('spill.written')
  return { opId: op.opId, path: op.path, duplicate: false }
}

/**
 * Moves spilled saves to the outbox in their order. Safe to repeat at any point: a save is identified by its
 * id.
 */
export async function drainSpill(store: Store): Promise<void> {
  const take = async (row: SpillRow) => {
    try {
      await transact(store, row.op, row.draft, [], true)
    } catch (error) {
      if (!(error instanceof NotSaved)) throw error
      // A file of the save is missing: keep the save itself; the missing file is reported when the save is
      // sent.
      await transact(store, { ...row.op, blobIds: [] }, row.draft, [], true)
    }
    await store.at('spill.drained')
  }
  // An unreadable fallback store must not block the other one or new saves.
  let unread = false
  const missed = (): SpillRow[] => {
    unread = true
    return []
  }
  for (const row of await store.spill.ops.orderBy('n').toArray().catch(missed)) {
    await take(row)
    await store.spill.ops.delete(row.n)
  }
  for (const row of await lookAside(store).catch(missed)) {
    await take(row)
    await bringBack(store, row.opId)
  }
  spills.set(store.db, unread)
}
