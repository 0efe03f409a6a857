import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { type BotRow, listTeamBots } from '../../../contract/endpoints/bots.ts'
import { sendsTexts } from '../../../contract/endpoints/conversations.ts'
import { listProjects, privateTeam } from '../../../contract/endpoints/projects.ts'
import { useCached } from '../../store/queries/cached.ts'
import { Answered } from '../../tables/Answered.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { SearchedChoices } from './SearchedChoices.tsx'

/**
 * Moves a bot to a project with its owner as a member, or to the owner's private space if it already has
 * bots.
 */
export function ChangeTeamDialog({
  bot,
  uid,
  onChange,
  onClose,
}: {
  readonly bot: BotRow
  readonly uid: string | undefined
  readonly onChange: (team: string | null) => Promise<void>
  readonly onClose: () => void
}) {
  const { t } = useLingui()
  const [team, setTeam] = useState<string>()
  const cached = useCached(listProjects, undefined, { property: ['team.name'], member: bot.owner })
  const { data: own } = useCached(listTeamBots, { teamId: privateTeam }, { archived: 'false' })
  const teams = (cached.data?.teams ?? []).filter(({ id }) => id !== bot.team)
  const mayHide = bot.owner === uid && bot.team !== privateTeam && !sendsTexts(bot.class) && (own?.bots.length ?? 0) > 0
  const choices = [
    ...teams.map(({ id, model }) => ({ key: id, label: model.name })),
    ...(mayHide ? [{ key: privateTeam, label: t`Private` }] : []),
  ]
  return (
    <Dialog
      open
      kind="generic"
      title={t`Change Bot Team`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Button
            kind="primary"
            disabled={team === undefined}
            onClick={() => onChange(team === privateTeam || team === undefined ? null : team)}
          >
            {t`Change Team`}
          </Button>
        </>
      }
    >
      <Answered cached={cached}>
        {() =>
          choices.length === 0 ? (
            <p>{t`The owner of this bot is a member of no other project.`}</p>
          ) : (
            <SearchedChoices label={bot.title} choices={choices} chosen={team} onChoose={setTeam} />
          )
        }
      </Answered>
    </Dialog>
  )
}
