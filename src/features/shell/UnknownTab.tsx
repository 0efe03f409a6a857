import { Trans, useLingui } from '@lingui/react/macro'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { Page } from '../../ui/Page.tsx'

/** An address that the console does not know (spec/3 §2.1). */
export function UnknownTab() {
  const { t } = useLingui()
  return (
    <Page width="desk">
      <EmptyState
        icon="search"
        title={t`Unknown Tab`}
        action={
          <LinkButton href="/" kind="primary" icon="home">
            {t`Home`}
          </LinkButton>
        }
      >
        <Trans>The address may be incomplete, or what it led to is gone.</Trans>
      </EmptyState>
    </Page>
  )
}
