import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { AnswerOf } from '../../../contract/endpoint.ts'
import type { openExecutions } from '../../../contract/endpoints/executions.ts'
import { hoursText } from '../../../contract/rules/crew/hoursText.ts'
import { Card } from '../../ui/layout/Card.tsx'
import { LinkButton } from '../../ui/controls/LinkButton.tsx'
import * as styles from './inbox.module.css'

export type Day = AnswerOf<typeof openExecutions>['days'][number]

/** Each project's day: workers, hours, and missing answers; bars compare the projects. */
export function DaySummary({ days }: { readonly days: readonly Day[] }) {
  const { t, i18n } = useLingui()
  if (days.length === 0) return null
  const most = Math.max(1, ...days.map(({ workers }) => workers))
  return (
    <section className={styles.days} aria-label={t`The day of each project`}>
      {days.map(({ team, project, date, workers, hours, silent, answered }) => {
        const asked = answered + silent.length
        const day = i18n.date(new Date(`${date}T12:00`), { dateStyle: 'medium' })
        return (
          <Card key={`${team} ${date}`}>
            <p className={styles.where}>{day}</p>
            <h3>{project}</h3>
            <p className={styles.figures}>
              <strong>
                <Plural value={workers} one="# worker" other="# workers" />
              </strong>
              <span>{hoursText(hours)}</span>
            </p>
            <svg className={styles.bar} viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
              <rect width="100" height="8" rx="1" className={styles.barAll} />
              <rect width={(workers / most) * 100} height="8" rx="1" className={styles.barWorkers} />
            </svg>
            <p className={styles.asked}>
              <svg className={styles.dots} viewBox={`0 0 ${Math.max(1, asked)} 1`} preserveAspectRatio="none" aria-hidden="true">
                <rect width={asked} height="1" className={styles.dotsSilent} />
                <rect width={answered} height="1" className={styles.dotsAnswered} />
              </svg>
              <Trans>
                {answered} of {asked} have answered
              </Trans>
            </p>
            {silent.length > 0 && (
              <details className={styles.silent}>
                <summary>
                  <Plural value={silent.length} one="# has not answered" other="# have not answered" />
                </summary>
                <ul>
                  {silent.map((name) => (
                    <li key={name}>{name}</li>
                  ))}
                </ul>
              </details>
            )}
            <LinkButton href={`/team/${team}/log?day=${date}`} kind="quiet" icon="list">{t`Daily Log`}</LinkButton>
          </Card>
        )
      })}
    </section>
  )
}
