import { millisecondsInMinute } from 'date-fns/constants'
import { useMemo } from 'react'
import { getStore } from '../../store/db/store.ts'
import { useClockAhead } from '../../store/db/useClockAhead.ts'
import { type OutboxView, type Receipt, useOutbox, useReceipts } from '../../store/outbox/queue.ts'
import { useFetchedAt } from '../../store/queries/useFetchedAt.ts'
import { formOf, type Known, type Standing, standingOf } from '../../../contract/rules/tasks/standing.ts'
import type { Task } from '../../../contract/rules/tasks/task.ts'

/** Number of receipts to check: more than a person sends in a week. */
const receiptsSeen = 500
/** States of a save that arrives only if the person acts, and of those behind it. */
const refused: ReadonlySet<OutboxView['state']> = new Set(['parked', 'conflict', 'blocked'])

/** Returns saves by the form of their records. */
function byForm(saves: readonly Known[]): ReadonlyMap<string, Known[]> {
  const forms = new Map<string, Known[]>()
  for (const save of saves) {
    const form = formOf(save.path)
    if (form === undefined) continue
    const known = forms.get(form)
    if (known) known.push(save)
    else forms.set(form, [save])
  }
  return forms
}

/** `ahead`: by how much the clock of the device is ahead, for receipts of earlier versions, ms. */
function receiptOf({ path, rev, made, clientAt, outcome, at: settledAt }: Receipt, ahead: number): Known {
  const { at, day, effect } = made ?? { at: Date.parse(clientAt) - ahead, effect: 'other' as const }
  // The server never gets a replaced save: only the time when the person first saved the record counts.
  if (outcome === 'superseded') return { path, at, effect: 'other' }
  if (rev === undefined || effect === 'removes') return { path, at, day, settledAt, effect }
  return { path, at, day, settledAt, effect: rev === 1 ? 'adds' : 'other' }
}

/**
 * Returns the state of each form, by its address; updated with the outbox, with the time of the day, and when the
 * clock of the device is found to be wrong. `address`: of the copy that the tasks are from.
 */
export function useStandings(tasks: readonly Task[], address: string): ReadonlyMap<string, Standing> {
  const outbox = useOutbox()
  const listedAt = useFetchedAt(address)
  const sent = useReceipts(receiptsSeen)
  // Renders the screen again every few seconds, and when a device wakes up: so the minute is the current one.
  const ahead = useClockAhead() ?? 0
  const minute = Math.floor((getStore().now() - ahead) / millisecondsInMinute)
  const waiting = useMemo(
    () => byForm(outbox.filter(({ own }) => own).map(({ path, made, state }) => ({ path, ...made, isRefused: refused.has(state) }))),
    [outbox],
  )
  const receipts = useMemo(
    () => byForm(sent.filter(({ outcome }) => outcome !== 'discarded').map((receipt) => receiptOf(receipt, ahead))),
    [sent, ahead],
  )
  return useMemo(() => {
    const now = new Date(minute * millisecondsInMinute)
    const of = (saves: ReadonlyMap<string, Known[]>, { form = '' }: Task) => saves.get(form) ?? []
    return new Map(
      tasks.map((task) => [task.url, standingOf(task, { waiting: of(waiting, task), receipts: of(receipts, task), listedAt, now })]),
    )
  }, [waiting, receipts, tasks, listedAt, minute])
}
