import { useEffect, useMemo, useState } from 'react'
import { useClockAhead } from '../../store/db/useClockAhead.ts'
import { useOutbox, useReceipts } from '../../store/outbox/queue.ts'
import { type Standing, standingOf } from './standing.ts'
import type { Task } from './task.ts'

/** Number of receipts to check: more than a person sends in a week. */
const receiptsSeen = 500
/** Interval at which the time of the day is checked again, ms. */
const every = 30_000

/**
 * Returns the state of each form, by its address; updated with the outbox, with the time of the day, and when the
 * server has told that the clock of the device is wrong.
 */
export function useStandings(tasks: readonly Task[]): ReadonlyMap<string, Standing> {
  const outbox = useOutbox()
  const sent = useReceipts(receiptsSeen)
  const ahead = useClockAhead() ?? 0
  const [clock, setClock] = useState(() => Date.now())
  useEffect(() => {
    const look = () => setClock(Date.now())
    const timer = setInterval(look, every)
    // Timers rest while the screen is off: the first look of the morning is at the day of today.
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [])
  return useMemo(() => {
    const known = ({ path, clientAt }: { path: string; clientAt: string }) => ({ path, at: Date.parse(clientAt) - ahead })
    const waiting = outbox.filter(({ own, path }) => own && path !== '').map(known)
    const receipts = sent.filter(({ outcome }) => outcome === 'sent').map(known)
    const now = new Date(clock - ahead)
    return new Map(tasks.map((task) => [task.url, standingOf(task, { waiting, receipts, now })]))
  }, [outbox, sent, tasks, clock, ahead])
}
