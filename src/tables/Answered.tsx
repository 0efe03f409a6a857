import type { ReactNode } from 'react'
import type { Cached } from '../store/queries/cached.ts'
import { FailedState } from '../ui/feedback/FailedState.tsx'
import { OfflineCopy } from '../ui/feedback/OfflineCopy.tsx'
import { Skeleton } from '../ui/feedback/Skeleton.tsx'

/**
 * Renders a cached answer: a skeleton while it loads, the error in its place, and the age of a copy that
 * cannot be refreshed.
 */
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
