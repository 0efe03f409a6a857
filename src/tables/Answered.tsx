import type { ReactNode } from 'react'
import type { Cached } from '../store/cached.ts'
import { FailedState } from '../ui/FailedState.tsx'
import { OfflineCopy } from '../ui/OfflineCopy.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'

/** What the device has of an answer: its shape while it is on its way, the trouble in place of it, and the age of a copy that can't be renewed. */
export function Answered<A>({ cached, children }: { readonly cached: Cached<A>; readonly children: (data: A) => ReactNode }) {
  const { data, state, error, stale, fetchedAt, refresh } = cached
  if (data === undefined) return state === 'failed' ? <FailedState error={error} onRetry={refresh} /> : <Skeleton rows={5} height="3rem" />
  return (
    <>
      {stale && <OfflineCopy at={fetchedAt} />}
      {children(data)}
    </>
  )
}
