import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Button } from '../controls/Button.tsx'
import { TextField } from '../controls/TextField.tsx'

/** Asks for the password of a locked document. */
export function PasswordQuestion({ wrong, onGive }: { readonly wrong: boolean; onGive(text?: string): void }) {
  const { t } = useLingui()
  const [text, setText] = useState('')
  return (
    <form
      style={{ display: 'grid', gap: '0.75rem' }}
      onSubmit={(event) => {
        event.preventDefault()
        if (text !== '') onGive(text)
      }}
    >
      <TextField
        label={t`Password of the document`}
        error={wrong && t`That password does not open it.`}
        type="password"
        autoComplete="off"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <Button kind="primary" type="submit" full>
        {t`Open`}
      </Button>
    </form>
  )
}
