import { useLiveQuery } from 'dexie-react-hooks'
import type { Model } from '../../../contract/endpoints/records.ts'
import { spilledOps } from '../outbox/addToFallback.ts'
import type { OpRow, Owner } from '../db/MusterDb.ts'
import { useOwner } from '../identity/useOwner.ts'
import { getStore, type Store, withReopen } from '../db/store.ts'
import { useAside } from '../outbox/useAside.ts'

/** A record that this user made on this device. */
export interface OwnRecord {
  readonly path: string
  readonly model: Model
  /**
   * Time of creation, ms, device clock corrected by the offset; for a sent record, the time of its
   * confirmation.
   */
  readonly at: number
  /** The server does not have it yet. */
  readonly waits: boolean
}

const last = '\uffff'

type WaitingOp = Pick<OpRow, 'opId' | 'path' | 'body' | 'method' | 'clientAt' | 'skewMs' | 'sealed'>

/** Waiting saves under these paths, also in the fallback stores; decrypted where this log-in has the key. */
async function waitingUnder(store: Store, owner: Owner, places: readonly string[]): Promise<readonly WaitingOp[]> {
  const waiting: WaitingOp[] = []
  for (const place of places)
    waiting.push(
      ...(await store.db.outbox
        .where('[owner+stream+seq]')
        .between([owner, place], [owner, place + last])
        .toArray()),
    )
  for (const op of await spilledOps(store)) if (op.owner === owner && places.some((place) => op.path.startsWith(place))) waiting.push(op)
  const sealed = waiting.some((op) => op.sealed)
  return sealed ? await (await import('../encryption/sealSave.ts')).readable(store, waiting as OpRow[]) : waiting
}

/**
 * Records that this user made on this device under the given paths (`forms/check-in/`): waiting ones, also in
 * the fallback stores, and sent ones. They complete a list that the server returned before it had them.
 */
export async function ownRecords(store: Store, owner: Owner, places: readonly string[]): Promise<OwnRecord[]> {
  const { db } = store
  const known = new Map<string, OwnRecord>()
  for (const place of places) {
    const copies = await db.records
      .where('[owner+path]')
      .between([owner, place], [owner, place + last])
      .toArray()
    for (const { path, model, fetchedAt } of copies) known.set(path, { path, model, at: fetchedAt, waits: false })
  }
  for (const { path, body, method, clientAt, skewMs, sealed } of await waitingUnder(store, owner, places)) {
    // A talk that was signed on the device has its record as `signed`.
    const payload = (body['payload'] ?? body['signed']) as Model | undefined
    if (!payload || (sealed && body['sealed'] !== undefined)) continue
    const before = known.get(path)
    // A change to a record that is not on this device is not a record.
    if (method === 'PATCH' && !before) continue
    known.set(path, { path, model: { ...before?.model, ...payload }, at: before?.at ?? Date.parse(clientAt) + skewMs, waits: true })
  }
  return [...known.values()]
}

/** Like `ownRecords`, live in every tab and frame; undefined while loading. */
export function useOwnRecords(places: readonly string[]): readonly OwnRecord[] | undefined {
  const owner = useOwner()
  const aside = useAside()
  return useLiveQuery(async () => await ownRecords(getStore(), owner, places), [owner, places.join('\n'), aside])
}

/**
 * Deletes copies of sent records older than `before` (device clock, ms): the server returns them, and a gate
 * creates thousands.
 */
export async function forgetOwnRecords(store: Store, owner: Owner, place: string, before: number): Promise<void> {
  await withReopen(store, () =>
    store.db.records
      .where('[owner+path]')
      .between([owner, place], [owner, place + last])
      .filter(({ fetchedAt }) => fetchedAt < before)
      .delete(),
  )
}
