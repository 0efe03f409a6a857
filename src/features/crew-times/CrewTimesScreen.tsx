import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useParams, useRouter, useSearch } from '@tanstack/react-router'
import { useEffect, useMemo, useState } from 'react'
import type { CrewTime } from '../../../contract/rules/crew/crewTimes.ts'
import { csvName, csvOf } from '../../../contract/rules/csvOf.ts'
import { dayOf, daysLater, isDay } from '../../../contract/rules/daysLater.ts'
import { durationText } from '../../../contract/rules/crew/durationText.ts'
import { inZone } from '../../../contract/rules/inZone.ts'
import { matchesWords } from '../../../contract/rules/search/matchesWords.ts'
import { useProjectToday } from '../../store/queries/useProjectToday.ts'
import { Answered } from '../../tables/Answered.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { downloadFile } from '../../ui/downloadFile.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { LinkButton } from '../../ui/controls/LinkButton.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { Page } from '../../ui/layout/Page.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { TextField } from '../../ui/controls/TextField.tsx'
import { CorrectionDialog } from './CorrectionDialog.tsx'
import { CrewList } from './CrewList.tsx'
import { RulesDialog } from './RulesDialog.tsx'
import { clockOf } from './timeTexts.ts'
import { type CrewTimes, useCrewTimes } from './useCrewTimes.ts'
import * as styles from './crewTimes.module.css'

/** In, out, break and hours of everyone on site on a day, with the corrections of the project. */
export function CrewTimesScreen() {
  const { t } = useLingui()
  const { team } = useParams({ from: '/console/onsite/$team/times' })
  const { day } = useSearch({ from: '/console/onsite/$team/times' })
  const today = useProjectToday(team)
  const shown = isDay(day) ? day : today
  if (shown === undefined || today === undefined)
    return (
      <Page title={t`Crew times`}>
        <Skeleton rows={6} />
      </Page>
    )
  return <DayOfCrew key={`${team} ${shown}`} team={team} day={shown} today={today} />
}

interface DayBarProps {
  readonly team: string
  readonly day: string
  /** Today in the time zone of the project. */
  readonly today: string
}

/** The current time, each minute: hours of people on site grow. */
function useMinute(): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 60_000)
    return () => clearInterval(timer)
  }, [])
  return now
}

function DayOfCrew({ team, day, today }: DayBarProps) {
  const { t } = useLingui()
  const crew = useCrewTimes(team, day, useMinute())
  const [query, setQuery] = useState('')
  const [editing, setEditing] = useState<CrewTime | 'new' | 'rules'>()
  const { server, times, rules } = crew
  const { data } = server
  const close = () => setEditing(undefined)
  const shown = useMemo(() => times.filter(({ who }) => matchesWords(query, `${who.name} ${who.company ?? ''}`)), [times, query])
  return (
    <Page title={t`Crew times`} lead={data?.name}>
      <DayBar team={team} day={day} today={today} />
      <Answered cached={server}>
        {({ more, zone, mayEdit, name, mayChangeRules }) => (
          <>
            {more && (
              <Notice level="warning">
                <Trans>There are more sign-ins than this screen can show. The oldest are left out.</Trans>
              </Notice>
            )}
            {times.length > 0 && <Totals times={shown} />}
            {times.length > 8 && (
              <TextField
                type="search"
                aria-label={t`Name or company`}
                placeholder={t`Name or company`}
                autoComplete="off"
                value={query}
                onChange={(event) => setQuery(event.target.value)}
              />
            )}
            {times.length === 0 ? (
              <EmptyState icon="clock" title={t`No times on this day`}>
                <Trans>People appear here when they sign in at a gate of this project.</Trans>
              </EmptyState>
            ) : (
              <CrewList times={shown} zone={zone} onEdit={mayEdit ? setEditing : undefined} />
            )}
            <Actions crew={crew} shown={shown} team={team} day={day} onOpen={setEditing} />
            {editing === 'rules' && mayChangeRules && <RulesDialog team={team} project={name} rules={rules} onClose={close} />}
            {editing !== undefined && editing !== 'rules' && (
              <CorrectionDialog
                team={team}
                day={day}
                zone={zone}
                time={editing === 'new' ? undefined : editing}
                needsReason={rules.reason}
                onClose={close}
              />
            )}
          </>
        )}
      </Answered>
    </Page>
  )
}

function DayBar({ team, day, today }: DayBarProps) {
  const { t } = useLingui()
  const router = useRouter()
  const go = (to: string) => void router.navigate({ href: `/onsite/${team}/times?day=${to}`, replace: true })
  return (
    <div className={styles.days}>
      <IconButton icon="back" label={t`Day before`} onClick={() => go(daysLater(day, -1))} />
      <TextField
        type="date"
        aria-label={t`Day`}
        max={today}
        value={day}
        onChange={({ target }) => {
          if (isDay(target.value)) go(target.value)
        }}
      />
      <IconButton icon="chevronRight" label={t`Next day`} disabled={day >= today} onClick={() => go(daysLater(day, 1))} />
    </div>
  )
}

function Totals({ times }: { readonly times: readonly CrewTime[] }) {
  const total = durationText(times.reduce((sum, { minutes = 0 }) => sum + minutes, 0))
  const unknown = times.filter(({ state }) => state === 'noSignOut').length
  return (
    <p className={styles.totals} role="status">
      <strong>
        <Plural value={times.length} one="# person" other="# people" />
      </strong>
      <span>
        <Trans>{total} in total</Trans>
      </span>
      {unknown > 0 && (
        <span data-level="warning">
          <Plural value={unknown} one="# without a sign-out" other="# without a sign-out" />
        </span>
      )}
    </p>
  )
}

interface ActionsProps {
  readonly crew: CrewTimes
  readonly shown: readonly CrewTime[]
  readonly team: string
  readonly day: string
  readonly onOpen: (what: 'new' | 'rules') => void
}

function Actions({ crew: { server }, shown, team, day, onOpen }: ActionsProps) {
  const { t } = useLingui()
  const { data } = server
  const download = () => {
    const head = [t`Name`, t`Company`, t`Day`, t`In`, t`Out`, t`Break (minutes)`, t`Time`, t`Hours (decimal)`, t`Corrected by`, t`Reason`]
    const rows = shown.map(({ who, in: from, out, breakMinutes, minutes, correction }) => [
      who.name,
      who.company ?? '',
      dayOf(inZone(data?.zone, from)),
      clockOf(from, data?.zone),
      out === undefined ? '' : clockOf(out, data?.zone),
      String(breakMinutes),
      minutes === undefined ? '' : durationText(minutes),
      minutes === undefined ? '' : (minutes / 60).toFixed(2),
      correction ? (correction.byName ?? t`Someone`) : '',
      correction?.reason ?? '',
    ])
    downloadFile(
      new Blob([csvOf([head, ...rows])], { type: 'text/csv;charset=utf-8' }),
      csvName(`${t`Crew times`} ${data?.name ?? ''} ${day}`),
    )
  }
  return (
    <div className={styles.actions}>
      {data?.mayEdit && <Button icon="plus" onClick={() => onOpen('new')}>{t`Add a person`}</Button>}
      <Button icon="download" disabled={shown.length === 0} onClick={download}>{t`CSV`}</Button>
      {data?.mayChangeRules && <Button kind="quiet" icon="clock" onClick={() => onOpen('rules')}>{t`Time rules`}</Button>}
      <LinkButton kind="quiet" href={`/onsite/${team}`} icon="people">{t`On site now`}</LinkButton>
    </div>
  )
}
