import { useLingui } from '@lingui/react/macro'
import type { CrewTime } from '../../../contract/rules/crew/crewTimes.ts'
import { durationText } from '../../../contract/rules/crew/durationText.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import * as styles from './crewTimes.module.css'

interface CrewListProps {
  /** Sorted by company. */
  readonly times: readonly CrewTime[]
  readonly zone: string | undefined
  /** Absent for people who may not correct times. */
  readonly onEdit: ((time: CrewTime) => void) | undefined
}

/** The people of each company with their times. */
export function CrewList({ times, zone, onEdit }: CrewListProps) {
  const { t } = useLingui()
  if (times.length === 0) return <EmptyState icon="search" title={t`No people match`} />
  const companies = new Map<string, CrewTime[]>()
  for (const time of times) {
    const company = time.who.company ?? ''
    companies.set(company, [...(companies.get(company) ?? []), time])
  }
  return [...companies].map(([company, own]) => {
    const total = durationText(own.reduce((sum, { minutes = 0 }) => sum + minutes, 0))
    return (
      <Card key={company} padding="none">
        <h2 className={styles.company}>
          <span>{company || t`No company given`}</span>
          <span>{total}</span>
        </h2>
        <ul className={styles.people}>
          {own.map((time) => (
            <Person key={time.key} time={time} zone={zone} onEdit={onEdit} />
          ))}
        </ul>
      </Card>
    )
  })
}

function Person({ time, zone, onEdit }: { readonly time: CrewTime } & Pick<CrewListProps, 'zone' | 'onEdit'>) {
  const { t, i18n } = useLingui()
  const { who, in: from, out, breakMinutes, minutes, state, correction } = time
  const clock = (at: number) => i18n.date(new Date(at), { hour: 'numeric', minute: '2-digit', ...(zone && { timeZone: zone }) })
  const pause = durationText(breakMinutes)
  const words = { onSite: t`on site`, noSignOut: t`no sign-out`, left: out === undefined ? '' : clock(out) }
  const { name } = who
  return (
    <li className={styles.person} data-person={name}>
      <span>
        <span className={styles.name}>{name}</span>
        <span className={styles.note}>
          {[`${clock(from)} – ${words[state]}`, breakMinutes > 0 ? t`break ${pause}` : ''].filter(Boolean).join(' · ')}
        </span>
        {correction && (
          <span className={styles.note}>
            {correction.byName ? t`Corrected by ${correction.byName}` : t`Corrected`}
            {correction.reason && `: ${correction.reason}`}
            {correction.waits && ` · ${t`not sent yet`}`}
          </span>
        )}
      </span>
      <span className={styles.hours} data-level={state === 'noSignOut' ? 'warning' : undefined}>
        {minutes === undefined ? '–' : durationText(minutes)}
      </span>
      {onEdit && (
        <Button kind="quiet" size="desk" aria-label={t`Edit the times of ${name}`} onClick={() => onEdit(time)}>
          {t`Edit`}
        </Button>
      )}
    </li>
  )
}
