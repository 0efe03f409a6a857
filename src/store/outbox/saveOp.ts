import { canonicalJson, sha256Hex } from '../../lib/sha256Hex.ts'
import { newId } from '../../lib/newId.ts'
import { fallbackRows, removeFromFallback, addToFallback, listFallback } from './addToFallback.ts'
import { addLink, linkOf } from '../integrity/addLink.ts'
import { skewOf } from '../db/serverNow.ts'
import { type DraftRow, type OpRow, type Owner, rowVersion, type SpillRow } from '../db/MusterDb.ts'
import { draftWrites, settleDraftWrites } from '../drafts/keepDraft.ts'
import { sharedOf } from '../files/copiesOfShared.ts'
import { dropFiles } from '../files/keepBlob.ts'
import { madeBy } from './madeBy.ts'
import { NotSaved } from '../db/not-saved.ts'
import type { SealedFile } from '../encryption/sealSave.ts'
import { sealsFor } from '../encryption/sharedDevice.ts'
import { allOf, intoFullDevice } from '../quota/freeSpace.ts'
import { isConnectionLoss, isQuota, type Store, withReopen } from '../db/store.ts'
import { journalGone, journalSaved } from '../integrity/lossJournal.ts'

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
export async function saveOp(store: Store, given: SaveInput): Promise<Saved> {
  // The newest text of the draft is written first: a browser that is killed while the save is hashed keeps it.
  const written = given.draft && withinLimit(store, draftWrites(store, given.owner, given.draft.path)).catch(() => undefined)
  const input = given.draft ? await afterSent(store, given) : given
  const prepared = await prepare(store, input)
  // A shared device stores no plain text. The sealing code is loaded only for such a save.
  const { op, files } = sealsFor(store, input.owner)
    ? await (await import('../encryption/sealSave.ts')).sealSave(store, prepared)
    : { op: prepared, files: [] }
  await written
  if (given.draft) void settleDraftWrites(store, given.owner, given.draft.path, given.draft.initHash, true)
  await store.at('save.hashed')
  const saved = await commit(store, op, input.draft, files)
  journalSaved(store, op.owner, { ...op, opId: saved.opId })
  await store.at('save.committed')
  return saved
}

/** A correction of a save that was sent meanwhile follows it; otherwise the input as it is. */
async function afterSent(store: Store, input: SaveInput): Promise<SaveInput> {
  const { path = '', initHash = '' } = input.draft ?? {}
  try {
    const old = (await withinLimit(store, store.db.drafts.get([input.owner, path, initHash])))?.supersedes
    return old ? await (await import('./correctSent.ts')).correctSent(store, input, old) : input
  } catch {
    // If the database fails here, the transaction reports it.
    return input
  }
}

/** What Edit needs to open the form again; without a draft only if the form has an address. */
function formOf({ draft, address, path, initHash = '' }: SaveInput): OpRow['form'] {
  if (draft) return { ...draft, address }
  return address ? { path, initHash, address } : undefined
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
    form: formOf(input),
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
  spilled?: Pick<SpillRow, 'shared'>,
): Promise<Saved> {
  const { db } = store
  let left: string[] = []
  let replaced: string | undefined
  const shared = spilled ? (spilled.shared ?? []) : sharedOf(op.blobIds)
  const tables = [db.outbox, db.blobs, db.drafts, db.receipts, db.cancels, db.meta, ...(files[0] || shared[0] ? [db.bytes] : [])]
  const saved = await db.transaction('rw', tables, async (): Promise<Saved> => {
    if (spilled && (await isStored(store, op.opId))) return { opId: op.opId, path: op.path, duplicate: false }
    const row: NewOp & { seq?: number } = { ...op }
    const draftRow = draft && (await db.drafts.get([op.owner, draft.path, draft.initHash]))
    const last = await db.outbox
      .where('[owner+stream+seq]')
      .between(...allOf(op.owner, op.stream))
      .last()
    const twin = await db.outbox.where('dedupe').equals(op.dedupe).first()
    if (draft) await db.drafts.delete([op.owner, draft.path, draft.initHash])
    // An identical save with no later save on the record is a duplicate.
    if (twin && twin.seq === last?.seq) return await joinTwin(store, op, twin, spilled !== undefined)
    if (twin) row.dedupe = `${op.dedupe}|${op.opId}`
    completeFrom(draftRow, row)
    const old = await replaceable(store, op, draftRow?.supersedes)
    if (old) {
      replaced = old.opId
      left = old.blobIds.filter((id) => !op.blobIds.includes(id))
      await takePlaceOf(store, old, row, left)
    } else row.parentOpId ??= last?.opId
    if (op.blobIds.length > 0) await claimFiles(store, op, replaced, shared)
    for (const { id, bytes, change } of files) {
      await db.bytes.put({ id, bytes })
      await db.blobs.update(id, change)
    }
    row.chain = await addLink(store, row)
    await db.outbox.add(row)
    return { opId: op.opId, path: op.path, duplicate: false }
  })
  if (replaced) journalGone(store, op.owner, replaced)
  if (left.length > 0) await dropFiles(store, left).catch(() => undefined)
  return saved
}

/** True if this spilled save has reached the outbox or the server: its move was interrupted. */
const isStored = async ({ db }: Store, opId: string): Promise<boolean> =>
  (await db.receipts.get(opId)) !== undefined || (await db.outbox.where('opId').equals(opId).count()) > 0

/** The waiting save `twin` takes the place of an identical new one. A refused one is queued for a retry. */
async function joinTwin(store: Store, op: NewOp, twin: OpRow, fromSpill: boolean): Promise<Saved> {
  if (twin.state === 'parked') await store.db.outbox.update(twin.seq, { state: 'queued', nextAt: 0 })
  if (fromSpill) await receipt(store, { ...op, seq: 0 }, 'superseded', { by: twin.opId })
  return { opId: twin.opId, path: op.path, duplicate: true }
}

/** Adds title, address and form version of the draft to its save. A sealed save has them in its envelope. */
function completeFrom(draft: DraftRow | undefined, row: NewOp): void {
  if (!draft || row.sealed) return
  row.title ??= draft.title
  if (row.form) row.form = { ...row.form, address: row.form.address ?? draft.address, formVersion: draft.formVersion }
}

/** The save `opId` of the same owner and record, if `op` can take its place. */
async function replaceable({ db }: Store, op: NewOp, opId: string | undefined): Promise<OpRow | undefined> {
  const old = opId ? await db.outbox.where('opId').equals(opId).first() : undefined
  return old && old.owner === op.owner && old.stream === op.stream && isReplaceable(old, op) ? old : undefined
}

/** The server may have applied a save that was tried: then the correction becomes a change of it, which a sealed one cannot. */
const isReplaceable = (old: OpRow, op: NewOp) => isRefused(old) || old.attempts === 0 || !(old.sealed || op.sealed)

const isRefused = ({ state, lastError }: OpRow) => state === 'parked' || state === 'conflict' || lastError?.kind === 'conflict'

/**
 * The corrected save `row` takes the place of the former one, so that later saves stay after it. `left`: files
 * of the old save that the new one does not use.
 */
async function takePlaceOf(store: Store, old: OpRow, row: Omit<OpRow, 'seq'> & { seq?: number }, left: readonly string[]): Promise<void> {
  const { db } = store
  row.seq = old.seq
  row.place = (old.place ?? 0) + 1
  row.parentOpId = old.parentOpId
  await db.outbox.delete(old.seq)
  const { opId, owner, stream } = old
  const was = isRefused(old) || old.sealed ? undefined : old.body['payload']
  await db.cancels.put({ opId, owner, stream, at: store.now(), chain: linkOf(old), ...(was !== undefined && { by: row.opId, was }) })
  await receipt(store, old, 'superseded', { by: row.opId })
  await db.outbox
    .where('[owner+stream+seq]')
    .between(...allOf(row.owner, row.stream))
    .filter((next) => next.parentOpId === old.opId)
    .modify({ parentOpId: row.opId })
  await db.blobs.where('id').anyOf(left).modify({ opId: '' })
}

/**
 * Gives the files of a save to it: those of no save yet, and those of the save that it replaces. Deletes the shared files of which
 * they are copies: a page that is killed has them once.
 */
async function claimFiles({ db }: Store, op: NewOp, replaced: string | undefined, shared: string[]): Promise<void> {
  for (const blob of await db.blobs.bulkGet(op.blobIds)) {
    if (!blob || blob.owner !== op.owner) throw new NotSaved('file')
    if (blob.opId === '' || blob.opId === replaced) await db.blobs.update(blob.id, { opId: op.opId, draftId: '' })
  }
  for (const table of shared[0] ? [db.blobs, db.bytes] : []) await table.bulkDelete(shared)
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
    made: madeBy(op),
    at: store.now(),
  })

/** Whether the spill database may have rows: unknown until this page reads it. */
const spills = new WeakMap<object, boolean>()
const maySpill = (store: Store) => spills.get(store.db) ?? true

async function spillOp(store: Store, op: NewOp, draft: DraftKey | undefined): Promise<Saved> {
  spills.set(store.db, true)
  const row: Omit<SpillRow, 'n'> = { opId: op.opId, owner: op.owner, op, draft, shared: sharedOf(op.blobIds), at: store.now() }
  const notSaved = (cause: unknown) => new NotSaved(isQuota(cause) ? 'full' : 'storage', { cause })
  // Saves in the Cache Storage fallback must stay in order, so the new save follows them there.
  const last = fallbackRows(store).length > 0
  try {
    await (last ? addToFallback(store, row) : withinLimit(store, store.spill.ops.add(row), spillLimit))
  } catch (cause) {
    if (last || isQuota(cause)) throw notSaved(cause)
    await addToFallback(store, row).catch((reason: unknown) => {
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
      await transact(store, row.op, row.draft, [], row)
    } catch (error) {
      if (!(error instanceof NotSaved)) throw error
      // A file of the save is missing: keep the save itself; the missing file is reported when the save is
      // sent. What is shared stays: it has no copy.
      await transact(store, { ...row.op, blobIds: [] }, row.draft, [], row)
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
  for (const row of await listFallback(store).catch(missed)) {
    await take(row)
    await removeFromFallback(store, row.opId)
  }
  spills.set(store.db, unread)
}
