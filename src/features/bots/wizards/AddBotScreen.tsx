import { Trans, useLingui } from '@lingui/react/macro'
import { useParams, useRouter } from '@tanstack/react-router'
import { offeredBots } from '../../../../contract/reference/botCatalogue.ts'
import { newBotAddress } from '../../../../contract/endpoints/botEditor.ts'
import { type BotRow, getBot } from '../../../../contract/endpoints/bots.ts'
import { listProjects, projectsToPick, type Source } from '../../../../contract/endpoints/projects.ts'
import { getMe, type Me, wholeMe } from '../../../../contract/endpoints/sign-in.ts'
import { useCached } from '../../../store/queries/cached.ts'
import { Answered } from '../../../tables/Answered.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Page } from '../../../ui/layout/Page.tsx'
import { BotCards } from './BotCards.tsx'
import { NeedsConnection } from './NeedsConnection.tsx'

/** `automation/{id}/add`: the bots that this bot may start. */
export function AddBotScreen() {
  const { t } = useLingui()
  const { id } = useParams({ from: '/console/automation/$id/add' })
  const cached = useCached(getBot, { id })
  const { data: me } = useCached(getMe, undefined, wholeMe)
  const projects = useCached(listProjects, undefined, projectsToPick)
  const name = cached.data?.title
  const source = projects.data?.teams.find((project) => project.id === cached.data?.team)?.model.source ?? 'own'
  return (
    <Page title={name === undefined ? t`Add Bot` : t`Add Bot to ${name}`} width="desk">
      <Answered cached={cached}>{(bot) => <Offered bot={bot} me={me} source={source} />}</Answered>
    </Page>
  )
}

function Offered({ bot, me, source }: { readonly bot: BotRow; readonly me: Me | undefined; readonly source: Source }) {
  const { t } = useLingui()
  const router = useRouter()
  const offered = offeredBots({
    systems: [],
    isAdmin: me?.isAdmin === true,
    isBeta: me?.isBeta === true,
    parent: { class: bot.class, source },
  })
  if (offered.length === 0)
    return (
      <EmptyState title={t`This bot starts no others`}>
        <Trans>Only enrolment and attendance bots start other bots.</Trans>
      </EmptyState>
    )
  return (
    <>
      <NeedsConnection />
      <BotCards
        bots={offered}
        heading="h2"
        onChoose={(chosen) => void router.navigate({ href: newBotAddress({ class: chosen.class, parent: bot.id, demo: bot.demoMode }) })}
      />
    </>
  )
}
