import { useLingui } from '@lingui/react/macro'
import { useOutbox, useOutboxCounts } from '../../store/outbox/queue.ts'

const isToday = (at: string) => new Date(at).toDateString() === new Date().toDateString()

/** Returns how many saves this device has not sent, and since when they wait; undefined if none waits. */
export function useWaitingWords(): string | undefined {
  const { t, i18n } = useLingui()
  const { saved, sending, needsYou } = useOutboxCounts()
  const oldest = useOutbox().find(({ own }) => own)?.clientAt
  const count = saved + sending + needsYou
  if (count === 0 || oldest === undefined) return undefined
  const since = i18n.date(new Date(oldest), { ...(!isToday(oldest) && { dateStyle: 'medium' }), timeStyle: 'short' })
  return t`${count} waiting since ${since}`
}
