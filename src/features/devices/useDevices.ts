import { useEffect } from 'react'
import { listDevices } from '../../../contract/endpoints/devices.ts'
import { useCached } from '../../store/queries/cached.ts'
import { useOutboxCounts } from '../../store/outbox/queue.ts'

/** Interval of the refresh while the list is visible, ms. */
export const lookEvery = 30_000

/** Refreshes at an interval while the page is visible, and after a save of this person was sent. */
export function useLookAgain(refresh: () => Promise<void>, every = lookEvery): void {
  const { saved, sending } = useOutboxCounts()
  const waiting = saved + sending
  useEffect(() => {
    if (waiting === 0) void refresh()
  }, [refresh, waiting])
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) void refresh()
    }, every)
    return () => clearInterval(timer)
  }, [every, refresh])
}

export function useDevices() {
  const list = useCached(listDevices)
  useLookAgain(list.refresh)
  return list
}
