import { useLiveQuery } from 'dexie-react-hooks'
import { bothOf, merge, type MergeOptions, type Overlap, overlay, same, valueAtPlace, withValueAt } from '../../../contract/rules/merge.ts'
import type { Model } from '../../../contract/endpoints/records.ts'
import { canonicalJson, sha256Hex } from '../../lib/sha256Hex.ts'
import { newId } from '../../lib/newId.ts'
import { addLink, linkOf } from '../integrity/addLink.ts'
import { skewOf } from '../db/serverNow.ts'
import { type OpError, type OpRow, type Owner, rowVersion } from '../db/MusterDb.ts'
import { emitStoreEvent } from '../db/emitStoreEvent.ts'
import { madeBy } from './madeBy.ts'
import { dropFiles } from '../files/keepBlob.ts'
import { getOwner } from '../identity/getOwner.ts'
import { useOwner } from '../identity/useOwner.ts'
import { allOf } from '../quota/freeSpace.ts'
import { getStore, type Store, withReopen } from '../db/store.ts'
import { journalGone, journalSaved } from '../integrity/lossJournal.ts'

/** The user's choice for an answer that two users changed. */
export type Choice = 'mine' | 'theirs' | 'both'

/** One answer that both sides changed. */
export interface Disputed extends Overlap {
  /** Its key in `choices`. */
  readonly key: string
  /** Who changed it last on the server, and when (ISO 8601), if known. */
  readonly changed: { readonly by?: string | undefined; readonly at: string } | undefined
}

export interface Conflict {
  readonly opId: string
  readonly path: string
  readonly title: string | undefined
  /** Address of the page data that the form was opened with. */
  readonly address: string | undefined
  /** Revision of the server's record that the decision is based on. */
  readonly rev: number
  /** The record as it is on the server. */
  readonly current: Model
  readonly disputed: readonly Disputed[]
}

const isConflict = (row: OpRow) => row.lastError?.kind === 'conflict' && row.state !== 'parked' && row.body['payload'] !== undefined

const baseOf = (row: OpRow): Model => (row.body['base'] as Model | null | undefined) ?? {}

/** The record as its author saved it. */
const intendedOf = (row: OpRow): Model => {
  const payload = (row.body['payload'] ?? {}) as Model
  return row.method === 'POST' && row.body['base'] ? payload : overlay(baseOf(row), payload)
}

const keyOf = (place: readonly string[]) => place.join('.')

/** Merges like the server: returns exactly the overlaps that the server reported. */
function mergeLikeServer(row: OpRow, { current = {}, fields = [] }: OpError, decide?: MergeOptions['decide']) {
  const asked = new Set(fields)
  const answer = (overlap: Overlap) => (asked.has(keyOf(overlap.place)) && decide ? decide(overlap) : overlap.mine)
  const plain = merge(row.path, baseOf(row), intendedOf(row), current, { decide: answer })
  const found = new Set(plain.conflicts)
  // The server reported these fields as a whole (a signature), where this device would merge them part by
  // part.
  const whole = new Set(fields.filter((field) => !found.has(field)))
  const merged = whole.size === 0 ? plain : merge(row.path, baseOf(row), intendedOf(row), current, { decide: answer, whole })
  const overlaps = merged.overlaps.filter(({ place }) => asked.has(keyOf(place)))
  const gone = asked.has('deleted') && !overlaps.some(({ place }) => keyOf(place) === 'deleted')
  const removed: Overlap = { place: ['deleted'], was: false, mine: false, theirs: true }
  if (gone) overlaps.unshift(removed)
  const deleted = gone && decide ? { deleted: decide(removed) } : {}
  return { model: { ...merged.model, ...deleted }, overlaps }
}

/** If later saves of the record changed the same place, the newest value counts as "mine". */
function newestOf(overlap: Overlap, later: readonly OpRow[]): unknown {
  return later.reduce((mine, row) => {
    const [before, after] = [valueAtPlace(baseOf(row), overlap.place), valueAtPlace(intendedOf(row), overlap.place)]
    return same(before, after) ? mine : after
  }, overlap.mine)
}

interface Chain {
  readonly row: OpRow
  readonly error: OpError
  /** Later saves of the same record. */
  readonly later: readonly OpRow[]
}

async function chainOf(store: Store, owner: Owner, opId: string): Promise<Chain | undefined> {
  const row = await store.db.outbox.where('opId').equals(opId).first()
  if (row?.owner !== owner || !isConflict(row) || !row.lastError) return undefined
  const rows = await store.db.outbox
    .where('[owner+stream+seq]')
    .between(...allOf(owner, row.stream))
    .toArray()
  return { row, error: row.lastError, later: rows.filter((next) => next.seq > row.seq && next.body['payload'] !== undefined) }
}

function viewOf({ row, error, later }: Chain): Conflict {
  return {
    opId: row.opId,
    path: row.path,
    title: row.title,
    address: row.form?.address,
    rev: error.rev ?? 0,
    current: error.current ?? {},
    disputed: mergeLikeServer(row, error).overlaps.map((overlap) => ({
      ...overlap,
      key: keyOf(overlap.place),
      mine: newestOf(overlap, later),
      changed: error.changed?.[keyOf(overlap.place)],
    })),
  }
}

/** The current conflict of a save, live: undefined while loading, null if it is resolved. */
export function useConflict(opId: string): Conflict | null | undefined {
  const owner = useOwner()
  return useLiveQuery(async () => {
    const chain = await chainOf(getStore(), owner, opId)
    return chain ? viewOf(chain) : null
  }, [owner, opId])
}

/**
 * How a conflict ended, live: sent by itself, replaced by a decision, discarded; undefined while it waits.
 */
export function useEndOf(opId: string): 'sent' | 'superseded' | 'discarded' | undefined {
  return useLiveQuery(async () => (await getStore().db.receipts.get(opId))?.outcome, [opId])
}

/** Makes the next check of the conflict due now: the server's record may have changed back. */
export async function askAgain(store: Store, owner: Owner, opId: string): Promise<void> {
  await withReopen(store, () =>
    store.db.transaction('rw', store.db.outbox, async () => {
      const row = await store.db.outbox.where('opId').equals(opId).first()
      if (row?.owner === owner && row.state === 'conflict') await store.db.outbox.update(row.seq, { nextAt: 0 })
    }),
  )
}

/**
 * done: a new save with the decision replaces the old one. again: the conflict has changed and needs a new
 * decision. busy: the save is being sent.
 */
export type Decided = 'done' | 'again' | 'busy' | 'gone'

/**
 * Turns the user's decision into a save that replaces the old one, in one transaction: nothing is overwritten
 * that the user has not seen. `seen` is the revision of the decision. Later saves of the record stay, without
 * the values that the user decided against.
 */
export async function decide(
  store: Store,
  owner: Owner,
  opId: string,
  { seen, choices }: { readonly seen: number; readonly choices: Readonly<Record<string, Choice>> },
): Promise<Decided> {
  const { db } = store
  const chain = await withReopen(store, () => chainOf(store, owner, opId))
  if (!chain) return 'gone'
  const { row, error, later } = chain
  if (row.state === 'sending') return 'busy'
  const { disputed } = viewOf(chain)
  if (error.rev !== seen || disputed.some(({ key }) => choices[key] === undefined)) return 'again'

  const skewMs = await skewOf(store)
  const resolved = new Map(disputed.map((one) => [one.key, resolve(one, choices[one.key] ?? 'mine')]))
  const own = (overlap: Overlap) => (choices[keyOf(overlap.place)] === 'mine' ? overlap.mine : resolved.get(keyOf(overlap.place)))
  const { model } = mergeLikeServer(row, error, own)
  const current = error.current ?? {}
  const changed =
    row.method === 'PATCH' ? Object.fromEntries(Object.entries(model).filter(([name, value]) => !same(value, current[name]))) : model
  const replacing = new Map<string, OpRow>()
  const replace = async (old: OpRow, payload: Model, base: Model, more: Partial<OpRow>) => {
    replacing.set(old.opId, await successor(store, old, payload, base, skewMs, more))
  }
  await replace(row, changed, current, { baseRev: error.rev, parentOpId: undefined })
  for (const next of later) {
    const parentOpId = next.parentOpId === undefined ? undefined : (replacing.get(next.parentOpId)?.opId ?? next.parentOpId)
    const decided = disputed.filter(
      ({ key, place }) => choices[key] !== 'mine' && !same(valueAtPlace(baseOf(next), place), valueAtPlace(intendedOf(next), place)),
    )
    if (decided.length === 0) continue
    const settle = (value: Model) => decided.reduce((at, { key, place }) => withValueAt(at, place, resolved.get(key)), value)
    await replace(next, settle((next.body['payload'] ?? {}) as Model), settle(baseOf(next)), { parentOpId })
  }

  let left: string[] = []
  const done = await withReopen(store, () =>
    db.transaction('rw', [db.outbox, db.receipts, db.cancels, db.blobs, db.drafts, db.meta], async (): Promise<Decided> => {
      const now = await chainOf(store, owner, opId)
      if (!now) return 'gone'
      if (now.row.state === 'sending') return 'busy'
      if (now.error.rev !== seen || !sameRows(now.later, later)) return 'again'
      for (const old of [row, ...later]) {
        const next = replacing.get(old.opId)
        if (!next) continue
        await replaceRow(store, owner, old, next)
      }
      const rows = [row, ...later].map((old) => replacing.get(old.opId) ?? old)
      for (const id of new Set([row, ...later].flatMap((old) => old.blobIds))) {
        const heir = rows.find((next) => next.blobIds.includes(id))
        await db.blobs.update(id, { opId: heir?.opId ?? '' })
        if (!heir) left = [...left, id]
      }
      return 'done'
    }),
  )
  if (done !== 'done') return done
  for (const [old, next] of replacing) {
    journalGone(store, owner, old)
    journalSaved(store, owner, next)
  }
  await dropFiles(store, left).catch(() => undefined)
  return 'done'
}

/** Puts `next` in the place of `old`, and hands on what refers to it. */
export async function replaceRow(store: Store, owner: Owner, old: OpRow, next: OpRow): Promise<void> {
  const { db } = store
  await db.outbox.delete(old.seq)
  await db.outbox.add({ ...next, chain: await addLink(store, next) })
  await db.receipts.put({
    opId: old.opId,
    v: rowVersion,
    owner,
    path: old.path,
    title: old.title,
    outcome: 'superseded',
    answer: { by: next.opId },
    clientAt: old.clientAt,
    made: madeBy(old),
    at: store.now(),
  })
  // A request of the old save may still be in flight, and its link keeps the audit chain without a gap.
  const chain = linkOf(old)
  if (old.attempts > 0 || chain) await db.cancels.put({ opId: old.opId, owner, stream: old.stream, at: store.now(), chain })
  await db.outbox
    .where('[owner+stream+seq]')
    .between(...allOf(owner, old.stream))
    .filter(({ parentOpId }) => parentOpId === old.opId)
    .modify({ parentOpId: next.opId })
  await db.drafts.filter((draft) => draft.owner === owner && draft.supersedes === old.opId).modify({ supersedes: next.opId })
}

function resolve({ mine, theirs }: Overlap, choice: Choice): unknown {
  if (choice === 'mine') return mine
  return choice === 'theirs' ? theirs : (bothOf(mine, theirs) ?? mine)
}

const sameRows = (a: readonly OpRow[], b: readonly OpRow[]) =>
  a.length === b.length && a.every((row, index) => row.opId === b[index]?.opId && row.state === b[index]?.state)

/**
 * Builds a save with new content in place of one that was never applied. Files that the new content does not
 * use are left out.
 */
export async function successor(
  store: Store,
  old: OpRow,
  payload: Model,
  base: Model,
  skewMs: number,
  more: Partial<OpRow>,
): Promise<OpRow> {
  const text = canonicalJson(payload)
  const files = ((old.body['files'] ?? []) as { id: string }[]).filter(({ id }) => text.includes(id))
  const clientAt = new Date(store.now()).toISOString()
  const { files: _, ...kept } = old.body
  const body = { ...kept, payload, base, ...(files.length > 0 && { files }), clientAt, skewMs }
  const opId = newId()
  const payloadHash = await sha256Hex(canonicalJson({ kind: old.kind, body: { ...body, clientAt: undefined, skewMs: undefined } }))
  return {
    ...old,
    ...more,
    opId,
    place: (old.place ?? 0) + 1,
    dedupe: `${old.owner}|${old.path}|${old.initHash ?? ''}|${payloadHash}|${opId}`,
    body,
    payloadHash,
    blobIds: old.blobIds.filter((id) => text.includes(id)),
    state: 'queued',
    attempts: 0,
    nextAt: 0,
    token: undefined,
    leaseUntil: undefined,
    lastError: undefined,
    clientAt,
    skewMs,
    appVersion: __APP_VERSION__,
  }
}

declare const __APP_VERSION__: string

/** Applies the decision of this page's user; see `decide`. */
export async function decideConflict(conflict: Conflict, choices: Readonly<Record<string, Choice>>): Promise<Decided> {
  const done = await decide(getStore(), getOwner(), conflict.opId, { seen: conflict.rev, choices })
  emitStoreEvent('kick')
  return done
}

/** Checks with the server whether the conflict still exists, if there is a connection. */
export async function lookAgain(opId: string): Promise<void> {
  await askAgain(getStore(), getOwner(), opId)
  emitStoreEvent('kick')
}
