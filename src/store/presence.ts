import { useLiveQuery } from 'dexie-react-hooks'
import type { Model } from '../../contract/records.ts'
import { spilledOps } from './aside.ts'
import type { OpRow, Owner } from './db.ts'
import { useOwner } from './owner.ts'
import { getStore, type Store, withReopen } from './store.ts'
import { useAside } from './useAside.ts'

/** A record that this person made on this device. */
export interface OwnRecord {
  readonly path: string
  readonly model: Model
  /** When it was made, ms, by the device's clock put right; of one that has arrived, when it did. */
  readonly at: number
  /** The server does not have it yet. */
  readonly waits: boolean
}

const last = '\uffff'

/**
 * What this person made on this device under some places (`forms/check-in/`): what waits, also aside, and what has arrived. A list that the server
 * gave before it had them stays whole that way.
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
  const waiting: Pick<OpRow, 'opId' | 'path' | 'body' | 'method' | 'clientAt' | 'skewMs' | 'sealed'>[] = []
  for (const place of places)
    waiting.push(
      ...(await db.outbox
        .where('[owner+stream+seq]')
        .between([owner, place], [owner, place + last])
        .toArray()),
    )
  for (const op of await spilledOps(store)) if (op.owner === owner && places.some((place) => op.path.startsWith(place))) waiting.push(op)
  const sealed = waiting.some((op) => op.sealed)
  const open = sealed ? await (await import('./sealed.ts')).readable(store, waiting as OpRow[]) : waiting
  for (const { path, body, method, clientAt, skewMs, sealed: shut } of open) {
    const payload = body['payload'] as Model | undefined
    if (!payload || (shut && body['sealed'] !== undefined)) continue
    const before = known.get(path)
    // A change of a record that is not here is no record.
    if (method === 'PATCH' && !before) continue
    known.set(path, { path, model: { ...before?.model, ...payload }, at: before?.at ?? Date.parse(clientAt) + skewMs, waits: true })
  }
  return [...known.values()]
}

/** The same, live in every tab and frame; undefined while the device looks. */
export function useOwnRecords(places: readonly string[]): readonly OwnRecord[] | undefined {
  const owner = useOwner()
  const aside = useAside()
  return useLiveQuery(async () => await ownRecords(getStore(), owner, places), [owner, places.join('\n'), aside])
}

/** Forgets copies of what arrived from this device before a time (device clock, ms): the server tells it, and a gate makes thousands. */
export async function forgetOwnRecords(store: Store, owner: Owner, place: string, before: number): Promise<void> {
  await withReopen(store, () =>
    store.db.records
      .where('[owner+path]')
      .between([owner, place], [owner, place + last])
      .filter(({ fetchedAt }) => fetchedAt < before)
      .delete(),
  )
}
