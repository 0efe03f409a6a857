import { useLingui } from '@lingui/react/macro'
import { useRef, useState } from 'react'
import { longestPasskeyName } from '../../../contract/endpoints/passkeys.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { TextField } from '../../ui/controls/TextField.tsx'
import { makePasskey, passkeyName, passkeyTrouble } from './signInWithPasskey.ts'

/** Names a passkey and creates it. `added` gets the device's grant, if the PIN before gave none. `primary`: the main action of the screen. */
export function NewPasskeyForm({
  added,
  primary = false,
}: {
  readonly added: (grant: string | undefined) => Promise<void>
  readonly primary?: boolean
}) {
  const { t } = useLingui()
  const input = useRef<HTMLInputElement>(null)
  const [name, setName] = useState(passkeyName)
  const [busy, setBusy] = useState(false)
  const [trouble, setTrouble] = useState<string>()
  const [nameless, setNameless] = useState(false)

  const add = async () => {
    setTrouble(undefined)
    setNameless(name.trim() === '')
    if (name.trim() === '') {
      setTrouble(t`Give the passkey a name, such as the device that it is on.`)
      return input.current?.focus()
    }
    setBusy(true)
    try {
      await added(await makePasskey(name.trim()))
    } catch (error) {
      setTrouble(passkeyTrouble(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <form
      style={{ display: 'grid', gap: '1rem' }}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!busy) void add()
      }}
    >
      <TextField
        ref={input}
        label={t`Name of the passkey`}
        error={trouble}
        invalid={nameless}
        maxLength={longestPasskeyName}
        autoComplete="off"
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <div>
        <Button type="submit" kind={primary ? 'primary' : 'plain'} icon={primary ? 'lock' : 'plus'} full={primary} busy={busy}>
          {t`Add a passkey`}
        </Button>
      </div>
    </form>
  )
}
