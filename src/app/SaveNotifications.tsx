import { useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import { claimTold, useReceipts } from '../store/outbox/queue.ts'
import { useOnline } from '../store/connectivity/useOnline.ts'
import { steadyAfter } from '../store/connectivity/useSteadyOnline.ts'
import { toast } from '../ui/feedback/toast.tsx'
import * as controls from '../ui/controls/controls.module.css'

/** Answers that are looked at for a notification. */
const mostReceipts = 20

/** Says politely that the connection is gone, or back, once that has lasted: the chip in the bar shows it to eyes alone. */
function ConnectionStatus() {
  const { t } = useLingui()
  const online = useOnline()
  const [told, setTold] = useState(online)
  const [said, setSaid] = useState<'online' | 'offline'>()
  useEffect(() => {
    if (online === told) return
    const timer = setTimeout(() => {
      setTold(online)
      setSaid(online ? 'online' : 'offline')
    }, steadyAfter)
    return () => clearTimeout(timer)
  }, [online, told])
  return (
    <p role="status" data-connection className={controls.unseen}>
      {said && (said === 'online' ? t`Connected again` : t`No connection`)}
    </p>
  )
}

/**
 * Shows the notification in the answer of a save, also when it arrives after the person has left the form, and
 * announces the connection.
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
  return <ConnectionStatus />
}
