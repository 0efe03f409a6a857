import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { Execution, ManpowerReport } from '../../../contract/endpoints/executions.ts'
import { hoursText } from '../../../contract/rules/crew/hoursText.ts'
import { differingReports, hasSameFigures } from '../../../contract/rules/manpower/differingReports.ts'
import { hoursOf } from '../../../contract/rules/executionState.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Icon } from '../../ui/controls/Icon.tsx'
import { SiteLink } from '../../ui/controls/SiteLink.tsx'
import * as controls from '../../ui/controls/controls.module.css'
import * as styles from './review.module.css'

/** The reports of one vendor; empty if none came by form. */
export const reportsOf = ({ reports = [] }: Execution, key: string): readonly ManpowerReport[] =>
  reports.filter(({ vendor = '' }) => vendor === key)

/** "6 workers × 8 h = 48 h" */
export function Figures({ report }: { readonly report: Pick<ManpowerReport, 'worker_count' | 'worker_hours'> }) {
  const { worker_count: count = 0, worker_hours: each } = report
  const hours = hoursOf(report)
  return (
    <>
      <Plural value={count} one="# worker" other="# workers" />
      {hours !== null && each !== undefined && count > 0 && (
        <>
          {' '}
          × {hoursText(each)} = {hoursText(hours)}
        </>
      )}
    </>
  )
}

/** Returns the name of a source: the form with its sender, the text message of a contact, or the daily log. */
export function useSourceName(): (report: ManpowerReport) => string {
  const { t } = useLingui()
  return ({ source, by }) => {
    if (source === 'log') return t`In the daily log`
    if (source === 'text') return by === undefined ? t`Text message` : t`Text message of ${by}`
    return by === undefined ? t({ message: 'Form', context: 'source' }) : t`Form of ${by}`
  }
}

interface ReportsProps {
  readonly reports: readonly ManpowerReport[]
  /** The answer as the card shows it. */
  readonly shown: Pick<ManpowerReport, 'worker_count' | 'worker_hours' | 'location'>
  readonly editable: boolean
  readonly onUse: (report: ManpowerReport) => void
}

/** What each source says about the day of one vendor. */
export function Reports({ reports, shown, editable, onUse }: ReportsProps) {
  const { t, i18n } = useLingui()
  const nameOf = useSourceName()
  const isDisputed = differingReports(reports).length > 0
  if (reports.length === 0) return null
  return (
    <ul className={styles.reports} aria-label={t`Reports`} data-differ={isDisputed || undefined}>
      {reports.map((report) => {
        const { source, at, location, notes } = report
        const isShown = shown.worker_count === report.worker_count && hasSameFigures(report, shown)
        const name = nameOf(report)
        const time = i18n.date(new Date(at), { dateStyle: 'medium', timeStyle: 'short' })
        return (
          <li key={source} data-source={source}>
            <div className={styles.report}>
              <span className={styles.figures}>
                <Figures report={report} />
              </span>
              <span className={controls.hint}>
                {source === 'text' || source === 'log' ? name : <SiteLink href={`/frontend/${source}`}>{name}</SiteLink>} ·{' '}
                <time dateTime={at}>{time}</time>
              </span>
              {(location || notes) && <span className={controls.hint}>{[location, notes].filter(Boolean).join(' · ')}</span>}
            </div>
            {isDisputed && isShown && (
              <span className={styles.chosen}>
                <Icon name="check" size={18} />
                <Trans>Shown below</Trans>
              </span>
            )}
            {isDisputed && editable && !isShown && (
              <Button size="desk" onClick={() => onUse(report)} aria-label={t`Use the figures: ${name}`}>{t`Use these figures`}</Button>
            )}
          </li>
        )
      })}
    </ul>
  )
}
