import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { type BotRow, reassignBot } from '../../../contract/endpoints/bots.ts'
import { ask } from '../../sync/ask.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { alertDialog } from '../../ui/overlays/confirmDialog.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { OwnerPicker } from './OwnerPicker.tsx'

/**
 * Changes the owner of a bot to another person of its project. Needs a connection, because the server may
 * refuse it.
 */
export function ChangeOwnerDialog({
  bot,
  onChanged,
  onClose,
}: {
  readonly bot: BotRow
  readonly onChanged: () => void
  readonly onClose: () => void
}) {
  const { t } = useLingui()
  const [owner, setOwner] = useState<string>()
  const change = async () => {
    try {
      const { success, error } = await ask(reassignBot, { id: bot.id }, { owner: owner ?? '' })
      if (success) onChanged()
      else await alertDialog(error ?? t`The owner could not be changed.`)
    } catch (error) {
      await alertDialog((error instanceof Error && error.message) || t`The owner could not be changed.`)
    }
  }
  return (
    <Dialog
      open
      kind="generic"
      title={t`Change Bot Owner`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Button kind="primary" disabled={owner === undefined} onClick={() => change()}>{t`Change Owner`}</Button>
        </>
      }
    >
      <OwnerPicker team={bot.team} label={bot.title} except={bot.owner} chosen={owner} onChoose={setOwner} />
    </Dialog>
  )
}
