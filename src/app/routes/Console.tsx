import { useLingui } from '@lingui/react/macro'
import { Link, Outlet, useLocation, useRouter } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { getMe } from '../../../contract/endpoints/sign-in.ts'
import { type Language, languages, shortName } from '../../../contract/reference/languages.ts'
import { Mark } from '../../features/page/AppBar.tsx'
import { useLanguageOf } from '../../features/page/useLanguageOf.ts'
import { AccountButton } from '../../features/page/AccountButton.tsx'
import type { AccountView } from '../../features/page/AccountOverlay.tsx'
import { rememberRedirect } from '../../features/page/rememberRedirect.ts'
import { SunButton } from '../../features/page/SunButton.tsx'
import { SyncChip } from '../../features/page/SyncChip.tsx'
import { ConsoleFrame } from '../../features/shell/ConsoleFrame.tsx'
import { useCached } from '../../store/queries/cached.ts'
import { useOwner } from '../../store/identity/useOwner.ts'
import { confirmDialog } from '../../ui/overlays/confirmDialog.tsx'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { Page } from '../../ui/layout/Page.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { menuScreens } from './consoleScreens.ts'
import { withTexts } from '../i18n.ts'
import { consoleSlots } from './consoleSlots.ts'
import { signInPage } from './Home.tsx'
import { isKnown } from './isKnown.ts'
import { isAnonymousPage, showsConsoleFrame } from '../showsConsoleFrame.ts'
import { useLeave } from '../useLeave.ts'
import * as shellStyles from '../../features/shell/shell.module.css'

const AccountOverlay = lazy(() =>
  withTexts(() => import('../../features/page/AccountOverlay.tsx')).then((module) => ({ default: module.AccountOverlay })),
)

const SharedDevice = lazy(() =>
  withTexts(() => import('../../features/sign-in/SharedDevice.tsx')).then((module) => ({ default: module.SharedDevice })),
)

const Help = consoleSlots.help && lazy(consoleSlots.help)
const FirstSteps = consoleSlots.firstSteps && lazy(consoleSlots.firstSteps)
const TodayStrip = consoleSlots.today && lazy(consoleSlots.today)
const ActingAs = consoleSlots.actingAs && lazy(consoleSlots.actingAs)

const screens = (
  <Suspense
    fallback={
      <Page width="desk">
        <Skeleton rows={4} />
      </Page>
    }
  >
    <Outlet />
  </Suspense>
)

/** The frame around every screen of the console, and its access check. */
export function Console() {
  const { pathname, searchStr } = useLocation()
  const owner = useOwner()
  const signedIn = owner.startsWith('u:')
  if (!signedIn && !isAnonymousPage(pathname, searchStr)) return <SignInFirst />
  if (!signedIn || !showsConsoleFrame(pathname, searchStr)) return screens
  return <Framed pathname={pathname} />
}

/** Stores the return path for after the sign-in; a failed sign-in leads nowhere else. */
function SignInFirst() {
  const router = useRouter()
  useEffect(() => {
    const { pathname, search } = window.location
    rememberRedirect(pathname + search)
    void router.navigate({ href: signInPage(pathname), replace: true })
  }, [router])
  return null
}

function Framed({ pathname }: { readonly pathname: string }) {
  const { t } = useLingui()
  const router = useRouter()
  const leave = useLeave()
  const onLogout = async () => {
    if (await confirmDialog({ text: t`Are you sure you want to logout?`, ok: t`Logout` })) leave()
  }
  return (
    <ConsoleFrame
      screens={menuScreens}
      pathname={pathname}
      logo={
        <Link className={shellStyles.consoleLogo} to="/" aria-label={t`Muster, home`}>
          <Mark />
          Muster
        </Link>
      }
      isKnown={isKnown}
      tools={<Tools onLogout={() => void onLogout()} />}
      onGo={(href) => void router.navigate({ href })}
      onLogout={() => void onLogout()}
    >
      {ActingAs && (
        <Suspense>
          <ActingAs />
        </Suspense>
      )}
      {TodayStrip && pathname === '/automations' && (
        <Suspense>
          <TodayStrip />
        </Suspense>
      )}
      {FirstSteps && pathname === '/automations' && (
        <Suspense>
          <FirstSteps />
        </Suspense>
      )}
      {screens}
    </ConsoleFrame>
  )
}

function Tools({ onLogout }: { readonly onLogout: () => void }) {
  const { t, i18n } = useLingui()
  const { data: me, fetchedAt } = useCached(getMe)
  useLanguageOf(me?.path, me?.lang, fetchedAt)
  const account = useRef<HTMLButtonElement>(null)
  const [view, setView] = useState<AccountView>()
  const language = i18n.locale as Language
  return (
    <>
      {Help && (
        <Suspense>
          <Help />
        </Suspense>
      )}
      <SyncChip />
      <span className={shellStyles.consoleWide}>
        <SunButton />
      </span>
      <span className={shellStyles.consoleWide}>
        <IconButton
          icon="globe"
          label={t`Language: ${languages[language]} (${shortName(language)}). User Preferences`}
          aria-haspopup="dialog"
          onClick={() => setView('preferences')}
          style={{ color: 'var(--m-colors-fg-muted)' }}
        />
      </span>
      <AccountButton ref={account} name={me?.name} open={view === 'menu'} onPress={() => setView(view === 'menu' ? 'none' : 'menu')} />
      {view && (
        <Suspense>
          <AccountOverlay
            view={view}
            onView={setView}
            anchor={account}
            name={me?.name}
            personPath={me?.path}
            device={<SharedDevice />}
            onLogout={onLogout}
          />
        </Suspense>
      )}
    </>
  )
}
