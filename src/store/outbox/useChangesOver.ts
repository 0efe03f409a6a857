import { liveQuery } from 'dexie'
import { useLiveQuery } from 'dexie-react-hooks'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { Model } from '../../../contract/endpoints/records.ts'
import { viewOutbox } from './viewOutbox.ts'
import { useOwner } from '../identity/useOwner.ts'
import { getStore } from '../db/store.ts'
import type { WaitState } from './waitWords.ts'

/** An own change under a path that is not in the server's copy yet. */
export interface PendingChange {
  readonly opId: string
  readonly path: string
  /** The path below the requested one: the key of a row, or '' for the item itself. */
  readonly key: string
  readonly payload: Model
  /** `sent`: the server has it, but the copy on this device is older. */
  readonly state: WaitState | 'sent'
  /** What happened and what happens next, in the user's language. */
  readonly words: string
  /** The server's reason for a refusal. */
  readonly error: string | undefined
}

const below = (path: string, prefix: string) => path === prefix || path.startsWith(`${prefix}/`)

/**
 * Waiting changes under a path (`teams/{id}/companies`), oldest first, with content. Live; undefined while
 * loading.
 */
export function usePendingUnder(prefix: string): readonly PendingChange[] | undefined {
  const owner = useOwner()
  return useLiveQuery(async () => {
    const store = getStore()
    const rows = await store.db.outbox
      .where('[owner+stream+seq]')
      .between([owner, prefix, -Infinity], [owner, `${prefix}/\uffff`, Infinity])
      .filter((row) => below(row.path, prefix))
      .sortBy('seq')
    if (rows.length === 0) return []
    const views = new Map((await viewOutbox(store, owner)).map((view) => [view.opId, view]))
    const own = rows.some((row) => row.sealed) ? await (await import('../encryption/sealSave.ts')).readable(store, rows) : rows
    return own.map(({ opId, path, body, state }) => {
      const view = views.get(opId)
      return {
        opId,
        path,
        key: path.slice(prefix.length + 1),
        payload: (body['payload'] ?? {}) as Model,
        state: view?.state ?? state,
        words: view?.words ?? '',
        error: view?.error?.message,
      }
    })
  }, [owner, prefix])
}

/** The same each time: the rows below it keep their identity. */
const none: readonly PendingChange[] = []

interface Copy {
  /** When the copy on this device was fetched, ms. */
  readonly fetchedAt: number | undefined
  refresh(): Promise<void>
}

/**
 * Changes to overlay on the cached copy: own changes that wait, and changes that were sent after the copy was
 * fetched. Refreshes the copy when a change is sent, so that no old value reappears in between.
 */
export function useChangesOver(prefix: string, { fetchedAt, refresh }: Copy): readonly PendingChange[] {
  const waiting = usePendingUnder(prefix)
  const before = useRef<readonly PendingChange[]>([])
  const [arrived, setArrived] = useState<readonly { change: PendingChange; at: number }[]>([])
  useEffect(() => {
    if (!waiting) return
    const still = new Set(waiting.map(({ opId }) => opId))
    const gone = before.current.filter(({ opId, state }) => !still.has(opId) && state !== 'parked' && state !== 'conflict')
    before.current = waiting
    if (gone.length === 0) return
    const { db, now } = getStore()
    const at = now()
    setArrived((all) => [...all, ...gone.map((change) => ({ change: { ...change, state: 'sent' as const }, at }))])
    // A discarded change was not sent.
    void db.receipts.bulkGet(gone.map(({ opId }) => opId)).then((receipts) => {
      const back = new Set(receipts.flatMap((receipt) => (receipt?.outcome === 'discarded' ? [receipt.opId] : [])))
      if (back.size > 0) setArrived((all) => all.filter(({ change }) => !back.has(change.opId)))
    })
    void refresh()
  }, [refresh, waiting])
  useEffect(() => {
    if (fetchedAt !== undefined) setArrived((all) => (all.some(({ at }) => at <= fetchedAt) ? all.filter(({ at }) => at > fetchedAt) : all))
  }, [fetchedAt])
  return useMemo(() => {
    const all = [...arrived.map(({ change }) => change), ...(waiting ?? [])]
    return all.length === 0 ? none : all
  }, [arrived, waiting])
}

export interface Laid<Row> {
  readonly row: Row
  /** The last own change of this row; undefined if the row is as on the server. */
  readonly pending: PendingChange | undefined
}

/**
 * Rows with the changes applied: new rows at the end, removed rows left out unless the server refused the
 * removal. `apply` builds a row from the existing one and a change; undefined removes the row.
 */
export function layOver<Row>(
  rows: readonly Row[],
  changes: readonly PendingChange[],
  keyOf: (row: Row) => string,
  apply: (row: Row | undefined, payload: Model, key: string) => Row | undefined,
): Laid<Row>[] {
  if (changes.length === 0) return rows.map((row) => ({ row, pending: undefined }))
  const laid = new Map<string, Laid<Row>>(rows.map((row) => [keyOf(row), { row, pending: undefined }]))
  for (const change of changes) {
    if (change.key === '' || change.key.includes('/')) continue
    const known = laid.get(change.key)
    const refused = change.state === 'parked' || change.state === 'conflict'
    if (change.payload['deleted'] === true) {
      if (refused && known) laid.set(change.key, { row: known.row, pending: change })
      else laid.delete(change.key)
      continue
    }
    const row = apply(known?.row, change.payload, change.key)
    if (row !== undefined) laid.set(change.key, { row, pending: change.state === 'sent' ? undefined : change })
    // The server refused the removal: the row is still in the list.
    else if (refused && known) laid.set(change.key, { row: known.row, pending: change })
    else laid.delete(change.key)
  }
  return [...laid.values()]
}

/** Splits changes of a map in an item (`{sites: {[key]: …}}`) into one change per row; null removes a row. */
export function ofMap(changes: readonly PendingChange[], map: string): PendingChange[] {
  return changes.flatMap((change) => {
    const entries = change.key === '' ? change.payload[map] : undefined
    if (entries === null || typeof entries !== 'object') return []
    return Object.entries(entries).map(([key, value]) => ({
      ...change,
      key,
      payload: value === null ? { deleted: true } : (value as Model),
    }))
  })
}

/** Resolves when a change is settled: sent, or refused with the reason. While offline it keeps waiting. */
export function whenSettled(opId: string): Promise<{ readonly sent: boolean; readonly message: string }> {
  const { db } = getStore()
  return new Promise((resolve, reject) => {
    const watching = liveQuery(() => db.outbox.where('opId').equals(opId).first()).subscribe({
      next(row) {
        if (row && row.state !== 'parked' && row.state !== 'conflict') return
        resolve(row ? { sent: false, message: row.lastError?.message ?? '' } : { sent: true, message: '' })
        queueMicrotask(() => watching.unsubscribe())
      },
      error: reject,
    })
  })
}
