import { Trans, useLingui } from '@lingui/react/macro'
import { useLocation, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { monthlyPath } from '../../../contract/reference/monthlyPath.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { LinkButton } from '../../ui/controls/LinkButton.tsx'
import { Page } from '../../ui/layout/Page.tsx'
import { projectInAddress } from './menuOf.ts'

/** An address that the console does not know (spec/3 §2.1). */
export function UnknownTab() {
  const { t } = useLingui()
  const router = useRouter()
  const { pathname } = useLocation()
  const project = projectInAddress(pathname)
  // The page of a project does not exist, but the project does: show the project.
  const ofProject = project !== undefined && pathname.startsWith('/team/') ? `/teams/${project}` : undefined
  const instead = pathname.includes(monthlyPath) ? `/login/${monthlyPath}` : ofProject
  useEffect(() => {
    if (instead !== undefined) void router.navigate({ href: instead, replace: true })
  }, [instead, router])
  if (instead !== undefined) return null
  return (
    <Page width="desk">
      <EmptyState
        alone
        icon="search"
        title={t`Unknown Tab`}
        action={
          <LinkButton href="/" kind="primary" icon="home">
            {t`Home`}
          </LinkButton>
        }
      >
        <Trans>The address may be incomplete, or the page no longer exists.</Trans>
      </EmptyState>
    </Page>
  )
}
