import { useEffect, useRef, useState } from 'react'
import { getStore } from '../../store/db/store.ts'
import { markSessionLeft } from '../../store/encryption/grantOf.ts'
import { setShared, sharedDevice } from '../../store/encryption/sharedDevice.ts'
import { getOwner, setOwner } from '../../store/identity/useOwner.ts'
import { discardOp, useOutbox } from '../../store/outbox/queue.ts'
import { queueLeftTalks } from '../../store/drafts/queueSigned.ts'
import { endNotices } from '../../store/session/endNotices.ts'
import { flushOwn, type LeftBehind, leaveBehind, leftBy } from '../../store/session/leaveBehind.ts'
import { takeSessionBack } from '../../sync/finishSignOut.ts'
import { dismissToasts } from '../../ui/feedback/toast.tsx'
import { makeShared } from './makeShared.ts'

/** How long the page waits for the server to revoke the session, ms. */
const signOutLimit = 2000

/**
 * whose: asks once whether the device is shared; sending: the last saves are sent; left: some could not be
 * sent; discard: asks for the typed word; open: the work could not be sealed; leaving: the person is being logged
 * out, and the next user waits for that.
 */
type Step = 'whose' | 'sending' | 'left' | 'discard' | 'open' | 'leaving'

/** The steps of a log-out, and what the person can do in each. `waits`: the saves that could not be sent. */
export function useLogOut(leave: () => Promise<void>, onClose: () => void) {
  const [owner] = useState(getOwner)
  const [step, setStep] = useState<Step>(() => (sharedDevice() === undefined ? 'whose' : 'sending'))
  const [waits, setWaits] = useState<LeftBehind>({ count: 0, later: 0, stopped: 0 })
  const [slow, setSlow] = useState(false)
  const [trouble, setTrouble] = useState<string>()
  const begun = useRef(false)
  const saves = useOutbox().filter((save) => save.own)

  const goOut = async (anyway = false) => {
    setStep('leaving')
    await leave()
    try {
      await leaveBehind(owner)
    } catch {
      if (!anyway) return setStep('open')
    }
    // The person is logged out on this device now. The server revokes the session when it can be reached:
    // now, or with the next request.
    try {
      await markSessionLeft(getStore(), owner).catch(() => undefined)
      await setOwner('p:')
      await Promise.all([endNotices(), takeSessionBack(signOutLimit, { isNextWaiting: true })])
    } finally {
      // Also if the store fails: the dialog must not block the sign-in page.
      dismissToasts()
      onClose()
    }
  }

  const send = async () => {
    await queueLeftTalks().catch(() => undefined)
    if ((await leftBy(owner)).count > 0) {
      setSlow(navigator.onLine)
      await flushOwn(owner)
    }
    const left = await leftBy(owner)
    setSlow(false)
    if (left.count === 0) return await goOut()
    setWaits(left)
    setStep('left')
  }

  useEffect(() => {
    if (step !== 'sending' || begun.current) return
    begun.current = true
    void send()
  })

  const answer = async (several: boolean) => {
    if (several) {
      const why = await makeShared()
      if (why !== undefined) return setTrouble(why)
    } else setShared(false)
    setStep('sending')
  }

  const discard = async () => {
    for (const { opId } of saves) await discardOp(opId)
    await goOut()
  }

  return { step, setStep, waits, slow, trouble, saves, answer, goOut, discard }
}
