import { useLiveQuery } from 'dexie-react-hooks'
import { addressOf, type BodyOf, type Endpoint, type ParamsOf } from '../../../contract/endpoint.ts'
import type { Reopened } from './discardSave.ts'
import { emitStoreEvent } from '../db/emitStoreEvent.ts'
import { getOwner } from '../identity/getOwner.ts'
import { NotSaved } from '../db/not-saved.ts'
import { countOutbox, type OutboxCounts, type OutboxView, viewOutbox } from './viewOutbox.ts'
import { useOwner } from '../identity/useOwner.ts'
import { type Saved, saveOp } from './saveOp.ts'
import { sealsFor } from '../encryption/sharedDevice.ts'
import type { Made } from '../db/MusterDb.ts'
import { getStore } from '../db/store.ts'
import { useAside } from './useAside.ts'
import { notSavedWords, type WaitState } from './waitWords.ts'

export { NotSaved } from '../db/not-saved.ts'
export type { OutboxCounts, OutboxView } from './viewOutbox.ts'

export interface QueueOptions {
  /** Ids of the files in the body, created by `addBlob`. */
  blobIds?: string[] | undefined
  initHash?: string | undefined
  /** The revision that the save is based on, if the record exists on the server. */
  baseRev?: number | undefined
  /** The draft that becomes this save; it is deleted in the same transaction. */
  draft?: { path: string; initHash: string } | undefined
  /** The title in lists. */
  title?: string | undefined
  /** An own save that the server must have first; by default the last save of the same record. */
  parentOpId?: string | undefined
  /** The record of a call that is not a save of that record. The call is sent after the record's saves. */
  record?: string | undefined
  /** Query parameters of the request. */
  query?: Readonly<Record<string, string>> | undefined
  /** The page that opens the form again, for Edit of a refused save. */
  address?: string | undefined
  /**
   * Delay before the first send, ms (at most five minutes). The save is stored at once; until then
   * `discardOp` removes it, and the server never gets it.
   */
  holdMs?: number | undefined
}

/**
 * Adds a save to the outbox; sync sends it when it can. Resolves once it is durable on disk: from then on it
 * is not lost and is applied exactly once. `duplicate`: an identical save was already waiting. Rejects with
 * NotSaved (message in the user's language); then nothing was stored.
 */
export async function queue<E extends Endpoint<'queued'>>(
  endpoint: E,
  params: ParamsOf<E>,
  body: BodyOf<E>,
  options: QueueOptions = {},
): Promise<Saved> {
  try {
    const saved = await saveOp(getStore(), {
      owner: getOwner(),
      kind: `${endpoint.method} ${endpoint.path}`,
      method: endpoint.method,
      url: addressOf(endpoint, params as Record<string, string>, options.query),
      path:
        options.record ?? (params as Record<string, string> | undefined)?.['*'] ?? addressOf(endpoint, params as Record<string, string>),
      body: (body ?? {}) as Record<string, unknown>,
      ...options,
    })
    emitStoreEvent('kick')
    return saved
  } catch (error) {
    if (error instanceof NotSaved) error.message = notSavedWords(error.reason)
    throw error
  }
}

/**
 * All unsent saves of this device, oldest first; saves of other users without their content. Live in every
 * tab.
 */
export function useOutbox(): OutboxView[] {
  const owner = useOwner()
  const aside = useAside()
  return useLiveQuery(() => viewOutbox(getStore(), owner), [owner, aside]) ?? []
}

export function useOutboxCounts(): OutboxCounts {
  const owner = useOwner()
  const aside = useAside()
  return (
    useLiveQuery(() => countOutbox(getStore(), owner), [owner, aside]) ?? {
      saved: 0,
      sending: 0,
      needsYou: 0,
      percent: 0,
      otherPeople: 0,
      otherWaiting: 0,
    }
  )
}

export interface Receipt {
  opId: string
  path: string
  title: string | undefined
  outcome: 'sent' | 'superseded' | 'discarded'
  at: number
  clientAt: string
  rev: number | undefined
  made: Made | undefined
  /** The server's answer: `rev`, `notification`, `returnMessage`, `error` … */
  answer: Record<string, unknown> | undefined
  /** False until `claimTold`: for toasts of notifications that arrive after the user has left the screen. */
  told: boolean
}

/** Receipts of the saves that left this device, newest first; kept for 30 days. */
export function useReceipts(limit: number): Receipt[] {
  const owner = useOwner()
  const rows = useLiveQuery(
    () => getStore().db.receipts.where('[owner+at]').between([owner, -Infinity], [owner, Infinity]).reverse().limit(limit).toArray(),
    [owner, limit],
  )
  return (rows ?? []).map(({ opId, path, title, outcome, at, clientAt, rev, made, answer, told }) => ({
    opId,
    path,
    title,
    outcome,
    at,
    clientAt,
    rev,
    made,
    answer,
    told: told ?? false,
  }))
}

/** How far a waiting operation is, as people see it. */
export function deliveryOf(state: WaitState): 'saved' | 'sending' | 'needsYou' {
  if (state === 'parked' || state === 'conflict' || state === 'authWait') return 'needsYou'
  return state === 'sending' ? 'sending' : 'saved'
}

/** Live delivery state of one save: undefined while loading, or if the device does not know the save. */
export function useDelivery(
  opId: string,
): { state: 'saved' | 'sending' | 'sent' | 'needsYou'; percent: number; receipt?: Receipt } | undefined {
  const waiting = useOutbox().find((row) => row.opId === opId)
  const receipt = useLiveQuery(() => getStore().db.receipts.get(opId), [opId])
  if (waiting) return { state: deliveryOf(waiting.state), percent: waiting.percent }
  if (!receipt) return undefined
  return {
    state: 'sent',
    percent: 100,
    receipt: {
      ...receipt,
      title: receipt.title,
      rev: receipt.rev,
      made: receipt.made,
      answer: receipt.answer,
      told: receipt.told ?? false,
    },
  }
}

/**
 * Marks the receipt's notification as shown to the user. Resolves to true in one of all tabs and frames: that one
 * shows it.
 */
export async function claimTold(opId: string): Promise<boolean> {
  const { db } = getStore()
  return await db.transaction('rw', db.receipts, async () => {
    const found = await db.receipts.get(opId)
    if (!found || found.told) return false
    await db.receipts.update(opId, { told: true })
    return true
  })
}

/** Retries a refused save without changes. */
export async function retryOp(opId: string): Promise<void> {
  const { retrySave } = await import('./discardSave.ts')
  await retrySave(getStore(), getOwner(), opId)
  emitStoreEvent('kick')
}

/** Deletes a save for good, at its author's request. */
export async function discardOp(opId: string): Promise<void> {
  const { discardSave } = await import('./discardSave.ts')
  await discardSave(getStore(), getOwner(), opId)
  emitStoreEvent('kick')
}

/**
 * Edit: the save becomes a draft under the key that its form looks for. The save stays in the outbox until
 * the form is saved again; then the new save replaces it. Navigate to `address` to open the form.
 */
export async function reopenOp(opId: string): Promise<Reopened> {
  const { reopenSave } = await import('./discardSave.ts')
  if (sealsFor(getStore(), getOwner())) await unlockSealed()
  return await reopenSave(getStore(), getOwner(), opId)
}

/** Makes this user's sealed data on a shared device readable again, if the server can be reached. */
export async function unlockSealed(): Promise<void> {
  const { unlockOwn } = await import('../encryption/sealSave.ts')
  await unlockOwn(getStore(), getOwner()).catch(() => undefined)
}

/** Ends all back-off pauses and sends everything now. */
export async function sendNow(): Promise<void> {
  const { resetPauses } = await import('./resetPauses.ts')
  await resetPauses(getStore())
  emitStoreEvent('kick')
}

/** Returns all unsent work of this device as one zip file: manifest, saves, files, checksums. */
export async function exportOutbox(): Promise<Blob> {
  const { exportUnsent } = await import('./exportUnsent.ts')
  return await exportUnsent(getStore(), getOwner())
}

/**
 * Imports a file of `exportOutbox`, from this or another device. Returns the number of saves and drafts that
 * were new here, or 'notYours' if the file holds other users' work and this user is no administrator. Throws
 * if the file is damaged.
 */
export async function importOutbox(file: Blob, anybody: boolean): Promise<number | 'notYours'> {
  const { importUnsent, NotYours } = await import('./importUnsent.ts')
  try {
    const taken = await importUnsent(getStore(), file, { owner: getOwner(), anybody })
    emitStoreEvent('kick')
    return taken
  } catch (error) {
    if (error instanceof NotYours) return 'notYours'
    throw error
  }
}
