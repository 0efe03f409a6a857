import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { type BotRow, reassignBot } from '../../../contract/endpoints/bots.ts'
import { getProject, membersToo } from '../../../contract/endpoints/projects.ts'
import { useCached } from '../../store/queries/cached.ts'
import { ask } from '../../sync/ask.ts'
import { Answered } from '../../tables/Answered.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { alertDialog } from '../../ui/overlays/confirmDialog.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { ownerChoices } from './withBotChange.ts'
import { SearchedChoices } from './SearchedChoices.tsx'

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
  const cached = useCached(getProject, { id: bot.team }, membersToo)
  const choices = ownerChoices(cached.data?.members ?? []).filter(({ uid }) => uid !== bot.owner)
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
      <Answered cached={cached}>
        {() =>
          choices.length === 0 ? (
            <p>{t`No other person in this project can own bots. Invite a member first.`}</p>
          ) : (
            <SearchedChoices
              label={bot.title}
              chosen={owner}
              onChoose={setOwner}
              choices={choices.map(({ key, label, uid }) => ({
                key: uid ?? key,
                label,
                ...(uid === undefined && { disabled: true, note: t`User needs to login to assign as owner` }),
              }))}
            />
          )
        }
      </Answered>
    </Dialog>
  )
}
