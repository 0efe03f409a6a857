import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { kioskLeave } from '../../../contract/endpoints/kiosk.ts'
import { type KeptPairing, kioskOwner } from '../../store/kiosk/findPairing.ts'
import { queueLeftTalks } from '../../store/drafts/queueSigned.ts'
import { flushOwn, leftBy } from '../../store/session/leaveBehind.ts'
import { ask } from '../../sync/ask.ts'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { ContactPin } from './ContactPin.tsx'
import * as styles from './kiosk.module.css'

/** The only way out: a contact's PIN. */
export function LeaveDialog({
  pairing,
  onLeft,
  onClose,
}: {
  readonly pairing: KeptPairing
  readonly onLeft: () => Promise<void>
  readonly onClose: () => void
}) {
  const { t } = useLingui()
  const [waits, setWaits] = useState(0)
  useEffect(() => {
    const owner = kioskOwner(pairing)
    const look = async () => {
      await queueLeftTalks().catch(() => undefined)
      if ((await leftBy(owner)).count > 0) await flushOwn(owner)
      setWaits((await leftBy(owner)).count)
    }
    void look().catch(() => undefined)
  }, [pairing])
  const enter = async (pin: string) => {
    const answer = await ask(kioskLeave, { code: pairing.code }, { pin, token: pairing.token })
    if (!answer.success) return answer.code ?? 'UNKNOWN'
    await onLeft()
    return undefined
  }
  return (
    <Dialog open title={t`Leave kiosk`} onClose={onClose} kind="generic">
      <div className={styles.dialog}>
        {waits > 0 && (
          <Notice level="warning">
            <Plural
              value={waits}
              one="# entry has not been sent. It stays on this device and is sent when this device is the same kiosk again."
              other="# entries have not been sent. They stay on this device and are sent when this device is the same kiosk again."
            />
          </Notice>
        )}
        <p>
          <Trans>Only people who manage this kiosk can leave it.</Trans>
        </p>
        <ContactPin code={pairing.code} info={pairing.info} action={t`Leave kiosk`} enter={enter} onBack={onClose} />
      </div>
    </Dialog>
  )
}
