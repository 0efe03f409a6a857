import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { listGates } from '../../../contract/endpoints/attendance.ts'
import { useCached } from '../../store/queries/cached.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { FailedState } from '../../ui/feedback/FailedState.tsx'
import { Icon } from '../../ui/controls/Icon.tsx'
import { OfflineCopy } from '../../ui/feedback/OfflineCopy.tsx'
import { Page } from '../../ui/layout/Page.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import * as styles from './gate.module.css'

/** The gates that this person may run. */
export function GatesScreen() {
  const { t } = useLingui()
  const { data, state, stale, fetchedAt, error, refresh } = useCached(listGates)
  return (
    <Page title={t`Gates`}>
      {!data && (state === 'failed' ? <FailedState error={error} onRetry={refresh} /> : <Skeleton rows={3} />)}
      {stale && <OfflineCopy at={fetchedAt} />}
      {data?.gates.length === 0 && (
        <EmptyState icon="people" title={t`No gate yet`}>
          <Trans>A gate appears here once a project has an attendance bot.</Trans>
        </EmptyState>
      )}
      <ul className={styles.rows}>
        {data?.gates.map(({ id, title, teamName }) => (
          <li key={id}>
            <Link className={styles.row} to="/gate/$gate" params={{ gate: id }} style={{ textDecoration: 'none' }}>
              <span>
                <span className={styles.name}>{title}</span>
                <span className={styles.note}>{teamName}</span>
              </span>
              <Icon name="chevronRight" size={22} />
            </Link>
          </li>
        ))}
      </ul>
    </Page>
  )
}
