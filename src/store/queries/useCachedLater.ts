import { useLiveQuery } from 'dexie-react-hooks'
import { useCallback, useEffect, useRef, useState } from 'react'
import { type AnswerOf, addressOf, type Endpoint, type ParamsOf, type QueryOf } from '../../../contract/endpoint.ts'
import type { ScreenRow } from '../db/MusterDb.ts'
import { type RefreshResult, requestRefresh } from '../db/emitStoreEvent.ts'
import { getStore } from '../db/store.ts'
import { useOwner } from '../identity/useOwner.ts'
import { type Cached, stateWithout } from './cached.ts'

/** The device's copy of an answer, which is read before it is known whether to request it. */
export interface CachedLater<A> extends Cached<A> {
  /** Whether the device has a copy, or a refusal of the server; undefined until it is read. */
  readonly isKept: boolean | undefined
}

/** The same as useCached, but requests nothing by itself until `isDue`. */
export function useCachedLater<E extends Endpoint<'cached'>>(
  endpoint: E,
  params: ParamsOf<E> | undefined,
  query: Partial<Extract<QueryOf<E>, object>>,
  isDue: boolean,
): CachedLater<AnswerOf<E>> {
  const owner = useOwner()
  const url = addressOf(endpoint, params as Record<string, string>, query as Record<string, string | string[] | undefined>)
  const key = `${owner} ${url}`
  const live = useLiveQuery(async () => ({ key, row: await getStore().db.screens.get([owner, url]) }), [key])
  const isRead = live?.key === key
  const row = isRead ? live.row : undefined
  const [asked, setAsked] = useState<{ readonly key: string; readonly result: RefreshResult }>()
  const load = useCallback(async (anew: boolean) => setAsked({ key, result: await requestRefresh(url, owner, anew) }), [key, owner, url])
  const refresh = useCallback(async () => await load(true), [load])
  useEffect(() => {
    if (isDue) void load(false)
  }, [isDue, load])
  const data = useSameData(key, row) as AnswerOf<E> | undefined
  const result = asked?.key === key ? asked.result : undefined
  const base = { fetchedAt: row?.fetchedAt, refresh, isKept: isRead ? row !== undefined : undefined }
  if (row?.refused) return { ...base, data: undefined, state: 'failed', stale: false, error: row.refused }
  if (data !== undefined)
    return { ...base, data, state: 'ready', stale: result === 'offline' || result === 'captive' || result === 'busy', error: undefined }
  return { ...base, ...stateWithout(owner, url, isRead ? result : undefined) }
}

/** Returns the data of a row; the same object while its version is the same. */
function useSameData(key: string, row: ScreenRow | undefined): unknown {
  const kept = useRef<{ readonly key: string; readonly row: ScreenRow | undefined }>(undefined)
  if (kept.current?.key !== key || kept.current.row?.version !== row?.version) kept.current = { key, row }
  return row && row.version > 0 ? kept.current.row?.data : undefined
}
