import { useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import type { Metric, ReportPeriod } from '../../../contract/endpoints/reporting.ts'

export function usePeriodNames(): Readonly<Record<ReportPeriod, string>> {
  const { t } = useLingui()
  return {
    today: t`Today`,
    yesterday: t`Yesterday`,
    'this-week': t`This Week`,
    'last-week': t`Last Week`,
    'this-month': t`This Month`,
    'last-month': t`Last Month`,
    custom: t`Custom`,
  }
}

/**
 * Returns the name of a metric in the person's language; a metric unknown to this version keeps the server's
 * name.
 */
export function useMetricNames(): (metric: Metric) => string {
  const { t } = useLingui()
  return useMemo(() => {
    const names: Readonly<Record<string, string>> = {
      started: t`Conversations Started`,
      completed: t`Completed`,
      expired: t`Expired`,
      attention: t`Needing Attention`,
      messages: t`Messages Sent`,
      workers: t`Workers`,
      hours: t`Hours`,
      perWorker: t`Hours per Worker`,
      signIns: t`Sign-ins`,
      signOuts: t`Sign-outs`,
      visitors: t`Visitors`,
      companies: t`Companies`,
      silent: t`No Answer From`,
    }
    return ({ key, name }) => names[key] ?? name
  }, [t])
}
