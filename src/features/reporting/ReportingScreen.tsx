import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { getStatistics, type Statistics } from '../../../contract/endpoints/reporting.ts'
import { type Cached, useCached } from '../../store/queries/cached.ts'
import { useOwner } from '../../store/identity/useOwner.ts'
import { usePreference } from '../../store/preferences/preferences.ts'
import { Answered } from '../../tables/Answered.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { Page } from '../../ui/layout/Page.tsx'
import { ReportFilters } from './ReportFilters.tsx'
import { ReportResult } from './ReportResult.tsx'

/** `/reporting`: the figures of bots in a period (spec/3 §2.11). The last report is cached on the device. */
export function ReportingScreen() {
  const { t } = useLingui()
  const owner = useOwner()
  const [last, setLast] = usePreference(`x:seen:report:${owner}`)
  const [run, setRun] = useState<Statistics>()
  const session = run?.session ?? (typeof last === 'string' ? last : undefined)
  return (
    <Page title={t`Reporting`} width="desk">
      <ReportFilters
        onRun={(statistics) => {
          setRun(statistics)
          setLast(statistics.session)
        }}
      />
      {session === undefined ? (
        <EmptyState icon="clipboard" title={t`Set reporting filters and click "Run Report"`} />
      ) : (
        <KeptReport key={session} session={session} run={run} />
      )}
    </Page>
  )
}

/** A report that was just run, or its cached copy; reading it here also caches it. */
function KeptReport({ session, run }: { readonly session: string; readonly run: Statistics | undefined }) {
  const cached = useCached(getStatistics, { session })
  const shown: Cached<Statistics> = run && !cached.data ? { ...cached, data: run, state: 'ready' } : cached
  if (shown.error?.code === 'NOT_FOUND')
    return (
      <EmptyState icon="clipboard" title={shown.error.message}>
        <Trans>Set reporting filters and click "Run Report"</Trans>
      </EmptyState>
    )
  return <Answered cached={shown}>{(statistics) => <ReportResult statistics={statistics} />}</Answered>
}
