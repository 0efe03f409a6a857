import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Button } from '../controls/Button.tsx'

/** Asks for the password of a locked document. */
export function PasswordQuestion({ wrong, onGive }: { readonly wrong: boolean; onGive(text?: string): void }) {
  const { t } = useLingui()
  const [text, setText] = useState('')
  return (
    <form
      className="m-field"
      onSubmit={(event) => {
        event.preventDefault()
        if (text !== '') onGive(text)
      }}
    >
      <label className="m-label" htmlFor="m-pdf-password">{t`Password of the document`}</label>
      <input
        id="m-pdf-password"
        className="m-input"
        type="password"
        autoComplete="off"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <div role="alert">{wrong ? <p className="m-error">{t`That password does not open it.`}</p> : null}</div>
      <Button kind="primary" type="submit" full>
        {t`Open`}
      </Button>
    </form>
  )
}
