import { addMinutes } from 'date-fns/addMinutes'
import { isFuture } from 'date-fns/isFuture'
import { useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import {
  type ClassStatistics,
  daysOf,
  sessionMinutes,
  type Statistics,
  type StatisticsRow,
  statisticsCells,
  statisticsCsvAddress,
} from '../../../contract/endpoints/reporting.ts'
import { hoursText } from '../../../contract/rules/crew/hoursText.ts'
import { csvName, csvOf } from '../../../contract/rules/csvOf.ts'
import { formatDate } from '../../lib/formatDate.ts'
import { useOnline } from '../../store/connectivity/useOnline.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { StackedChart } from '../../ui/chart/StackedChart.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { downloadFile } from '../../ui/downloadFile.ts'
import { LinkButton } from '../../ui/controls/LinkButton.tsx'
import { Table, type TableColumn } from '../../ui/table/Table.tsx'
import { useMetricNames } from './useMetricNames.ts'
import * as styles from './reporting.module.css'
import * as controls from '../../ui/controls/controls.module.css'

/** A report: for each class of bots its figures by group, by day if there are several days, and its lists. */
export function ReportResult({ statistics }: { readonly statistics: Statistics }) {
  const { t, i18n } = useLingui()
  const { start, end, projects, at, classes } = statistics
  const period = start === end ? formatDate(start, i18n.locale) : `${formatDate(start, i18n.locale)} – ${formatDate(end, i18n.locale)}`
  const made = i18n.date(new Date(at), { dateStyle: 'medium', timeStyle: 'short' })
  const about = projects.length === 0 ? t`All Projects` : projects.map(({ name }) => name).join(', ')
  return (
    <div className={styles.root}>
      <div className={styles.head}>
        <p className={controls.hint}>
          {period} · {about} · {t`calculated ${made}`}
        </p>
        {classes.length > 1 && <Export statistics={statistics} label={t`Export All`} />}
      </div>
      {classes.length === 0 ? (
        <EmptyState icon="clipboard" title={t`No data in this reporting period`} />
      ) : (
        classes.map((one) => <ClassReport key={one.class} statistics={statistics} one={one} />)
      )}
    </div>
  )
}

/** Figures in hours: people read hours and minutes, files have decimals. */
const inHours = new Set(['hours', 'perWorker'])

const keyOf = ({ key }: StatisticsRow) => key

function ClassReport({ statistics, one }: { readonly statistics: Statistics; readonly one: ClassStatistics }) {
  const { t, i18n } = useLingui()
  const nameOf = useMetricNames()
  const { metrics, rows, days } = one
  const groupName = { team: t`Team`, project: t`Project`, bot: t`Bot`, type: t`Bot Type` }[statistics.group]
  const columns = useMemo(
    (): TableColumn<StatisticsRow>[] => [
      { key: 'group', label: groupName, text: ({ label, note }) => (note ? `${label} (${note})` : label) },
      ...metrics
        .filter(({ type }) => type === 'number')
        .map((metric): TableColumn<StatisticsRow> => {
          const { key, precision = 0 } = metric
          const digits = { minimumFractionDigits: precision, maximumFractionDigits: precision }
          const numberOf = ({ values }: StatisticsRow) => Number(values[key] ?? 0)
          return {
            key,
            label: nameOf(metric),
            text: (row) => i18n.number(numberOf(row), digits),
            ...(inHours.has(key) && { draw: (row) => hoursText(numberOf(row)) }),
          }
        }),
    ],
    [metrics, groupName, i18n, nameOf],
  )
  const all = daysOf(statistics.start, statistics.end)
  const byDay = new Map(days.map((day) => [day.date, day]))
  const sum = (part: 'completed' | 'open' | 'expired') => days.reduce((total, day) => total + day[part], 0)
  return (
    <section className={styles.group}>
      <div className={styles.head}>
        <h2>{one.name}</h2>
        <Export statistics={statistics} botClass={one.class} label={t`Export CSV`} name={one.name} />
      </div>
      {all.length > 1 && (
        <StackedChart
          summary={t`Conversations per day: ${sum('completed')} completed, ${sum('open')} open, ${sum('expired')} expired.`}
          columnName={t`Day`}
          series={[
            { name: t`Completed`, tone: 'good' },
            { name: t({ message: 'Open', context: 'conversations' }), tone: 'second' },
            { name: t`Expired`, tone: 'bad' },
          ]}
          columns={all.map((date) => {
            const day = byDay.get(date)
            return {
              key: date,
              label: i18n.date(new Date(`${date}T12:00:00`), { month: 'short', day: 'numeric' }),
              values: [day?.completed ?? 0, day?.open ?? 0, day?.expired ?? 0],
            }
          })}
        />
      )}
      <Table
        title={one.name}
        columns={columns}
        rows={rows}
        rowKey={keyOf}
        toolbar={rows.length > 10}
        height={rows.length > 20 ? undefined : 'none'}
      />
      {metrics.map((metric) => metric.type === 'list' && <Lists key={metric.key} name={nameOf(metric)} of={metric.key} rows={rows} />)}
    </section>
  )
}

/** The entries of a list metric, by group. */
function Lists({ name, of, rows }: { readonly name: string; readonly of: string; readonly rows: readonly StatisticsRow[] }) {
  const listed = rows.flatMap(({ key, label, values }) => {
    const list = values[of]
    return typeof list === 'object' && list.length > 0 ? [{ key, label, list }] : []
  })
  if (listed.length === 0) return null
  const count = new Set(listed.flatMap(({ list }) => list)).size
  return (
    <details className={styles.list}>
      <summary>
        {name}: {count}
      </summary>
      <dl>
        {listed.map(({ key, label, list }) => (
          <div key={key}>
            <dt>{label}</dt>
            <dd>{list.join(', ')}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}

/** Exports the server's file within the hour; after it, and offline, a file made here from the shown data. */
function Export({
  statistics,
  botClass,
  label,
  name,
}: {
  readonly statistics: Statistics
  readonly botClass?: string
  readonly label: string
  readonly name?: string
}) {
  const online = useOnline()
  const fresh = isFuture(addMinutes(statistics.at, sessionMinutes - 1))
  const words = name === undefined ? label : `${label}: ${name}`
  if (online && fresh)
    return (
      <LinkButton size="desk" icon="download" href={statisticsCsvAddress(statistics.session, botClass)} download="" aria-label={words}>
        {label}
      </LinkButton>
    )
  const give = () => {
    const classes = statistics.classes.filter((one) => botClass === undefined || one.class === botClass)
    const file = new Blob([csvOf(statisticsCells({ ...statistics, classes }))], { type: 'text/csv' })
    downloadFile(file, csvName(`report ${statistics.start} ${statistics.end} ${name ?? ''}`))
  }
  return (
    <Button size="desk" icon="download" onClick={give} aria-label={words}>
      {label}
    </Button>
  )
}
