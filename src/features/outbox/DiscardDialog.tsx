import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useId, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'

/** Throwing work away takes a typed word: no slip of a thumb does it. */
export function DiscardDialog({
  title,
  onClose,
  onDiscard,
}: {
  readonly title: string
  readonly onClose: () => void
  readonly onDiscard: () => Promise<void>
}) {
  const { t } = useLingui()
  const id = useId()
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
      title={t`Throw this away?`}
      width={440}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t`Keep it`}</Button>
          <Button kind="danger" icon="trash" disabled={!matches} onClick={onDiscard}>
            {t`Discard`}
          </Button>
        </>
      }
    >
      <form onSubmit={submit} style={{ display: 'grid', gap: '1rem' }}>
        <p>
          <Trans>“{title}” and its files will be gone from this device. It has not reached the server, so nobody else has it.</Trans>
        </p>
        <div className="m-field">
          <label className="m-label" htmlFor={id}>
            <Trans>Type {word} to go on</Trans>
          </label>
          <input
            id={id}
            className="m-input"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        </div>
      </form>
    </Dialog>
  )
}
