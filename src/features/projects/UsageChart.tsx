import { useLingui } from '@lingui/react/macro'
import { useId } from 'react'
import type { Project } from '../../../contract/endpoints/projects.ts'
import { WorkersChart } from '../../ui/chart/WorkersChart.tsx'
import * as styles from './projects.module.css'

/** The usage of a project in the last 30 days: messages, people, and workers per day. */
export function UsageChart({ usage }: { readonly usage: NonNullable<Project['usage']> }) {
  const { t, i18n } = useLingui()
  const id = useId()
  const total = usage.days.reduce((sum, { messages }) => sum + messages, 0)
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 id={id}>{t`Usage (last 30 days)`}</h2>
      <dl className={styles.figures}>
        <div>
          <dt>{t`Messages`}</dt>
          <dd>{i18n.number(total)}</dd>
        </div>
        <div>
          <dt>{t`People`}</dt>
          <dd>{i18n.number(usage.fixedUsage)}</dd>
        </div>
      </dl>
      {usage.workers && <WorkersChart daily={usage.workers.daily} />}
    </section>
  )
}
