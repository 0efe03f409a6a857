import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import {
  type BillingAccount,
  type CancellationReason,
  cancellationReasons,
  requestCancellation,
} from '../../../contract/endpoints/billing/billing.ts'
import { ask } from '../../sync/ask.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { RadioGroup } from '../../ui/controls/RadioGroup.tsx'
import { TextArea } from '../../ui/controls/TextArea.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { useBillingWords } from './useBillingWords.ts'
import * as styles from './billing.module.css'

interface CancelProps {
  readonly account: BillingAccount
  readonly refresh: () => Promise<void>
  readonly onClose: () => void
}

/** Asks for the reason before an account is canceled; the account stays active until its anniversary. */
export function CancelDialog({ account, refresh, onClose }: CancelProps) {
  const { t } = useLingui()
  const words = useBillingWords()
  const [reason, setReason] = useState<CancellationReason>()
  const [feedback, setFeedback] = useState('')
  const [trouble, setTrouble] = useState<string>()
  const request = async () => {
    try {
      await ask(requestCancellation, { id: account.id }, { reason, reasonFeedback: feedback.trim() })
      await refresh()
      onClose()
    } catch (error) {
      setTrouble(words.trouble(error))
    }
  }
  return (
    <Dialog
      open
      kind="generic"
      title={t`Request Cancellation`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t`Close`}</Button>
          <Button kind="danger" disabled={reason === undefined} onClick={() => request()}>
            {t`Request Cancellation`}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        {trouble !== undefined && <Notice level="error">{trouble}</Notice>}
        <p>
          <Trans>The account runs until its next anniversary. Until then you can undo this.</Trans>
        </p>
        <RadioGroup
          label={t`Why do you cancel?`}
          options={cancellationReasons.map((one) => ({ value: one, label: words.reasons[one] }))}
          value={reason}
          onChoose={setReason}
        />
        <TextArea
          label={t`Anything else? (optional)`}
          rows={3}
          maxLength={2000}
          value={feedback}
          onChange={(event) => setFeedback(event.target.value)}
        />
      </div>
    </Dialog>
  )
}
