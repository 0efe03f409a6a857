import { Trans, useLingui } from '@lingui/react/macro'
import { EmptyState } from '../ui/feedback/EmptyState.tsx'
import { LinkButton } from '../ui/controls/LinkButton.tsx'
import { Page } from '../ui/layout/Page.tsx'

export function NotFound() {
  const { t } = useLingui()
  return (
    <Page>
      <EmptyState
        icon="search"
        title={t`There is no page here`}
        action={
          <LinkButton href="/" kind="primary" icon="home">
            {t`Home`}
          </LinkButton>
        }
      >
        <Trans>The address may be incomplete. Check the link in your text message.</Trans>
      </EmptyState>
    </Page>
  )
}
