import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { onSiteProjects } from '../../../contract/endpoints/attendance.ts'
import { useCached } from '../../store/queries/cached.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { FailedState } from '../../ui/feedback/FailedState.tsx'
import { Icon } from '../../ui/controls/Icon.tsx'
import { Page } from '../../ui/layout/Page.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { AsOf } from './AsOf.tsx'
import { useFresh } from '../../store/connectivity/useFresh.ts'
import { useServerNow } from './useServerNow.ts'
import * as styles from './gate.module.css'

/** The projects with a gate, and the number of people on site in each. */
export function OnSiteProjectsScreen() {
  const { t } = useLingui()
  const first = useCached(onSiteProjects)
  const { data, state, error, refresh } = first
  const router = useRouter()
  const only = data?.projects.length === 1 && data.next === undefined ? data.projects[0]?.team : undefined
  useEffect(() => {
    if (only !== undefined) void router.navigate({ href: `/onsite/${only}`, replace: true })
  }, [only, router])
  return (
    <Page title={t`On site now`}>
      {!data && state === 'failed' && <FailedState error={error} onRetry={refresh} />}
      {!data && state === 'loading' && <Skeleton rows={4} />}
      {data?.projects.length === 0 && (
        <EmptyState icon="people" title={t`No gate yet`}>
          <Trans>A project appears here once it has an attendance bot and you may read its records.</Trans>
        </EmptyState>
      )}
      {data && data.projects.length > 0 && <Projects cursor={undefined} />}
    </Page>
  )
}

function Projects({ cursor }: { readonly cursor: string | undefined }) {
  const { t } = useLingui()
  const now = useServerNow()
  const { data, fetchedAt, stale, state, error, refresh } = useCached(onSiteProjects, undefined, { cursor })
  useFresh(refresh, 60_000)
  const [more, setMore] = useState(false)
  if (!data) return state === 'failed' ? <FailedState error={error} onRetry={refresh} /> : <Skeleton rows={3} />
  return (
    <>
      <AsOf at={fetchedAt} stale={stale} unsent={0} now={now} />
      <ul className={styles.rows}>
        {data.projects.map(({ team, name, onSite, overdue }) => (
          <li key={team}>
            <Link className={styles.row} to="/onsite/$team" params={{ team }} style={{ textDecoration: 'none' }}>
              <span>
                <span className={styles.name}>{name}</span>
                <span className={styles.note}>
                  <Plural value={onSite} one="# person on site" other="# people on site" />
                </span>
              </span>
              <span className={styles.chips}>
                {overdue > 0 && (
                  <span className={styles.chip} data-level="warning">
                    <Plural value={overdue} one="# overdue" other="# overdue" />
                  </span>
                )}
                <Icon name="chevronRight" size={22} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {data.next !== undefined && !more && (
        <Button full onClick={() => setMore(true)}>
          {t`Load more`}
        </Button>
      )}
      {data.next !== undefined && more && <Projects cursor={data.next} />}
    </>
  )
}
