import { useEffect, useMemo, useState } from 'react'
import { useOutbox, useReceipts } from '../../store/outbox/queue.ts'
import { type Standing, standingOf } from './standing.ts'
import type { Task } from './task.ts'

/** Number of receipts to check: more than a person sends in a week. */
const receiptsSeen = 500
/** Interval at which the time of the day is checked again, ms. */
const every = 30_000

/** Returns the state of each form, by its address; updated with the outbox and with the time of the day. */
export function useStandings(tasks: readonly Task[]): ReadonlyMap<string, Standing> {
  const outbox = useOutbox()
  const sent = useReceipts(receiptsSeen)
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), every)
    return () => clearInterval(timer)
  }, [])
  return useMemo(() => {
    const waiting = outbox.filter(({ own, path }) => own && path !== '').map(({ path }) => path)
    const receipts = sent.filter(({ outcome }) => outcome === 'sent')
    return new Map(tasks.map((task) => [task.url, standingOf(task, { waiting, receipts, now })]))
  }, [outbox, sent, tasks, now])
}
