import { useLiveQuery } from 'dexie-react-hooks'
import { useCallback, useEffect, useRef, useState } from 'react'
import { type AnswerOf, addressOf, type Endpoint, type ParamsOf, type QueryOf } from '../../../contract/endpoint.ts'
import type { PageData } from '../../../contract/endpoints/pages.ts'
import type { Owner, ScreenRow } from '../db/MusterDb.ts'
import { lastErrorOf, type RefreshResult, requestRefresh } from '../db/emitStoreEvent.ts'
import { useOwner } from '../identity/useOwner.ts'
import { getStore } from '../db/store.ts'

/** Why there is nothing to show. `message` is the server's text, or empty. */
export interface CachedTrouble {
  code: string
  message: string
  /** Set for a temporary problem: no connection, a captive Wi-Fi portal, or a busy server. */
  passing?: 'offline' | 'captive' | 'busy' | undefined
}

export interface Cached<A> {
  data: A | undefined
  /** When the data was requested from the server, ms. */
  fetchedAt: number | undefined
  state: 'loading' | 'ready' | 'failed'
  /** True if the server cannot be reached and a cached copy is shown. */
  stale: boolean
  error: CachedTrouble | undefined
  refresh(): Promise<void>
}

/** Returns the cached data, live, and requests a refresh. Equal content keeps its identity. */
export function useCached<E extends Endpoint<'cached'>>(
  endpoint: E,
  params?: ParamsOf<E>,
  query?: Partial<Extract<QueryOf<E>, object>>,
): Cached<AnswerOf<E>> {
  return useAddress(addressOf(endpoint, params as Record<string, string>, query as Record<string, string | string[] | undefined>))
}

/** The device's copy of an answer, which is read before it is known whether to request it. */
export interface CachedLater<A> extends Cached<A> {
  /** Whether the device has a copy, or a refusal of the server; undefined until it is read. */
  isKept: boolean | undefined
}

/** The same as useCached, but requests nothing by itself until `isDue`. */
export function useCachedLater<E extends Endpoint<'cached'>>(
  endpoint: E,
  params: ParamsOf<E> | undefined,
  query: Partial<Extract<QueryOf<E>, object>>,
  isDue: boolean,
): CachedLater<AnswerOf<E>> {
  const address = addressOf(endpoint, params as Record<string, string>, query as Record<string, string | string[] | undefined>)
  return useAddress(address, isDue)
}

/** Returns a page description from the server; `pageDataAddress` gives the address. */
export function useCachedPage(address: string): Cached<PageData> {
  return useAddress(address)
}

const primed = new Map<string, ScreenRow>()
const keyOf = (owner: Owner, url: string) => `${owner} ${url}`

/**
 * Reads a screen before the first render, so that the first render can show it. Returns undefined if the
 * device has none.
 */
export async function primeScreen(owner: Owner, url: string): Promise<PageData | undefined> {
  const row = await getStore().db.screens.get([owner, url])
  if (!row || row.version === 0 || row.refused) return undefined
  primed.set(keyOf(owner, url), row)
  return row.data as PageData
}

/** Returns the row's data; the same object while the version is the same. */
function useStableData(key: string, row: ScreenRow | undefined): unknown {
  const kept = useRef<{ key: string; version: number; data: unknown }>(undefined)
  if (row && (kept.current?.key !== key || kept.current.version !== row.version))
    kept.current = { key, version: row.version, data: row.data }
  return kept.current?.data
}

const nothing = { data: undefined, stale: false, error: undefined }

/** The state of a screen that the device does not have; `result` is undefined while it loads. */
function stateWithout(owner: Owner, url: string, result: RefreshResult | undefined): Omit<Cached<never>, 'fetchedAt' | 'refresh'> {
  if (result === undefined || result === 'fresh') return { ...nothing, state: 'loading' }
  const said = isPassing(result) ? lastErrorOf(url, owner) : undefined
  return { ...nothing, state: 'failed', error: troubleOf(result, said) }
}

function useAddress<A>(url: string, isDue = true): CachedLater<A> {
  const owner = useOwner()
  const key = keyOf(owner, url)
  const row = useLiveQuery(async () => ({ key, row: await getStore().db.screens.get([owner, url]) }), [key])
  const [asked, setAsked] = useState<{ key: string; result: RefreshResult }>()
  const load = useCallback(
    async (anew: boolean) => {
      const result = await requestRefresh(url, owner, anew)
      setAsked({ key: keyOf(owner, url), result })
    },
    [owner, url],
  )
  const refresh = useCallback(async () => await load(true), [load])
  useEffect(() => {
    if (isDue) void load(false)
  }, [isDue, load])

  const live = row?.key === key ? row : undefined
  if (live) primed.delete(key)
  const found = live ? live.row : primed.get(key)
  const data = useStableData(key, found)

  const result = asked?.key === key ? asked.result : undefined
  const base = { fetchedAt: found?.fetchedAt, refresh, isKept: live && live.row !== undefined }
  if (found?.refused) return { ...base, ...nothing, state: 'failed', error: found.refused }
  if (found && found.version > 0) return { ...base, data: data as A, state: 'ready', stale: isPassing(result), error: undefined }
  return { ...base, ...stateWithout(owner, url, live && result) }
}

const isPassing = (result: RefreshResult | undefined): boolean => result === 'offline' || result === 'captive' || result === 'busy'

/** Uses the same codes as direct server requests (sync/ask.ts). */
function troubleOf(result: RefreshResult, said: { code: string; message: string } | undefined): CachedTrouble {
  switch (result) {
    case 'offline':
      return { code: 'UNREACHABLE', message: '', passing: result }
    case 'captive':
      return { code: 'CAPTIVE', message: '', passing: result }
    case 'busy':
      return { code: said?.code || 'UNAVAILABLE', message: said?.message ?? '', passing: result }
    default:
      return { code: result === 'session' ? 'NOT_AUTHORIZED' : 'UNKNOWN', message: '' }
  }
}
