import type { Model } from '../../../contract/endpoints/records.ts'
import { linkOf } from '../integrity/addLink.ts'
import { serverNow } from '../db/serverNow.ts'
import { type OpRow, type Owner, rowVersion } from '../db/MusterDb.ts'
import { settleDraftWrites, shelveDraft } from '../drafts/keepDraft.ts'
import { dropFiles } from '../files/keepBlob.ts'
import { NotSaved } from '../db/not-saved.ts'
import { overlay } from '../db/overlay.ts'
import { allOf } from '../quota/freeSpace.ts'
import { type Store, withReopen } from '../db/store.ts'
import { journalGone } from '../integrity/lossJournal.ts'

/** Target of Edit: the address of the form's page, and the key of the draft. */
export interface Reopened {
  address: string | undefined
  path: string
  initHash: string
  recordPath: string
}

const find = async (store: Store, owner: Owner, opId: string) => {
  const row = await store.db.outbox.where('opId').equals(opId).first()
  return row?.owner === owner ? row : undefined
}

/** Retries a refused save unchanged, under the same id. */
export async function retrySave(store: Store, owner: Owner, opId: string): Promise<void> {
  await withReopen(store, () =>
    store.db.transaction('rw', store.db.outbox, async () => {
      const row = await find(store, owner, opId)
      if (row && row.state !== 'sending') await store.db.outbox.update(row.seq, { state: 'queued', nextAt: 0 })
    }),
  )
}

/** Keeps a waiting save from being sent for a while, so that its author can still take a discard back. Returns false if it is on its way. */
export async function holdSave(store: Store, owner: Owner, opId: string, ms: number): Promise<boolean> {
  return await withReopen(store, () =>
    store.db.transaction('rw', store.db.outbox, async () => {
      const row = await find(store, owner, opId)
      if (!row || row.state === 'sending') return false
      const heldUntil = store.now() + ms
      if (row.state === 'queued') await store.db.outbox.update(row.seq, { nextAt: heldUntil, heldUntil })
      return true
    }),
  )
}

/**
 * Deletes a save at its author's request. If it was ever sent, the server learns of the discard first, so
 * that a request in flight cannot be applied later; later saves of the same record wait for that.
 */
export async function discardSave(store: Store, owner: Owner, opId: string): Promise<void> {
  const { db } = store
  const files = await withReopen(store, () =>
    db.transaction('rw', [db.outbox, db.receipts, db.cancels, db.blobs], async () => {
      const row = await find(store, owner, opId)
      if (!row) return []
      await db.outbox.delete(row.seq)
      await db.receipts.put({
        opId,
        v: rowVersion,
        owner,
        path: row.path,
        title: row.title,
        outcome: 'discarded',
        clientAt: row.clientAt,
        at: store.now(),
      })
      const chain = linkOf(row)
      // The server also learns of a save that was never sent but has a link, so that the audit chain has no
      // gap.
      if (row.attempts > 0 || chain) await db.cancels.put({ opId, owner, stream: row.stream, at: store.now(), chain })
      const followers = await db.outbox
        .where('[owner+stream+seq]')
        .between(...allOf(owner, row.stream))
        .toArray()
      for (const next of followers) if (next.parentOpId === opId) await db.outbox.update(next.seq, { parentOpId: row.parentOpId })
      return await handOver(store, row, followers)
    }),
  )
  journalGone(store, owner, opId)
  await dropFiles(store, files).catch(() => undefined)
}

/**
 * A file of a discarded save that a later save also uses moves to that save. Returns the ids of the unused
 * files.
 */
async function handOver(store: Store, row: OpRow, followers: OpRow[]): Promise<string[]> {
  const free: string[] = []
  for (const id of row.blobIds) {
    const heir = followers.find((next) => next.blobIds.includes(id))
    await store.db.blobs.update(id, { opId: heir?.opId ?? '' })
    if (!heir) free.push(id)
  }
  return free
}

/**
 * Turns a waiting save into a draft: the user's changes on top of the record as the device knows it. The save
 * stays until the form is saved again; then the new save replaces it.
 */
export async function reopenSave(store: Store, owner: Owner, opId: string): Promise<Reopened> {
  const { db } = store
  const row = await find(store, owner, opId)
  if (!row) throw new Error('This save is not on the device any more.')
  const [op = row] = row.sealed ? await (await import('../encryption/sealSave.ts')).readable(store, [row]) : [row]
  // An envelope in place of the answers would lose the user's work.
  if (op.sealed && 'sealed' in op.body) throw new NotSaved('sealing')
  const form = op.form ?? { path: op.path, initHash: op.initHash ?? '' }
  const payload = (op.body['payload'] ?? op.body) as Model
  const { at } = await serverNow(store)
  await settleDraftWrites(store, owner, form.path, form.initHash)
  await withReopen(store, () =>
    db.transaction('rw', db.drafts, db.shelf, db.records, async () => {
      const standing = await db.drafts.where('[owner+path]').equals([owner, form.path]).toArray()
      // Opened a second time: keep the corrections so far.
      if (standing.some((row) => row.supersedes === opId)) return
      await shelveDraft(store, [owner, form.path, form.initHash], 'replaced')
      const copy = await db.records.get([owner, op.path])
      await db.drafts.put({
        owner,
        path: form.path,
        initHash: form.initHash,
        v: rowVersion,
        body: copy ? overlay(copy.model, op.body['base'] as Model | null | undefined, payload) : payload,
        blobIds: op.blobIds,
        formVersion: form.formVersion,
        title: op.title,
        address: form.address,
        recordPath: op.path,
        supersedes: opId,
        updatedAt: store.now(),
        serverAt: at,
      })
    }),
  )
  return { address: form.address, path: form.path, initHash: form.initHash, recordPath: op.path }
}

/**
 * Handles the server's answer about a discarded or replaced save: it will never be applied, or it was applied
 * before.
 */
export async function settleCancel(store: Store, opId: string, applied: boolean): Promise<void> {
  const { db } = store
  await withReopen(store, () =>
    db.transaction('rw', db.cancels, db.receipts, async () => {
      await db.cancels.delete(opId)
      if (applied) await db.receipts.update(opId, { outcome: 'sent' })
    }),
  )
}
