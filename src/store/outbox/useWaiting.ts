import { useLiveQuery } from 'dexie-react-hooks'
import { viewOutbox } from './viewOutbox.ts'
import { useOwner } from '../identity/useOwner.ts'
import { allOf } from '../quota/freeSpace.ts'
import { getStore } from '../db/store.ts'
import type { WaitState } from './waitWords.ts'

/** An own action on a record that the server has not confirmed. */
export interface WaitingAct {
  readonly opId: string
  /** For example `POST /api/feed/*`. */
  readonly kind: string
  readonly url: string
  readonly body: Readonly<Record<string, unknown>>
  readonly state: WaitState
  /** What happened and what happens next, in the user's language. */
  readonly words: string
  readonly percent: number
  readonly clientAt: string
}

/** Waiting actions on this record, oldest first, with content. Live; undefined while loading. */
export function useWaiting(path: string): readonly WaitingAct[] | undefined {
  const owner = useOwner()
  return useLiveQuery(async () => {
    const store = getStore()
    const rows = await store.db.outbox
      .where('[owner+stream+seq]')
      .between(...allOf(owner, path))
      .toArray()
    if (rows.length === 0) return []
    const views = new Map((await viewOutbox(store, owner)).map((view) => [view.opId, view]))
    const own = rows.some((row) => row.sealed) ? await (await import('../encryption/sealSave.ts')).readable(store, rows) : rows
    return own.map(({ opId, kind, url, body, clientAt, state }) => {
      const view = views.get(opId)
      return { opId, kind, url, body, clientAt, state: view?.state ?? state, words: view?.words ?? '', percent: view?.percent ?? 0 }
    })
  }, [owner, path])
}

/**
 * Server answers to own actions on this record in the last 30 days, oldest first. Live; undefined while
 * loading.
 */
export function useAnswers(path: string): readonly { opId: string; answer: Readonly<Record<string, unknown>> }[] | undefined {
  const owner = useOwner()
  return useLiveQuery(async () => {
    const rows = await getStore()
      .db.receipts.where('[owner+at]')
      .between([owner, -Infinity], [owner, Infinity])
      .filter((row) => row.path === path && row.outcome === 'sent' && row.answer !== undefined)
      .toArray()
    return rows.map(({ opId, answer = {} }) => ({ opId, answer }))
  }, [owner, path])
}
