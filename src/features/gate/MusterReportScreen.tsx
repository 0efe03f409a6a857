import { dayOf } from '../../../contract/rules/daysLater.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { useParams } from '@tanstack/react-router'
import { useMemo } from 'react'
import { rollOf } from '../../../contract/endpoints/muster.ts'
import { fileName } from '../../../contract/rules/fileName.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { FailedState } from '../../ui/feedback/FailedState.tsx'
import { downloadFile } from '../../ui/downloadFile.ts'
import { LinkButton } from '../../ui/controls/LinkButton.tsx'
import { Page } from '../../ui/layout/Page.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { AsOf } from './AsOf.tsx'
import { musterReport, reportPdf } from './musterReport.ts'
import { type Musters, useMusters } from './useMusters.ts'
import { useServerNow } from './useServerNow.ts'
import { usePresence } from './usePresence.ts'
import * as styles from './gate.module.css'
import * as fieldsStyles from '../../fields/fields.module.css'

/** The report of a roll call, to read, print and store. Works offline, from the data on the device. */
export function MusterReportScreen() {
  const { team, muster: id } = useParams({ from: '/console/onsite/$team/muster/$muster' })
  const { t, i18n } = useLingui()
  const now = useServerNow()
  const { all, fetchedAt, stale, unsent, loading, trouble, refresh } = useMusters(team, now)
  const { server, events, timezones, sites, same } = usePresence(team, now)
  const muster = all.find(({ ids }) => ids.includes(id))
  const project = server.data?.name ?? ''
  const site = sites.find((one) => one.id === muster?.site)?.name ?? ''
  const report = useMemo(
    () => muster && musterReport(i18n, { muster, roll: rollOf({ muster, attendance: events, timezones, now, same }), project, site, now }),
    [i18n, muster, events, timezones, project, site, now, same],
  )
  if (!report)
    return (
      <Page title={t`Report`}>
        <NoReport loading={loading} trouble={trouble} refresh={refresh} />
      </Page>
    )
  const download = () => {
    const bytes = reportPdf(report, (page, pages) => t`Page ${page} of ${pages}`)
    const day = dayOf(new Date(muster?.startedAt ?? now))
    downloadFile(new Blob([bytes], { type: 'application/pdf' }), fileName(`${report.title} ${day}`, 'pdf'))
  }
  return (
    <Page title={report.title} lead={project}>
      <div className={`${styles.report} ${styles.muster}`} style={{ display: 'grid', gap: '1.25rem' }}>
        <div className={`${styles.chips} ${styles.noPrint}`}>
          <Button kind="primary" icon="download" onClick={download}>{t`PDF`}</Button>
          <Button icon="file" onClick={() => window.print()}>{t`Print`}</Button>
          <LinkButton href={`/onsite/${team}/muster`} icon="back" kind="quiet">{t`Roll calls`}</LinkButton>
          <AsOf at={fetchedAt} stale={stale} unsent={unsent} now={now} />
        </div>
        <Card>
          <dl>
            {report.facts.map(([name, value]) => (
              <div key={name} style={{ display: 'contents' }}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </Card>
        {report.groups.map(({ title, rows }) => (
          <Card key={title}>
            <h2 className={fieldsStyles.legend}>{title}</h2>
            <table aria-label={title}>
              <thead>
                <tr>
                  {report.columns.map((column) => (
                    <th key={column} scope="col">
                      {column}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {rows.map((row) => (
                  <tr key={row.join('|')}>
                    {row.map((cell, n) => (
                      <td key={n}>{cell}</td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </Card>
        ))}
      </div>
    </Page>
  )
}

function NoReport({ loading, trouble, refresh }: Pick<Musters, 'loading' | 'trouble' | 'refresh'>) {
  const { t } = useLingui()
  if (loading) return <Skeleton rows={4} />
  if (trouble && trouble.passing === undefined) return <FailedState error={trouble} onRetry={refresh} />
  return (
    <EmptyState icon="file" title={t`This roll call is not on this device`}>
      <Trans>It appears here once there is a connection.</Trans>
    </EmptyState>
  )
}
