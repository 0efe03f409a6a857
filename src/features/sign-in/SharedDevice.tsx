import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { getOwner } from '../../store/identity/useOwner.ts'
import { keepsReadable, sealOwn } from '../../store/encryption/sealOwn.ts'
import { setShared } from '../../store/encryption/sharedDevice.ts'
import { useSharedDevice } from '../../store/encryption/useSharedDevice.ts'
import { CheckField } from '../../ui/controls/CheckField.tsx'
import { ErrorText } from '../../ui/controls/ErrorText.tsx'
import { LinkButton } from '../../ui/controls/LinkButton.tsx'
import { makeShared } from './makeShared.ts'
import * as controls from '../../ui/controls/controls.module.css'

/** Part of User Preferences for the device: whether several people use it. */
export function SharedDevice() {
  const { t } = useLingui()
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
    <div style={{ display: 'grid', gap: '0.75rem' }}>
      {getOwner().startsWith('u:') && (
        <>
          <LinkButton href="/sessions" icon="device">
            {t`Where you are signed in`}
          </LinkButton>
          <LinkButton href="/sessions#notices" icon="info">
            {t`Notices`}
          </LinkButton>
        </>
      )}
      <CheckField
        isCard
        label={t`This device is shared`}
        hint={
          <Trans>
            For a tablet that several people use: unsent saves are locked, and no one can open them after their author has signed out.
          </Trans>
        }
        checked={shared}
        onChange={(event) => {
          void change(event.target.checked)
        }}
      />
      {shared && memoryOnly && (
        <p className={controls.hint}>
          <Trans>
            This browser keeps no keys: after a reload you can read your own waiting saves again only with a connection. They are still
            sent.
          </Trans>
        </p>
      )}
      {trouble && <ErrorText>{trouble}</ErrorText>}
    </div>
  )
}
