import { useEffect, useRef } from 'react'
import { claimTold, useReceipts } from '../store/outbox/queue.ts'
import { toast } from '../ui/feedback/toast.tsx'

/** Answers that are looked at for a notification. */
const mostReceipts = 20

/**
 * Shows the notification in the answer of a save, also when it arrives after the person has left the form. Draws
 * nothing.
 */
export function SaveNotifications() {
  const receipts = useReceipts(mostReceipts)
  const shown = useRef(new Set<string>())
  useEffect(() => {
    for (const { opId, answer, told } of receipts) {
      const words = answer?.['notification']
      if (told || shown.current.has(opId) || typeof words !== 'string' || words === '') continue
      shown.current.add(opId)
      void claimTold(opId)
        .then((isMine) => isMine && toast(words, 'success'))
        .catch(() => undefined)
    }
  }, [receipts])
  return null
}
