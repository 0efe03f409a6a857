import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { inviteDays, inviteMember } from '../../../contract/endpoints/invites.ts'
import type { invitedRoles, Project } from '../../../contract/endpoints/projects.ts'
import { ask } from '../../sync/ask.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { LinkToHandOver } from '../../ui/data/LinkToHandOver.tsx'
import { alertDialog } from '../../ui/overlays/confirmDialog.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'

/** Makes the link of an invitation without an address; `link` is set once it is made. */
export function useInviteLink({ id }: Pick<Project, 'id'>, refresh: () => Promise<void>) {
  const { t } = useLingui()
  const [link, setLink] = useState<string>()
  const make = async (status: (typeof invitedRoles)[number]) => {
    try {
      setLink((await ask(inviteMember, { id }, { status })).link)
      await refresh()
    } catch (error) {
      const said = error instanceof Error ? error.message : ''
      await alertDialog(said || t`The link could not be made. Try again when there is a connection.`)
    }
  }
  return { link, make, clear: () => setLink(undefined) }
}

/** The link of an invitation without an address, as a code and as text. */
export function InviteLink({ link, onClose }: { readonly link: string; readonly onClose: () => void }) {
  const { t } = useLingui()
  return (
    <Dialog
      open
      kind="generic"
      title={t`Invitation link`}
      onClose={onClose}
      actions={<Button kind="primary" onClick={onClose}>{t`Done`}</Button>}
    >
      <p>
        <Trans>One person scans the code or opens the link within {inviteDays} days, and joins. It is shown only now.</Trans>
      </p>
      <LinkToHandOver link={link} code={t`QR code with the invitation link`} label={t`Link`} />
    </Dialog>
  )
}
