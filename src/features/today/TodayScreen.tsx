import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { getMe, type MyTeam } from '../../../contract/endpoints/sign-in.ts'
import { dayIn } from '../../../contract/rules/dayIn.ts'
import { useCached } from '../../store/queries/cached.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { FailedState } from '../../ui/feedback/FailedState.tsx'
import { LinkButton } from '../../ui/controls/LinkButton.tsx'
import { Page } from '../../ui/layout/Page.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { type TodayLine, TodaySection } from './TodaySection.tsx'
import { type Today, useToday } from './useToday.ts'
import * as styles from './today.module.css'

/** Lines of one section; the screen behind it has all. */
const mostLines = 6

/** A manager's day: who is on site, what is missing or late, open hazards, answers to review, silent devices. */
export function TodayScreen() {
  const { t, i18n } = useLingui()
  const today = useToday()
  const { work, onSite, answers, devices } = today
  const { data: me } = useCached(getMe)
  const all = [work, onSite, answers, devices]
  const isKnown = all.some(({ data }) => data !== undefined)
  const failed = isKnown ? undefined : all.find(({ state }) => state === 'failed')
  const day = i18n.date(new Date(`${dayOfAll(me?.teams)}T12:00`), { weekday: 'long', month: 'long', day: 'numeric' })
  return (
    <Page title={t`Today`} width="desk" lead={day}>
      {failed && <FailedState error={failed.error} onRetry={today.refresh} />}
      {!failed && !isKnown && <Skeleton rows={6} />}
      {isKnown && work.data?.hasNoBots === true && <NothingYet hasProjects={(me?.teams.length ?? 0) > 0} />}
      {today.rollCalls.length > 0 && <RollCalls today={today} />}
      {isKnown && work.data?.hasNoBots !== true && (
        <div className={styles.grid}>
          <OnSite today={today} />
          <Hazards today={today} />
          <Reviews today={today} />
          <Missing today={today} />
          <Devices today={today} />
        </div>
      )}
    </Page>
  )
}

/** Today in the time zone of all projects; in that of the device if they differ. */
function dayOfAll(teams: readonly MyTeam[] = []): string {
  const zones = new Set(teams.map(({ zone }) => zone))
  return dayIn(zones.size === 1 ? [...zones][0] : undefined, Date.now())
}

/** Before everything else: a roll call that runs. */
function RollCalls({ today: { rollCalls, work } }: { readonly today: Today }) {
  const { t, i18n } = useLingui()
  const lines = rollCalls.map(({ team, project, drill, at, by }): TodayLine => {
    const when = i18n.date(new Date(at), { hour: 'numeric', minute: '2-digit' })
    return {
      key: team,
      href: `/onsite/${team}/muster`,
      title: drill ? t`Drill in progress: join` : t`Muster in progress: join`,
      note: [project, by === undefined ? t`Started ${when}` : t`Started ${when} by ${by}`].filter(Boolean).join(' · '),
      urgent: true,
    }
  })
  return (
    <div className={styles.grid}>
      <TodaySection
        icon="alert"
        title={t`Roll calls`}
        count={rollCalls.length}
        none=""
        cached={{ ...work, data: rollCalls }}
        lines={lines}
      />
    </div>
  )
}

/** A company without bots: what it does first. */
function NothingYet({ hasProjects }: { readonly hasProjects: boolean }) {
  const { t } = useLingui()
  if (!hasProjects)
    return (
      <EmptyState
        icon="hardHat"
        title={t`Welcome`}
        action={<LinkButton kind="primary" icon="plus" href="/teams?create=true">{t`Create Project`}</LinkButton>}
      >
        <Trans>Create your first project. Then its people, hazards and answers appear here.</Trans>
      </EmptyState>
    )
  return (
    <EmptyState
      icon="clock"
      title={t`Nothing to see yet`}
      action={
        <span className={styles.actions}>
          <LinkButton kind="primary" icon="plus" href="/automation/add">{t`Create QR Code`}</LinkButton>
          <LinkButton icon="share" href="/automation/copy">{t`Copy Bots`}</LinkButton>
        </span>
      }
    >
      <Trans>Add a bot to a project first. It collects sign-ins, hazards or manpower, and today’s appear here.</Trans>
    </EmptyState>
  )
}

const withMore = (lines: readonly TodayLine[], href: string, label: string) => ({
  lines: lines.slice(0, mostLines),
  more: lines.length > mostLines ? { href, label } : undefined,
})

function OnSite({ today: { onSite } }: { readonly today: Today }) {
  const { t } = useLingui()
  const projects = onSite.data?.projects ?? []
  const people = projects.reduce((sum, project) => sum + project.onSite, 0)
  const more = onSite.data?.next === undefined ? '' : '+'
  const lines = projects.map(({ team, name, onSite: count, overdue }): TodayLine => {
    const late = plural(overdue, { one: '# person is here longer than a shift', other: '# people are here longer than a shift' })
    return {
      key: team,
      href: `/onsite/${team}`,
      title: name,
      note: [plural(count, { one: '# person on site', other: '# people on site' }), overdue > 0 ? late : ''].filter(Boolean).join(' · '),
      urgent: overdue > 0,
    }
  })
  return (
    <TodaySection
      icon="people"
      title={t`On site now`}
      count={`${people}${more}`}
      none={t`None of your projects has a gate`}
      cached={onSite}
      {...withMore(lines, '/onsite', t`All projects`)}
    />
  )
}

function Hazards({ today: { work } }: { readonly today: Today }) {
  const { t, i18n } = useLingui()
  const hazards = work.data?.hazards ?? []
  const lines = hazards.map(({ path, title, location, project, at }): TodayLine => {
    const when = i18n.date(new Date(at), { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' })
    return { key: path, href: `/frontend/${path}`, title, note: [location, project, when].filter(Boolean).join(' · '), urgent: true }
  })
  const form = hazards[0]?.path.split('/')[1] ?? ''
  return (
    <TodaySection
      icon="alert"
      title={t`Open hazards`}
      count={`${hazards.length}${work.data?.moreHazards ? '+' : ''}`}
      none={t`Every reported hazard is made safe`}
      cached={work}
      {...withMore(lines, `/frontend/arrived/${form}`, t`All hazard reports`)}
    />
  )
}

function Reviews({ today: { work, answers, decisions } }: { readonly today: Today }) {
  const { t } = useLingui()
  const permits = (work.data?.permits ?? []).map(
    ({ form, title, project, count }): TodayLine => ({
      key: form,
      href: `/frontend/arrived/${form}`,
      title,
      note: [plural(count, { one: '# permit waits for a decision', other: '# permits wait for a decision' }), project].join(' · '),
      urgent: true,
    }),
  )
  const lines = decisions.map(
    ({ key, bot, title, project, botTitle }): TodayLine => ({
      key,
      href: `/automation/${bot}/execution/${key}`,
      title,
      note: [botTitle, project].filter(Boolean).join(' · '),
    }),
  )
  const waiting = (work.data?.permits ?? []).reduce((sum, { count }) => sum + count, decisions.length)
  return (
    <TodaySection
      icon="clipboard"
      title={t`Answers to review`}
      count={waiting}
      none={t`All decided`}
      cached={answers.data === undefined ? work : answers}
      {...withMore([...permits, ...lines], '/review', t`All answers`)}
    />
  )
}

function Missing({ today: { work, answers, missing } }: { readonly today: Today }) {
  const { t, i18n } = useLingui()
  const lines = missing.flatMap(({ team, project, date, silent }): TodayLine[] => {
    const count = silent.length
    const day = i18n.date(new Date(`${date}T12:00`), { weekday: 'short', month: 'short', day: 'numeric' })
    return [
      {
        key: `${team} ${date}`,
        href: `/team/${team}/log?day=${date}`,
        title: plural(count, { one: '# has not answered', other: '# have not answered' }),
        note: [silent.slice(0, 4).join(', ') + (count > 4 ? ' …' : ''), project, day].join(' · '),
      },
    ]
  })
  const late = (work.data?.late ?? []).map(
    ({ form, title, project, count }): TodayLine => ({
      key: form,
      href: `/frontend/arrived/${form}`,
      title,
      note: [plural(count, { one: '# save arrived late', other: '# saves arrived late' }), project].join(' · '),
    }),
  )
  const count = [...missing.map(({ silent }) => silent.length), ...(work.data?.late ?? []).map((one) => one.count)]
  return (
    <TodaySection
      icon="clock"
      title={t`Missing or late`}
      count={count.reduce((sum, one) => sum + one, 0)}
      none={t`Nothing is missing`}
      cached={answers.data === undefined ? work : answers}
      {...withMore([...lines, ...late], '/review', t`All answers`)}
    />
  )
}

function Devices({ today: { devices, silent, kiosks } }: { readonly today: Today }) {
  const { t, i18n } = useLingui()
  const moment = (at: string) => i18n.date(new Date(at), { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' })
  const lines = silent.map(({ key, name, lastPing, billingAccount }): TodayLine => {
    const when = moment(lastPing)
    return { key, href: `/devices/${key}`, title: name, note: [t`Last report ${when}`, billingAccount.name].join(' · ') }
  })
  const paired = kiosks.map(({ uid, bot, deviceCode, project, lastSeen, silent: isSilent, unsent }): TodayLine => {
    const when = moment(lastSeen)
    const count = unsent?.count ?? 0
    // A silent kiosk may have saved since it was last seen, so its number has the time of its report.
    const waited = plural(count, { one: `Last seen ${when} with # unsent save`, other: `Last seen ${when} with # unsent saves` })
    const state = count > 0 ? waited : t`Last seen ${when}`
    const waits = count > 0 && plural(count, { one: '# save waits', other: '# saves wait' })
    return {
      key: uid,
      href: `/automation/${bot.id}/kiosk`,
      title: `${bot.title} (${deviceCode})`,
      note: [...(isSilent ? [state] : [t`Online`, waits]), project].filter(Boolean).join(' · '),
    }
  })
  const count = silent.length + kiosks.filter((kiosk) => kiosk.silent).length
  return (
    <TodaySection
      icon="device"
      title={t`Devices and kiosks`}
      count={plural(count, { one: '# silent', other: '# silent' })}
      none={devices.data?.devices.length === 0 ? t`No device is registered yet` : t`Every device reports`}
      cached={devices}
      {...withMore([...lines, ...paired], '/devices', t`All devices`)}
    />
  )
}
