import { useLiveQuery } from 'dexie-react-hooks'
import { addressOf, type BodyOf, type Endpoint, type ParamsOf } from '../../contract/endpoint.ts'
import type { Reopened } from './decisions.ts'
import { emitStoreEvent } from './events.ts'
import { getOwner } from './identity.ts'
import { NotSaved } from './not-saved.ts'
import { countOutbox, type OutboxCounts, type OutboxView, viewOutbox } from './outbox-views.ts'
import { useOwner } from './owner.ts'
import { type Saved, saveOp } from './save.ts'
import { sealsFor } from './sharedDevice.ts'
import { getStore } from './store.ts'
import { resetPauses } from './unsent.ts'
import { useAside } from './useAside.ts'
import { notSavedWords } from './words.ts'

export { NotSaved } from './not-saved.ts'
export type { OutboxCounts, OutboxView } from './outbox-views.ts'

export interface QueueOptions {
  /** Files made by `addBlob` that the body names. */
  blobIds?: string[] | undefined
  initHash?: string | undefined
  /** The revision under the save, when the record exists on the server. */
  baseRev?: number | undefined
  /** The draft that becomes this save; it goes in the same transaction. */
  draft?: { path: string; initHash: string } | undefined
  /** How lists name it. */
  title?: string | undefined
  /** An own save that must have arrived before; by itself the last one of the same record. */
  parentOpId?: string | undefined
  /** The record that a call is about which is no save of it: it goes after the saves of that record. */
  record?: string | undefined
  /** Of the address that it is sent to. */
  query?: Readonly<Record<string, string>> | undefined
  /** The page that opens the form again (Edit of a refused save). */
  address?: string | undefined
  /** It lies on the device at once and goes only after so long, ms (up to five minutes): until then `discardOp` takes it back unseen. */
  holdMs?: number | undefined
}

/**
 * Keeps a save on the device and sends it when it can. Resolves once it is on the disk: from then on it can't be lost, and arrives once.
 * `duplicate`: the same save was waiting already. Rejects with NotSaved (message in the person's language); then nothing was stored.
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

/** Every save of this device that has not arrived, oldest first; other people's without their content. Live in every tab. */
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
  /** The server's answer: `rev`, `notification`, `returnMessage`, `error` … */
  answer: Record<string, unknown> | undefined
  /** False until `markTold`: for toasts of notifications that arrive after the person has moved on. */
  told: boolean
}

/** What has left this device, newest first; kept 30 days. */
export function useReceipts(limit: number): Receipt[] {
  const owner = useOwner()
  const rows = useLiveQuery(
    () => getStore().db.receipts.where('[owner+at]').between([owner, -Infinity], [owner, Infinity]).reverse().limit(limit).toArray(),
    [owner, limit],
  )
  return (rows ?? []).map(({ opId, path, title, outcome, at, clientAt, answer, told }) => ({
    opId,
    path,
    title,
    outcome,
    at,
    clientAt,
    answer,
    told: told ?? false,
  }))
}

/** The delivery of one save, live: undefined while the device looks or when it knows nothing of it. */
export function useDelivery(
  opId: string,
): { state: 'saved' | 'sending' | 'sent' | 'needsYou'; percent: number; receipt?: Receipt } | undefined {
  const waiting = useOutbox().find((row) => row.opId === opId)
  const receipt = useLiveQuery(() => getStore().db.receipts.get(opId), [opId])
  if (waiting) {
    const needsYou = waiting.state === 'parked' || waiting.state === 'conflict' || waiting.state === 'authWait'
    return { state: needsYou ? 'needsYou' : waiting.state === 'sending' ? 'sending' : 'saved', percent: waiting.percent }
  }
  if (!receipt) return undefined
  return { state: 'sent', percent: 100, receipt: { ...receipt, title: receipt.title, answer: receipt.answer, told: receipt.told ?? false } }
}

/** The person has seen the notification of this receipt. */
export async function markTold(opId: string): Promise<void> {
  await getStore().db.receipts.update(opId, { told: true })
}

/** A refused save is tried again as it is. */
export async function retryOp(opId: string): Promise<void> {
  const { retrySave } = await import('./decisions.ts')
  await retrySave(getStore(), getOwner(), opId)
  emitStoreEvent('kick')
}

/** Throws a save away for good, on the word of the person who made it. */
export async function discardOp(opId: string): Promise<void> {
  const { discardSave } = await import('./decisions.ts')
  await discardSave(getStore(), getOwner(), opId)
  emitStoreEvent('kick')
}

/**
 * Edit: the save becomes a draft under the key that its form looks for, and stays in the outbox until the form is saved again; the new save
 * then takes its place. Go to `address` and open the form.
 */
export async function reopenOp(opId: string): Promise<Reopened> {
  const { reopenSave } = await import('./decisions.ts')
  if (sealsFor(getStore(), getOwner())) await unlockSealed()
  return await reopenSave(getStore(), getOwner(), opId)
}

/** What this person left sealed on this shared device can be read by them again, as far as the server can be asked. */
export async function unlockSealed(): Promise<void> {
  const { unlockOwn } = await import('./sealed.ts')
  await unlockOwn(getStore(), getOwner()).catch(() => undefined)
}

/** Tries everything at once, whatever pause it was in. */
export async function sendNow(): Promise<void> {
  await resetPauses(getStore())
  emitStoreEvent('kick')
}

/** All unsent work of this device as one zip: manifest, saves, files, checksums. */
export async function exportOutbox(): Promise<Blob> {
  const { exportUnsent } = await import('./export.ts')
  return await exportUnsent(getStore(), getOwner())
}

/**
 * Takes a file of `exportOutbox` in, of this device or another. Returns how many saves and drafts were new here; 'notYours' when it holds
 * other people's work and this is no administrator. Throws when the file is damaged.
 */
export async function importOutbox(file: Blob, anybody: boolean): Promise<number | 'notYours'> {
  const { importUnsent, NotYours } = await import('./import.ts')
  try {
    const taken = await importUnsent(getStore(), file, { owner: getOwner(), anybody })
    emitStoreEvent('kick')
    return taken
  } catch (error) {
    if (error instanceof NotYours) return 'notYours'
    throw error
  }
}
