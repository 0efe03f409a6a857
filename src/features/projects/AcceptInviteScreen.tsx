import { Trans, useLingui } from '@lingui/react/macro'
import { useParams, useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { acceptInvite } from '../../../contract/endpoints/invites.ts'
import { ask } from '../../sync/ask.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { FailedState } from '../../ui/feedback/FailedState.tsx'
import { Page } from '../../ui/layout/Page.tsx'
import { toast } from '../../ui/feedback/toast.tsx'

/**
 * The link of an invitation: accepts it for the signed-in person, and opens the invited project or account
 * (decision OQ-145).
 */
export function AcceptInviteScreen() {
  const { t } = useLingui()
  const router = useRouter()
  const { token } = useParams({ from: '/console/invite/$token' })
  const [trouble, setTrouble] = useState<string>()
  const begun = useRef(false)

  const accept = async () => {
    setTrouble(undefined)
    try {
      const { title, team, billing } = await ask(acceptInvite, undefined, { token })
      if (team !== undefined) toast(t`Team Invite Accepted`, 'success')
      toast(t`${title} Invite Accepted`, 'success')
      await router.navigate({ href: team !== undefined ? `/teams/${team}` : `/billing/${billing ?? ''}`, replace: true })
    } catch (error) {
      setTrouble(
        (error instanceof Error && error.message) || t`The invitation can't be accepted without a connection. Try again when there is one.`,
      )
    }
  }
  useEffect(() => {
    if (begun.current) return
    begun.current = true
    void accept()
  })
  return (
    <Page width="desk">
      {trouble === undefined ? (
        <EmptyState icon="people" title={t`Accepting the invitation…`}>
          <Trans>This takes a moment.</Trans>
        </EmptyState>
      ) : (
        <FailedState error={{ message: trouble }} onRetry={accept} />
      )}
    </Page>
  )
}
