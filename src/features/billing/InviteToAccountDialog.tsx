import { useLingui } from '@lingui/react/macro'
import { type BillingAccount, billingMemberRoles, inviteToBilling } from '../../../contract/endpoints/billing/billing.ts'
import { ask } from '../../sync/ask.ts'
import { InviteDialog } from '../../tables/InviteDialog.tsx'
import { alertDialog } from '../../ui/overlays/confirmDialog.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { useBillingWords } from './useBillingWords.ts'

interface InviteProps {
  readonly account: BillingAccount
  readonly refresh: () => Promise<void>
  readonly onClose: () => void
}

/** Invites a person to an account by email. */
export function InviteToAccountDialog({ account, refresh, onClose }: InviteProps) {
  const { t } = useLingui()
  const words = useBillingWords()
  const invite = async (email: string, role: (typeof billingMemberRoles)[number]) => {
    try {
      const answer = await ask(inviteToBilling, { id: account.id }, { email, role })
      if (!answer.success) {
        const said = answer.notification ?? answer.error
        if (said !== undefined) await alertDialog(said)
        return
      }
      toast(answer.notification ?? t`Invite Sent to ${email}`, 'success')
      await refresh()
      onClose()
    } catch (error) {
      const message = words.trouble(error)
      toast(t`Error Sending Invite: ${message}`, 'error')
    }
  }
  return <InviteDialog roles={billingMemberRoles.map((role) => [role, words.roles[role]] as const)} onInvite={invite} onClose={onClose} />
}
