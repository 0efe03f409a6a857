import { useLingui } from '@lingui/react/macro'
import { useCallback, useEffect, useRef } from 'react'
import { getStore } from '../store/db/store.ts'
import { sentOrKept } from '../store/outbox/sentOrKept.ts'
import type { PendingChange } from '../store/outbox/useChangesOver.ts'
import { toast } from '../ui/feedback/toast.tsx'

/** After this time without an answer a toast says that the change is queued, ms. */
const patience = 4000

/** Saves with a refusal that `useOutcome` shows. */
const awaited = new Set<string>()

export interface OutcomeWords {
  /** "Company Added"; the server's own notification has priority. */
  readonly done: string
  readonly failed: (message: string) => string
}

/**
 * Returns a function that shows the toast of a queued save once its outcome is known: the server has it, it
 * waits on this device, or the server refused it.
 */
export function useOutcome(): (opId: string, words: OutcomeWords) => Promise<void> {
  const { t } = useLingui()
  return useCallback(
    async (opId, { done, failed }) => {
      awaited.add(opId)
      try {
        if ((await sentOrKept(opId, patience)) === 'kept') {
          awaited.delete(opId)
          return toast(t`Saved on this device. It is sent with the next connection.`, 'info')
        }
        const notification = (await getStore().db.receipts.get(opId))?.answer?.['notification']
        toast(typeof notification === 'string' ? notification : done, 'success')
      } catch (error) {
        toast(failed(error instanceof Error ? error.message : String(error)), 'error')
      }
    },
    [t],
  )
}

/**
 * Reports a refusal that arrives while a screen is open, once; an older one only has a mark. `isReady`: the
 * server's copy is there.
 */
export function useRefusals(
  changes: readonly PendingChange[],
  isReady: boolean,
  tell: (change: PendingChange, reason: string) => void,
): void {
  const reported = useRef<Set<string>>(undefined)
  useEffect(() => {
    const refused = changes.filter(({ state }) => state === 'parked' || state === 'conflict')
    if (!reported.current) {
      if (isReady) reported.current = new Set(refused.map(({ opId }) => opId))
      return
    }
    for (const change of refused) {
      if (reported.current.has(change.opId)) continue
      reported.current.add(change.opId)
      if (!awaited.has(change.opId)) tell(change, change.error ?? change.words)
    }
  }, [changes, isReady, tell])
}
