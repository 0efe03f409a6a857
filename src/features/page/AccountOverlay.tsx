import { useLingui } from '@lingui/react/macro'
import { useRouter } from '@tanstack/react-router'
import { type ReactNode, type RefObject, useId } from 'react'
import { Menu, type MenuItem } from '../../ui/overlays/Menu.tsx'
import { PreferencesDialog } from './PreferencesDialog.tsx'

/** What a bar shows of the person's account. */
export type AccountView = 'none' | 'menu' | 'preferences'

interface AccountOverlayProps {
  readonly view: AccountView
  readonly onView: (view: AccountView) => void
  /** The account button. */
  readonly anchor: RefObject<HTMLElement | null>
  readonly name: string | undefined
  readonly personPath: string | undefined
  /** Part of User Preferences: settings of the device. */
  readonly device: ReactNode
  /** Asks the necessary questions, then logs out. */
  readonly onLogout: () => void
}

/** The menu of the account button, and User Preferences: loaded when a person opens one of them. */
export function AccountOverlay({ view, onView, anchor, name, personPath, device, onLogout }: AccountOverlayProps) {
  const close = () => onView('none')
  return (
    <>
      {view === 'menu' && (
        <AccountMenu anchor={anchor} name={name} onPreferences={() => onView('preferences')} onLogout={onLogout} onClose={close} />
      )}
      <PreferencesDialog open={view === 'preferences'} onClose={close} personPath={personPath} device={device} onLogout={onLogout} />
    </>
  )
}

interface AccountMenuProps {
  readonly anchor: RefObject<HTMLElement | null>
  readonly name: string | undefined
  readonly onPreferences: () => void
  readonly onLogout: () => void
  readonly onClose: () => void
}

function AccountMenu({ anchor, name, onPreferences, onLogout, onClose }: AccountMenuProps) {
  const { t } = useLingui()
  const id = useId()
  const router = useRouter()
  const go = (href: string) => router.navigate({ href })
  const items: MenuItem[] = [
    { key: 'preferences', label: t`User Preferences`, onPress: onPreferences },
    { key: 'sessions', label: t`Where you are signed in`, onPress: () => go('/sessions') },
    { key: 'notices', label: t`Notices`, onPress: () => go('/sessions#notices') },
    { key: 'logout', label: t`Logout`, danger: true, onPress: onLogout },
  ]
  return <Menu id={id} anchor={anchor} label={name ?? t`Account`} hasHeading items={items} onClose={onClose} />
}
