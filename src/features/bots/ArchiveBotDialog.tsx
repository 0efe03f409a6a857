import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { BotRow } from '../../../contract/endpoints/bots.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { CheckField } from '../../ui/controls/CheckField.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'

/** Lists the consequences of archiving, acknowledged together by one Yes (decision OQ-130). */
export function ArchiveBotDialog({
  bot,
  onArchive,
  onClose,
}: {
  readonly bot: BotRow
  readonly onArchive: () => Promise<void>
  readonly onClose: () => void
}) {
  const { t } = useLingui()
  const [yes, setYes] = useState(false)
  return (
    <Dialog
      open
      kind="generic"
      title={t`Archive bot`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Button kind="primary" disabled={!yes} onClick={() => onArchive()}>{t`Archive Bot`}</Button>
        </>
      }
    >
      <p>
        <strong>{bot.title}</strong>
      </p>
      <ul>
        <li>
          <Trans>The bot stops. It can no longer be started by code, text or kiosk.</Trans>
        </li>
        <li>
          <Trans>Its QR number may be reclaimed after 3 months of disuse.</Trans>
        </li>
        <li>
          <Trans>Its records stay.</Trans>
        </li>
      </ul>
      <CheckField label={t`Yes, I have read this`} checked={yes} onChange={() => setYes(!yes)} />
    </Dialog>
  )
}
