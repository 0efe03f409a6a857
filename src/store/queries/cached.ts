import { useLiveQuery } from 'dexie-react-hooks'
import { useCallback, useEffect, useRef, useState } from 'react'
import { type AnswerOf, addressOf, type Endpoint, type ParamsOf, type QueryOf } from '../../../contract/endpoint.ts'
import type { PageData } from '../../../contract/endpoints/pages.ts'
import type { Owner, ScreenRow } from '../db/db.ts'
import { saidOf, type WishResult, wish } from '../db/events.ts'
import { useOwner } from '../identity/owner.ts'
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

function useAddress<A>(url: string): Cached<A> {
  const owner = useOwner()
  const key = keyOf(owner, url)
  const row = useLiveQuery(async () => ({ key, row: await getStore().db.screens.get([owner, url]) }), [key])
  const [asked, setAsked] = useState<{ key: string; result: WishResult }>()
  const load = useCallback(
    async (anew: boolean) => {
      const result = await wish(url, owner, anew)
      setAsked({ key: keyOf(owner, url), result })
    },
    [owner, url],
  )
  const refresh = useCallback(async () => await load(true), [load])
  useEffect(() => void load(false), [load])

  const kept = useRef<{ key: string; version: number; data: unknown }>(undefined)
  if (row?.key === key) primed.delete(key)
  const found = row?.key === key ? row.row : primed.get(key)
  if (found && (kept.current?.key !== key || kept.current.version !== found.version))
    kept.current = { key, version: found.version, data: found.data }

  const result = asked?.key === key ? asked.result : undefined
  const base = { fetchedAt: found?.fetchedAt, refresh }
  const passing = result === 'offline' || result === 'captive' || result === 'busy' ? result : undefined
  if (found?.refused) return { ...base, data: undefined, state: 'failed', stale: false, error: found.refused }
  if (found && found.version > 0 && kept.current)
    return { ...base, data: kept.current.data as A, state: 'ready', stale: passing !== undefined, error: undefined }
  if (row?.key !== key || result === undefined || result === 'fresh')
    return { ...base, data: undefined, state: 'loading', stale: false, error: undefined }
  return { ...base, data: undefined, state: 'failed', stale: false, error: troubleOf(result, passing && saidOf(url, owner)) }
}

/** Uses the same codes as direct server requests (sync/ask.ts). */
function troubleOf(result: WishResult, said: { code: string; message: string } | undefined): CachedTrouble {
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
