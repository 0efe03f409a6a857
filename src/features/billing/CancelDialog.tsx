import { Trans, useLingui } from '@lingui/react/macro'
import { useId, useState } from 'react'
import {
  type BillingAccount,
  type CancellationReason,
  cancellationReasons,
  requestCancellation,
} from '../../../contract/endpoints/billing/billing.ts'
import { ask } from '../../sync/ask.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { useBillingWords } from './useBillingWords.ts'

interface CancelProps {
  readonly account: BillingAccount
  readonly refresh: () => Promise<void>
  readonly onClose: () => void
}

/** Asks for the reason before an account is canceled; the account stays active until its anniversary. */
export function CancelDialog({ account, refresh, onClose }: CancelProps) {
  const { t } = useLingui()
  const id = useId()
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
      <div className="m-billing-form">
        {trouble !== undefined && <Notice level="error">{trouble}</Notice>}
        <p>
          <Trans>The account runs until its next anniversary. Until then you can undo this.</Trans>
        </p>
        <fieldset className="m-field">
          <legend className="m-label m-billing-legend">{t`Why do you cancel?`}</legend>
          <div className="m-choices">
            {cancellationReasons.map((one) => (
              <label key={one} className="m-choice">
                <input type="radio" name={`${id}-reason`} checked={reason === one} onChange={() => setReason(one)} />
                <span className="m-choice-text">{words.reasons[one]}</span>
              </label>
            ))}
          </div>
        </fieldset>
        <div className="m-field">
          <label className="m-label" htmlFor={id}>
            {t`Anything else? (optional)`}
          </label>
          <textarea
            id={id}
            className="m-textarea"
            rows={3}
            maxLength={2000}
            value={feedback}
            onChange={(event) => setFeedback(event.target.value)}
          />
        </div>
      </div>
    </Dialog>
  )
}
