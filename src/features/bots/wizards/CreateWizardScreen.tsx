import { useLingui } from '@lingui/react/macro'
import { useParams, useRouter, useSearch } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { botCatalogue, type CatalogueBot, catalogueBot, isOfferedTo, offeredBots } from '../../../../contract/reference/botCatalogue.ts'
import { newBotAddress } from '../../../../contract/endpoints/botEditor.ts'
import { sendsTexts } from '../../../../contract/endpoints/conversations.ts'
import { listProjects, privateTeam, type Project, projectsToPick, type Source, sources } from '../../../../contract/endpoints/projects.ts'
import { may } from '../../../../contract/rules/permissions.ts'
import { getMe, type Me, wholeMe } from '../../../../contract/endpoints/sign-in.ts'
import { type Cached, useCached } from '../../../store/queries/cached.ts'
import { Answered } from '../../../tables/Answered.tsx'
import { Button } from '../../../ui/controls/Button.tsx'
import { CheckField } from '../../../ui/controls/CheckField.tsx'
import { OfflineCopy } from '../../../ui/feedback/OfflineCopy.tsx'
import { Page } from '../../../ui/layout/Page.tsx'
import { LazyListPicker } from '../../../ui/list-picker/LazyListPicker.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { BotCards, useBotDescription } from './BotCards.tsx'
import { NeedsConnection } from './NeedsConnection.tsx'
import { ProjectStep } from './ProjectStep.tsx'
import { OwnerStep, type PickedPlace, PlaceStep, usable } from './PlaceStep.tsx'
import { WizardPage } from './WizardPage.tsx'

/**
 * Create QR Code (spec/3 §2.4): bot, project, owner, place. Addresses:
 * `automation/add[/{botClass}[/{teamId}]]`, `team/{teamId}/automation/add`, each with `demo=true`.
 */
export function CreateWizardScreen() {
  const { t } = useLingui()
  const { botClass, team: teamId, id: team = teamId } = useParams({ strict: false })
  const demo = useSearch({ strict: false }).demo === 'true'
  const me = useCached(getMe, undefined, wholeMe)
  const projects = useCached(listProjects, undefined, projectsToPick)
  if (!me.data || !projects.data)
    return (
      <Page title={t`Create QR Code`} width="desk">
        <Answered cached={(me.data ? projects : me) as Cached<unknown>}>{() => <Skeleton rows={4} />}</Answered>
      </Page>
    )
  const asOf = projects.stale ? projects.fetchedAt : undefined
  return (
    <Wizard key={`${botClass} ${team}`} asked={{ botClass, team, demo }} me={me.data} projects={usable(projects.data.teams)} asOf={asOf} />
  )
}

const linkedSources = ({ systems = [] }: Me): Source[] => sources.filter((source) => systems.some(({ provider }) => provider === source))
const sourceOf = (project: Project | undefined): Source | undefined => project && (project.model.source ?? 'own')

interface WizardProps {
  readonly asked: { readonly botClass: string | undefined; readonly team: string | undefined; readonly demo: boolean }
  readonly me: Me
  readonly projects: readonly Project[]
  /** When the server gave this answer, ms, if it can't be reached now. */
  readonly asOf: number | undefined
}

/** What the person has chosen, and the projects and bots that fit. Values in the address are not asked for again. */
function useChoices({ asked, me, projects }: WizardProps) {
  const [team, setTeam] = useState(projects.some(({ id }) => id === asked.team) ? asked.team : undefined)
  const project = projects.find(({ id }) => id === team)
  const [kind, setKind] = useState<CatalogueBot | undefined>(() => {
    const given = asked.botClass === undefined ? undefined : catalogueBot(asked.botClass, sourceOf(project))
    return given && isOfferedTo(given, me) ? given : undefined
  })
  // A card is a bot of one system; an address names a class, which several systems may offer.
  const [byClass, setByClass] = useState(kind !== undefined)
  const [owner, setOwner] = useState<string>()
  const [place, setPlace] = useState<PickedPlace>()
  const [demo, setDemo] = useState(asked.demo)

  const fixed = asked.team === undefined ? undefined : sourceOf(project)
  const offered = offeredBots({ source: fixed, systems: linkedSources(me), isAdmin: me.isAdmin, isBeta: me.isBeta })
  const fits = projects.filter((each) => {
    const source = sourceOf(each) ?? 'own'
    if (!byClass) return kind?.systems.includes(source) === true
    return botCatalogue.some((bot) => bot.class === kind?.class && bot.systems.includes(source))
  })
  const isOwn = byClass
    ? botCatalogue.some((bot) => bot.class === kind?.class && bot.systems.includes('own'))
    : kind?.systems.includes('own') === true
  const mayBePrivate = kind !== undefined && isOwn && !sendsTexts(kind.class)
  const chooseKind = (bot: CatalogueBot) => {
    setKind(bot)
    setByClass(false)
  }
  const chooseTeam = (id: string) => {
    setTeam(id)
    setOwner(undefined)
    setPlace(undefined)
  }
  return { team, project, kind, owner, place, demo, offered, fits, mayBePrivate, chooseKind, chooseTeam, setOwner, setPlace, setDemo }
}

/** Returns the first step whose answer is not in the address. */
function firstStep(kind: CatalogueBot | undefined, project: Project | undefined): number {
  if (kind === undefined) return 0
  return project === undefined ? 1 : 2
}

function lastStep(kind: CatalogueBot | undefined, isPrivate: boolean): number {
  if (isPrivate) return 1
  return kind?.noSite ? 2 : 3
}

function Wizard(props: WizardProps) {
  const { me, asOf } = props
  const { t } = useLingui()
  const router = useRouter()
  const choices = useChoices(props)
  const { team, project, kind, owner, place, demo, offered, fits, mayBePrivate } = choices
  const [step, setStep] = useState(() => firstStep(kind, project))

  const steps = [t`Select QR Code`, t`Select Project`, t`Select Owner`, t`Select Site`]
  // A private bot belongs to this person and to no site.
  const isPrivate = mayBePrivate && team === privateTeam
  const last = lastStep(kind, isPrivate)
  const ready =
    [kind !== undefined, isPrivate || fits.some(({ id }) => id === team), owner !== undefined, place !== undefined][step] === true

  const finish = () => {
    if (!kind) return
    const { id, country, timezone, company } = place ?? { id: '' }
    if (isPrivate) return void router.navigate({ href: newBotAddress({ class: kind.class, demo }) })
    const href = newBotAddress({ team, class: kind.class, owner, project: id || undefined, company, country, timezone, demo })
    void router.navigate({ href })
  }
  const back = () => (step === 0 ? router.history.back() : setStep(step - 1))
  const onNext = () => (step === last ? finish() : setStep(step + 1))

  return (
    <WizardPage
      title={t`Create QR Code`}
      steps={steps.slice(0, last + 1)}
      step={step}
      onBack={back}
      next={<Button kind="primary" disabled={!ready} onClick={onNext}>{t`Next`}</Button>}
    >
      <OfflineCopy at={asOf} />
      <NeedsConnection />
      {step === 0 && (
        <>
          <DemoCheck demo={demo} onChange={choices.setDemo} />
          <CatalogueSearch bots={offered} onChoose={choices.chooseKind} />
          <BotCards bots={offered} chosen={kind?.id} onChoose={choices.chooseKind} />
        </>
      )}
      {step === 1 && (
        <ProjectStep
          chosen={team}
          onChoose={choices.chooseTeam}
          choices={[
            ...fits.map(({ id, model, billingAccount }) => ({ key: id, label: model.name, note: billingAccount?.name ?? t`Free Trial` })),
            ...(mayBePrivate ? [{ key: privateTeam, label: t`Private`, note: t`In no project. Only you see it.` }] : []),
          ]}
        />
      )}
      {step === 2 && team !== undefined && <OwnerStep team={team} chosen={owner} onChoose={choices.setOwner} />}
      {step === 3 && team !== undefined && (
        <PlaceStep
          uid={owner ?? me.uid}
          team={team}
          source={sourceOf(project) ?? 'own'}
          mayManage={may(project?.role, 'site.manage')}
          chosen={place}
          onChoose={choices.setPlace}
        />
      )}
    </WizardPage>
  )
}

/** All bots in one list with a search, for people who know the name. */
function CatalogueSearch({ bots, onChoose }: { readonly bots: readonly CatalogueBot[]; readonly onChoose: (bot: CatalogueBot) => void }) {
  const { t } = useLingui()
  const describe = useBotDescription()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button icon="search" onClick={() => setIsOpen(true)}>{t`All bots as a list`}</Button>
      {isOpen && (
        <Suspense>
          <LazyListPicker
            config={{
              title: t`Bot`,
              size: 'catalogue',
              items: bots.map((bot) => ({
                id: bot.id,
                label: bot.name,
                shortLabel: `${bot.name}\n${describe(bot)}`,
                searchTerms: bot.class,
              })),
            }}
            onPick={([picked]) => {
              setIsOpen(false)
              const bot = bots.find(({ id }) => id === picked?.id)
              if (bot) onChoose(bot)
            }}
            onCancel={() => setIsOpen(false)}
          />
        </Suspense>
      )}
    </>
  )
}

function DemoCheck({ demo, onChange }: { readonly demo: boolean; readonly onChange: (demo: boolean) => void }) {
  const { t } = useLingui()
  return (
    <CheckField
      label={
        <>
          {t`Demo`}
          <small>{t`Free to try: at most 5 conversations. Records are labelled demo, and you cannot use the code for a real bot later.`}</small>
        </>
      }
      checked={demo}
      onChange={() => onChange(!demo)}
    />
  )
}
