import { useLiveQuery } from 'dexie-react-hooks'
import { useCallback, useEffect, useRef, useState } from 'react'
import { type AnswerOf, addressOf, type Endpoint, type ParamsOf, type QueryOf } from '../../contract/endpoint.ts'
import type { PageData } from '../../contract/pages.ts'
import type { Owner, ScreenRow } from './db.ts'
import { saidOf, type WishResult, wish } from './events.ts'
import { useOwner } from './owner.ts'
import { getStore } from './store.ts'

/** Why there is nothing to show. `message` is the server's, in its words, or empty. */
export interface CachedTrouble {
  code: string
  message: string
  /** It passes by itself: no connection, a Wi-Fi that wants a sign-in first, a server in trouble. */
  passing?: 'offline' | 'captive' | 'busy' | undefined
}

export interface Cached<A> {
  data: A | undefined
  /** When the server was asked for it, ms. */
  fetchedAt: number | undefined
  state: 'loading' | 'ready' | 'failed'
  /** Shown from the device because the server can't be reached. */
  stale: boolean
  error: CachedTrouble | undefined
  refresh(): Promise<void>
}

/** What the device knows, live, and a wish to have it fresh. The same content keeps the same object. */
export function useCached<E extends Endpoint<'cached'>>(
  endpoint: E,
  params?: ParamsOf<E>,
  query?: Partial<Extract<QueryOf<E>, object>>,
): Cached<AnswerOf<E>> {
  return useAddress(addressOf(endpoint, params as Record<string, string>, query as Record<string, string | string[] | undefined>))
}

/** A screen as the server describes it; the address comes from `pageDataAddress`. */
export function useCachedPage(address: string): Cached<PageData> {
  return useAddress(address)
}

const primed = new Map<string, ScreenRow>()
const keyOf = (owner: Owner, url: string) => `${owner} ${url}`

/** Reads a screen before anything is drawn, so that the first drawing can show it. Undefined when the device has none. */
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

/** The same codes as a question to the server has (sync/ask.ts). */
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
