import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, type ReactNode, useState } from 'react'
import { Button } from '../controls/Button.tsx'
import { TextField } from '../controls/TextField.tsx'
import { Dialog } from './Dialog.tsx'

export interface DiscardDialogProps {
  readonly title: string
  /** Describes the work that will be lost. */
  readonly children: ReactNode
  /** Label of the cancel button; the default is "Keep it". */
  readonly keep?: string | undefined
  /** Label of the confirm button; the default is "Discard". */
  readonly discard?: string | undefined
  onClose(): void
  onDiscard(): Promise<void>
}

/** Discarding work requires a typed word, so that an accidental tap can't do it. */
export function DiscardDialog({ title, children, keep, discard, onClose, onDiscard }: DiscardDialogProps) {
  const { t } = useLingui()
  const word = t`DISCARD`
  const [typed, setTyped] = useState('')
  const matches = typed.trim().toLocaleUpperCase() === word
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (matches) void onDiscard()
  }
  return (
    <Dialog
      open
      kind="generic"
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{keep ?? t`Keep it`}</Button>
          <Button kind="danger" icon="trash" disabled={!matches} onClick={onDiscard}>
            {discard ?? t`Discard`}
          </Button>
        </>
      }
    >
      <form onSubmit={submit} style={{ display: 'grid', gap: '1rem' }}>
        {children}
        <TextField
          label={<Trans>Type {word} to continue</Trans>}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </form>
    </Dialog>
  )
}
