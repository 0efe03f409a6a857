import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useId, useState } from 'react'
import { getOwner } from '../../store/identity/useOwner.ts'
import { keepsReadable, sealOwn } from '../../store/encryption/sealOwn.ts'
import { setShared } from '../../store/encryption/sharedDevice.ts'
import { useSharedDevice } from '../../store/encryption/useSharedDevice.ts'
import { LinkButton } from '../../ui/controls/LinkButton.tsx'
import { makeShared } from './makeShared.ts'

/** Part of User Preferences for the device: whether several people use it. */
export function SharedDevice() {
  const { t } = useLingui()
  const id = useId()
  const shared = useSharedDevice() === true
  const [trouble, setTrouble] = useState<string>()
  const [memoryOnly, setMemoryOnly] = useState(false)

  useEffect(() => {
    if (!shared) return
    let current = true
    void keepsReadable(getOwner()).then((kept) => current && setMemoryOnly(!kept))
    return () => {
      current = false
    }
  }, [shared])

  const change = async (several: boolean) => {
    setTrouble(undefined)
    if (!several) return setShared(false)
    setTrouble(await makeShared())
    await sealOwn(getOwner())
  }

  return (
    <div className="m-field">
      {getOwner().startsWith('u:') && (
        <LinkButton href="/sessions" icon="device">
          {t`Where you are signed in`}
        </LinkButton>
      )}
      <label className="m-choice">
        <input
          type="checkbox"
          checked={shared}
          aria-describedby={`${id}-hint`}
          onChange={(event) => {
            void change(event.target.checked)
          }}
        />
        <span className="m-choice-text">{t`This device is shared`}</span>
      </label>
      <p className="m-hint" id={`${id}-hint`}>
        <Trans>
          For a tablet that several people use: unsent saves are locked, and no one can open them after their author has logged out.
        </Trans>
      </p>
      {shared && memoryOnly && (
        <p className="m-hint">
          <Trans>
            This browser keeps no keys: after a reload you can read your own waiting saves again only with a connection. They are still
            sent.
          </Trans>
        </p>
      )}
      {trouble && (
        <p className="m-error" role="alert">
          {trouble}
        </p>
      )}
    </div>
  )
}
