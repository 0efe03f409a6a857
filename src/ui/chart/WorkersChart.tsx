import { useLingui } from '@lingui/react/macro'
import { StackedChart } from './StackedChart.tsx'
import * as controls from '../controls/controls.module.css'

interface WorkersDay {
  /** `yyyy-MM-dd`. */
  readonly today: string
  readonly supervisory_workers: number
  readonly people: number
}

/**
 * Workers per day, stacked as Foremen / Supers and Other (spec/2 §2), of one project or of all projects of a
 * billing account.
 */
export function WorkersChart({ daily }: { readonly daily: readonly WorkersDay[] }) {
  const { t, i18n } = useLingui()
  const say = (date: string) => i18n.date(new Date(`${date}T12:00:00`), { month: 'short', day: 'numeric' })
  const busiest = daily.reduce<WorkersDay | undefined>((best, day) => (day.people > (best?.people ?? 0) ? day : best), undefined)
  if (!busiest) return <p className={controls.hint}>{t`No workers in the last 30 days.`}</p>
  return (
    <StackedChart
      summary={t`Workers per day, last 30 days. Most on ${say(busiest.today)}: ${busiest.people}.`}
      columnName={t`Day`}
      series={[
        { name: t`Foremen / Supers`, tone: 'first' },
        { name: t`Other`, tone: 'second' },
      ]}
      columns={daily.map(({ today, supervisory_workers, people }) => ({
        key: today,
        label: say(today),
        values: [supervisory_workers, Math.max(0, people - supervisory_workers)],
      }))}
    />
  )
}
