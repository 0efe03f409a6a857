import { Trans, useLingui } from '@lingui/react/macro'
import { useLocation, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { type CloneLine, type CloneResult, cloneBots } from '../../../../contract/endpoints/botEditor.ts'
import { type BotRow, listTeamBots } from '../../../../contract/endpoints/bots.ts'
import { isExternal, listProjects, type Project, projectsToPick } from '../../../../contract/endpoints/projects.ts'
import { may } from '../../../../contract/rules/permissions.ts'
import { getMe } from '../../../../contract/endpoints/sign-in.ts'
import { type Cached, useCached } from '../../../store/queries/cached.ts'
import { useOnline } from '../../../store/connectivity/useOnline.ts'
import { ask } from '../../../sync/ask.ts'
import { Answered } from '../../../tables/Answered.tsx'
import { Button } from '../../../ui/controls/Button.tsx'
import { CheckField } from '../../../ui/controls/CheckField.tsx'
import { FailedState } from '../../../ui/feedback/FailedState.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { OfflineCopy } from '../../../ui/feedback/OfflineCopy.tsx'
import { Page } from '../../../ui/layout/Page.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { CloneLog } from './CloneLog.tsx'
import { ProjectStep } from './ProjectStep.tsx'
import { OwnerStep, type PickedPlace, PlaceStep, usable } from './PlaceStep.tsx'
import { WizardPage } from './WizardPage.tsx'
import * as botsStyles from '../bots.module.css'

const templatesQuery = { ...projectsToPick, template: 'true' }

/**
 * Copy Bots (spec/3 §2.5): source project, bots, target project, owner, site; then the effects, and the copy.
 */
export function CopyWizardScreen() {
  const { t } = useLingui()
  const { pathname }: { readonly pathname: string } = useLocation()
  const given = /^\/team\/([^/]+)\//.exec(pathname)?.[1]
  const me = useCached(getMe)
  const projects = useCached(listProjects, undefined, projectsToPick)
  const templates = useCached(listProjects, undefined, templatesQuery)
  const missing = [me, projects, templates].find(({ data }) => data === undefined)
  if (missing || !me.data || !projects.data || !templates.data)
    return (
      <Page title={t`Copy Bots`} width="desk">
        {missing && <Answered cached={missing as Cached<unknown>}>{() => <Skeleton rows={4} />}</Answered>}
      </Page>
    )
  const all = projects.data.teams
  const own = all.filter(({ id }) => !templates.data?.teams.some((template) => template.id === id))
  return (
    <Wizard
      key={pathname}
      given={given}
      uid={me.data.uid}
      own={own}
      templates={templates.data.teams}
      all={all}
      asOf={projects.stale ? projects.fetchedAt : undefined}
    />
  )
}

const isAttendance = ({ class: botClass }: BotRow) => botClass.startsWith('attendance')

interface WizardProps {
  /** Source project of the address. */
  readonly given: string | undefined
  readonly uid: string
  readonly own: readonly Project[]
  readonly templates: readonly Project[]
  readonly all: readonly Project[]
  /** When the server gave this answer, ms, if it can't be reached now. */
  readonly asOf: number | undefined
}

/** What the person has chosen. A new project of the bots, or for them, clears what depends on it. */
function useChoices({ given, own, templates }: WizardProps) {
  const known = [...own, ...templates].some(({ id }) => id === given)
  const [source, setSource] = useState(known ? given : undefined)
  const [bots, setBots] = useState<readonly BotRow[]>([])
  const [to, setTo] = useState<string>()
  const [owner, setOwner] = useState<string>()
  const [place, setPlace] = useState<PickedPlace>()
  const chooseSource = (id: string) => {
    setSource(id)
    setBots([])
  }
  const chooseDestination = (id: string) => {
    setTo(id)
    setOwner(undefined)
    setPlace(undefined)
  }
  return { known, source, bots, to, owner, place, chooseSource, setBots, chooseDestination, setOwner, setPlace }
}

type Choices = ReturnType<typeof useChoices>

/** Asks the server what a copy would do, and copies. `checked` is its last answer. */
function useCopy({ source, to, bots, owner, place }: Choices) {
  const router = useRouter()
  const [checked, setChecked] = useState<CloneResult['model']>()
  const [failed, setFailed] = useState<string>()
  const [agreed, setAgreed] = useState(false)

  const order = (validateOnly: boolean, parent?: string) => ({
    validateOnly,
    sourceTeam: source ?? '',
    destinationTeam: to ?? '',
    bots: bots.map(({ id }) => id),
    owner: owner ?? '',
    project: place?.id || null,
    ...(parent !== undefined && { parent }),
  })
  const clearCheck = () => {
    setChecked(undefined)
    setFailed(undefined)
    setAgreed(false)
  }
  const validate = async () => {
    clearCheck()
    try {
      setChecked((await ask(cloneBots, undefined, order(true))).model)
    } catch (error) {
      setFailed(error instanceof Error ? error.message : '')
    }
  }
  const copy = async (configure?: string) => {
    try {
      const { model } = await ask(cloneBots, undefined, order(false, configure))
      setChecked(model)
      if (model.status === 'success')
        void router.navigate({ href: configure === undefined ? `/team/${to}/automations` : `/automation/${configure}` })
    } catch (error) {
      setFailed(error instanceof Error ? error.message : '')
    }
  }
  const warned = checked?.log.some(({ level }) => level === 'warning') === true
  const isAllowed = checked?.status === 'success' && (!warned || agreed)
  return { checked, failed, agreed, setAgreed, isAllowed, clearCheck, validate, copy }
}

type Copying = ReturnType<typeof useCopy>

/** The system of the destination project, and whether this person may add sites to it. */
function destinationOf(all: readonly Project[], to: string | undefined) {
  const project = all.find(({ id }) => id === to)
  return { system: project?.model.source ?? ('own' as const), mayManage: may(project?.role, 'site.manage') }
}

const isChosen = ({ source, bots, to, owner, place }: Choices, step: number) =>
  [source, bots.length > 0 || undefined, to, owner, place][step] !== undefined

function Wizard(props: WizardProps) {
  const { uid, all, asOf } = props
  const { t } = useLingui()
  const router = useRouter()
  const online = useOnline()
  const choices = useChoices(props)
  const { known, bots, to, owner, place } = choices
  const copying = useCopy(choices)
  const [step, setStep] = useState(known ? 1 : 0)
  const { system, mayManage } = destinationOf(all, to)
  const steps = [t`Source Project`, t`Bots`, t`Destination Project`, t`Owner`, isExternal(system) ? t`Project` : t`Site`, t`Validate`]
  const mayGoOn = isChosen(choices, step) && (step < 4 || online)
  const back = () => {
    if (step === 5) copying.clearCheck()
    if (step === 0) router.history.back()
    else setStep(step - 1)
  }
  const onNext = async () => {
    setStep(step + 1)
    if (step === 4) await copying.validate()
  }

  return (
    <WizardPage
      title={t`Copy Bots`}
      steps={steps}
      step={step}
      onBack={back}
      next={
        step < 5 ? (
          <Button kind="primary" disabled={!mayGoOn} onClick={onNext}>{t`Next`}</Button>
        ) : (
          <CopyButtons bots={bots} to={to} online={online} copying={copying} />
        )
      }
    >
      <OfflineCopy at={asOf} />
      {!online && (
        <Notice level="warning">
          <Trans>Copying needs a connection: the server checks first what would happen.</Trans>
        </Notice>
      )}
      {step < 3 && <ProjectsAndBots step={step} choices={choices} projects={props} />}
      {step === 3 && to !== undefined && <OwnerStep team={to} chosen={owner} onChoose={choices.setOwner} />}
      {step === 4 && to !== undefined && (
        <PlaceStep uid={uid} team={to} source={system} mayManage={mayManage} chosen={place} onChoose={choices.setPlace} />
      )}
      {step === 5 && <Validation copying={copying} />}
    </WizardPage>
  )
}

interface CopyButtonsProps {
  readonly bots: readonly BotRow[]
  readonly to: string | undefined
  readonly online: boolean
  readonly copying: Copying
}

function CopyButtons({ bots, to, online, copying: { isAllowed, copy } }: CopyButtonsProps) {
  const { t } = useLingui()
  const disabled = !online || !isAllowed
  return (
    <>
      {to !== undefined && <CopyAndConfigure bots={bots} to={to} disabled={disabled} onCopy={copy} />}
      <Button kind="primary" disabled={disabled} onClick={() => copy()}>{t`Copy`}</Button>
    </>
  )
}

interface ProjectsAndBotsProps {
  readonly step: number
  readonly choices: Choices
  readonly projects: Pick<WizardProps, 'own' | 'templates' | 'all'>
}

/** The first three steps: from where, what, and to where. */
function ProjectsAndBots({ step, choices, projects: { own, templates, all } }: ProjectsAndBotsProps) {
  const { t } = useLingui()
  const { source, bots, to } = choices
  if (step === 0)
    return (
      <ProjectStep
        key="source"
        chosen={source}
        onChoose={choices.chooseSource}
        choices={[
          ...own.map((project) => ({ project, note: project.billingAccount?.name ?? t`Free Trial` })),
          ...templates.map((project) => ({ project, note: t`Template` })),
        ].map(({ project, note }) => ({ key: project.id, label: project.model.name, note }))}
      />
    )
  if (step === 1) return source === undefined ? null : <BotsStep source={source} chosen={bots} onChoose={choices.setBots} />
  return (
    <ProjectStep
      key="destination"
      chosen={to}
      onChoose={choices.chooseDestination}
      choices={usable(all)
        .filter(({ id }) => id !== source)
        .map(({ id, model, billingAccount }) => ({ key: id, label: model.name, note: billingAccount?.name ?? t`Free Trial` }))}
    />
  )
}

function Validation({ copying: { checked, failed, agreed, setAgreed, validate } }: { readonly copying: Copying }) {
  if (failed !== undefined) return <FailedState error={{ message: failed }} onRetry={validate} />
  return <Checked checked={checked} agreed={agreed} onAgree={setAgreed} />
}

function BotsStep({
  source,
  chosen,
  onChoose,
}: {
  readonly source: string
  readonly chosen: readonly BotRow[]
  readonly onChoose: (bots: readonly BotRow[]) => void
}) {
  const { t } = useLingui()
  const cached = useCached(listTeamBots, { teamId: source }, { archived: 'false' })
  const ids = new Set(chosen.map(({ id }) => id))
  return (
    <Answered cached={cached}>
      {({ bots }) =>
        bots.length === 0 ? (
          <p role="status">{t`This project has no bots.`}</p>
        ) : (
          <fieldset className={botsStyles.choices}>
            <legend>{t`Bots`}</legend>
            <CheckField label={t`All`} checked={ids.size === bots.length} onChange={() => onChoose(ids.size === bots.length ? [] : bots)} />
            {bots.map((bot) => {
              const { id, title, triggeredBy, site } = bot
              const under = triggeredBy?.title ?? ''
              return (
                <CheckField
                  key={id}
                  label={
                    <>
                      {title}
                      <small>{triggeredBy ? t`Started by ${under}` : (site ?? '')}</small>
                    </>
                  }
                  checked={ids.has(id)}
                  onChange={() => onChoose(bots.filter((each) => (each.id === id ? !ids.has(id) : ids.has(each.id))))}
                />
              )
            })}
          </fieldset>
        )
      }
    </Answered>
  )
}

/**
 * A single bot that another bot starts is attached to the only attendance bot of the target project, if there
 * is exactly one (OQ-156).
 */
function CopyAndConfigure({
  bots,
  to,
  disabled,
  onCopy,
}: {
  readonly bots: readonly BotRow[]
  readonly to: string
  readonly disabled: boolean
  readonly onCopy: (attendance: string) => Promise<void>
}) {
  const { t } = useLingui()
  const { data } = useCached(listTeamBots, { teamId: to }, { archived: 'false' })
  const gates = (data?.bots ?? []).filter(isAttendance)
  const [gate] = gates
  if (bots.length !== 1 || bots[0]?.triggeredBy === undefined || gates.length !== 1 || !gate) return null
  return <Button disabled={disabled} onClick={() => onCopy(gate.id)}>{t`Copy & Configure`}</Button>
}

function Checked({
  checked,
  agreed,
  onAgree,
}: {
  readonly checked: { readonly status: string; readonly log: readonly CloneLine[] } | undefined
  readonly agreed: boolean
  readonly onAgree: (agreed: boolean) => void
}) {
  const { t } = useLingui()
  if (!checked) return <Skeleton rows={4} height="3rem" />
  const warned = checked.log.some(({ level }) => level === 'warning')
  return (
    <>
      <CloneLog log={checked.log} />
      {checked.status !== 'success' ? <Notice level="error">{t`Can not copy see errors above`}</Notice> : null}
      {checked.status === 'success' && warned ? (
        <CheckField label={t`I have read the warnings`} checked={agreed} onChange={() => onAgree(!agreed)} />
      ) : null}
    </>
  )
}
