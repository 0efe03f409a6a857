import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useId, useState } from 'react'
import { useOnline } from '../store/connectivity/useOnline.ts'
import { Button } from '../ui/controls/Button.tsx'
import { RadioGroup } from '../ui/controls/RadioGroup.tsx'
import { TextField } from '../ui/controls/TextField.tsx'
import { Dialog } from '../ui/overlays/Dialog.tsx'
import { Notice } from '../ui/feedback/Notice.tsx'
import * as styles from './tables.module.css'

interface InviteDialogProps<Role extends string> {
  /** The first role is the initial choice. */
  readonly roles: readonly (readonly [role: Role, words: string])[]
  /** Sends the invitation, and reports the result. */
  readonly onInvite: (email: string, role: Role) => Promise<void>
  readonly onClose: () => void
  /** Other ways to add people. */
  readonly children?: ((role: Role, online: boolean) => ReactNode) | undefined
}

/**
 * A dialog that invites a person by mail to the project or account of a members table. Needs a connection,
 * and says so first.
 */
export function InviteDialog<Role extends string>({ roles, onInvite, onClose, children }: InviteDialogProps<Role>) {
  const { t } = useLingui()
  const id = useId()
  const online = useOnline()
  const [email, setEmail] = useState('')
  const [chosen, setChosen] = useState<Role>()
  const [wrong, setWrong] = useState<string>()
  const role = chosen ?? roles[0]?.[0]
  const invite = async () => {
    const to = email.trim()
    if (role === undefined) return
    if (!to.includes('@')) {
      setWrong(t`Email Address Required`)
      return document.getElementById(id)?.focus()
    }
    setWrong(undefined)
    await onInvite(to, role)
  }
  return (
    <Dialog
      open
      kind="generic"
      title={t`Invite Member`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Button kind="primary" disabled={!online} onClick={() => invite()}>
            {t`Invite`}
          </Button>
        </>
      }
    >
      <div className={styles.editForm}>
        {!online && (
          <Notice level="warning">
            <Trans>There is no connection. Invitations are sent at once, so they need one.</Trans>
          </Notice>
        )}
        <TextField
          id={id}
          label={t`Email`}
          error={wrong}
          data-autofocus
          type="email"
          inputMode="email"
          autoComplete="off"
          autoCapitalize="off"
          value={email}
          disabled={!online}
          onChange={(event) => setEmail(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') void invite()
          }}
        />
        <RadioGroup isRow label={t`Role`} options={roles.map(([value, label]) => ({ value, label }))} value={role} onChoose={setChosen} />
        {role !== undefined && children?.(role, online)}
      </div>
    </Dialog>
  )
}
