import { type ReactNode, useEffect, useMemo } from 'react'
import { endpoint } from '../../../contract/endpoint.ts'
import type { LookupItem } from '../../../contract/endpoints/pages.ts'
import { useCached } from './cached.ts'

export interface LongList {
  readonly items: readonly LookupItem[]
  readonly state: 'loading' | 'ready' | 'failed'
  readonly refresh: () => Promise<void>
}

const none: readonly LookupItem[] = []

/**
 * Loads a lookup that is too long for its page from its own address (PageData.lists); cached for offline use.
 */
export function LookupList({ address, children }: { readonly address: string; readonly children: (list: LongList) => ReactNode }) {
  const call = useMemo(() => endpoint({ method: 'GET', path: address, whenOffline: 'cached', access: 'link' }), [address])
  const { data, state, refresh } = useCached(call)
  const items = (data as { items?: readonly LookupItem[] } | undefined)?.items ?? none
  return children({ items, state: data === undefined && state === 'ready' ? 'loading' : state, refresh })
}

/** Like `LookupList`, for a parent component: calls `onList` with the list now and after every change. */
export function ReadList({ address, onList }: { readonly address: string; readonly onList: (list: LongList) => void }) {
  return <LookupList address={address}>{(list) => <Tell list={list} onList={onList} />}</LookupList>
}

function Tell({ list, onList }: { readonly list: LongList; readonly onList: (list: LongList) => void }) {
  const { items, state, refresh } = list
  useEffect(() => onList({ items, state, refresh }), [items, onList, refresh, state])
  return null
}
