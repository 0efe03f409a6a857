import { chakra, type Recipe } from '../ui/chakra.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { Outlet, useLocation, useMatches, useRouter } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { AppBar } from '../features/page/AppBar.tsx'
import { showsAppBar } from '../features/page/showsAppBar.ts'
import { inParentFrame } from '../features/page/inParentFrame.ts'
import { useOwner } from '../store/identity/useOwner.ts'
import { getPreference } from '../store/preferences/preferences.ts'
import { useDeviceMark } from '../store/session/deviceMark.ts'
import { useSession } from '../store/session/session.ts'
import { Button } from '../ui/controls/Button.tsx'
import { Dialogs } from '../ui/overlays/confirmDialog.tsx'
import { EmptyState } from '../ui/feedback/EmptyState.tsx'
import { ErrorBoundary } from '../ui/feedback/ErrorBoundary.tsx'
import { LinkButton } from '../ui/controls/LinkButton.tsx'
import { Page } from '../ui/layout/Page.tsx'
import { Skeleton } from '../ui/feedback/Skeleton.tsx'
import { Toasts } from '../ui/feedback/toast.tsx'
import { atKiosk } from './atKiosk.ts'
import { withTexts } from './i18n.ts'
import { showsConsoleFrame } from './showsConsoleFrame.ts'
import { LeaveProvider } from './useLeave.ts'
import { whenStanding } from './whenStanding.ts'
import { Strips } from './Strips.tsx'

const ExpiredSession = lazy(() =>
  withTexts(() => import('../features/sign-in/ExpiredSession.tsx')).then((module) => ({ default: module.ExpiredSession })),
)

const LogOut = lazy(() => withTexts(() => import('../features/sign-in/LogOut.tsx')).then((module) => ({ default: module.LogOut })))
const SharedDevice = lazy(() =>
  withTexts(() => import('../features/sign-in/SharedDevice.tsx')).then((module) => ({ default: module.SharedDevice })),
)

const ActingAs = lazy(() => withTexts(() => import('../features/sign-in/ActingAs.tsx')).then((module) => ({ default: module.ActingAs })))
const DeviceActs = lazy(() => withTexts(() => import('./routes/DeviceActs.tsx')).then((module) => ({ default: module.DeviceActs })))
const BesideScreens = lazy(async () => {
  await whenStanding()
  return { default: (await import('./BesideScreens.tsx')).BesideScreens }
})
const LockedScreen = lazy(() =>
  withTexts(() => import('../features/devices/LockedScreen.tsx')).then((module) => ({ default: module.LockedScreen })),
)

/** Addresses that a device locked to the kiosk still shows. */
const openWhenLocked = /^\/(?:kiosk|device|scan)(?:\/|$)/

const Frame = chakra('div', { base: { display: 'flex', flexDirection: 'column', minHeight: '100dvh' } })
const main = {
  base: { display: 'flex', flexDirection: 'column', flex: '1', minWidth: '0', _focusVisible: { outline: 'none' } },
} satisfies Recipe
const Main = chakra('main', main)
const Around = chakra('div', main)
const Skip = chakra('button', {
  base: {
    position: 'fixed',
    top: '2',
    left: '2',
    zIndex: 'toast',
    padding: '3',
    borderRadius: 'md',
    bg: 'bg.inverted',
    color: 'fg.inverted',
    fontWeight: 'semibold',
    transform: 'translateY(-200%)',
    _focus: { transform: 'none' },
  },
})

/** Pages where people sign in, and where a demo shows their PIN. */
const signsIn = new Set(['/sign-in', '/muster', '/login', '/login/finished', '/login/link', '/signup', '/mytasks', '/texts'])

/** A screen reader lists several pages: the kiosk's, the gate's in its frame, and the induction's in that one. */
function useNameInFrame(pathname: string): string | undefined {
  const { t } = useLingui()
  if (!inParentFrame()) return undefined
  return pathname.startsWith('/gate/') ? t`Gate` : t`Form`
}

const focusContent = () => document.getElementById('main')?.focus({ preventScroll: true })

/** A new screen starts at its top, for eyes and for screen readers. `place` also changes with the frame, which takes the focus along. */
function useFocusOnNewScreen(place: string): void {
  const shown = useRef(place)
  useEffect(() => {
    if (shown.current === place) return
    shown.current = place
    focusContent()
  }, [place])
}

function CrashedScreen({ onReload }: { readonly onReload: () => void }) {
  const { t } = useLingui()
  return (
    <div role="alert">
      <EmptyState
        icon="alert"
        title={t`Uh Oh!`}
        action={
          <>
            <Button kind="primary" icon="refresh" onClick={onReload}>
              {t`Reload`}
            </Button>
            <LinkButton href="/rescue" icon="archive">{t`See what was not sent`}</LinkButton>
          </>
        }
      >
        <Trans>Sorry something unexpected has happened you can reload and try again, if the problem persists please contact support.</Trans>
      </EmptyState>
    </div>
  )
}

/** What the device draws over the screen: that an administrator acts as this person, and that the session has expired. */
function SessionNotices({ pathname, expired, hasBar }: { readonly pathname: string; readonly expired: boolean; readonly hasBar: boolean }) {
  const router = useRouter()
  return (
    <>
      {!hasBar && getPreference('x:acting-as') === true && (
        <Suspense>
          <ActingAs />
        </Suspense>
      )}
      {expired && !signsIn.has(pathname) && !pathname.startsWith('/join/') && (
        <Suspense>
          <ExpiredSession onOtherPerson={() => void router.navigate({ href: '/', ignoreBlocker: true })} />
        </Suspense>
      )}
    </>
  )
}

/** The screen of the address: a skeleton until it is loaded, and a notice if it cannot be drawn. */
function CurrentScreen({ pathname, children }: { readonly pathname: string; readonly children: ReactNode }) {
  const router = useRouter()
  return (
    <ErrorBoundary
      resetKey={pathname}
      fallback={(_error, reset) => (
        <CrashedScreen
          onReload={() => {
            reset()
            void router.invalidate()
          }}
        />
      )}
    >
      <Suspense
        fallback={
          <Page>
            <Skeleton rows={4} />
          </Page>
        }
      >
        {children}
      </Suspense>
    </ErrorBoundary>
  )
}

/** A locked device shows nothing else. A kiosk's frame is part of the locked content. */
const isLocked = (device: ReturnType<typeof useDeviceMark>, pathname: string) =>
  device === 'locked' && !openWhenLocked.test(pathname) && !inParentFrame()

/** The frame of every screen: the bar, strips with messages of the whole app, dialogs and toasts. */
export function Layout() {
  const { t } = useLingui()
  const { pathname, searchStr } = useLocation()
  const router = useRouter()
  const session = useSession()
  const [leaving, setLeaving] = useState(false)
  const isConsole = useMatches({ select: (matches) => matches.some(({ routeId }) => routeId === '/console') })
  // The console has its own bar.
  const hasBar = useOwner().startsWith('u:') && isConsole
  // The frame of the console has bar and menu beside its own <main>.
  const Content = hasBar && showsConsoleFrame(pathname, searchStr) ? Around : Main

  const kiosk = atKiosk(pathname)
  const device = useDeviceMark()
  const locked = isLocked(device, pathname)

  const name = useNameInFrame(pathname)
  const leave = useCallback(() => setLeaving(true), [])

  useFocusOnNewScreen(pathname + (Content === Main))

  return (
    <Frame>
      <Skip type="button" onClick={focusContent}>
        {t`Skip to the content`}
      </Skip>
      {showsAppBar(searchStr) && !hasBar && !kiosk && !locked && (
        <AppBar
          pathname={pathname}
          device={
            <Suspense>
              <SharedDevice />
            </Suspense>
          }
          onLogout={() => setLeaving(true)}
        />
      )}
      {leaving && (
        <Suspense>
          <LogOut leave={() => router.navigate({ href: '/sign-in', ignoreBlocker: true })} onClose={() => setLeaving(false)} />
        </Suspense>
      )}
      <ErrorBoundary fallback={() => null}>
        <Suspense>
          <BesideScreens />
        </Suspense>
      </ErrorBoundary>
      {!kiosk && <Strips session={session.state} />}
      {!kiosk && <SessionNotices pathname={pathname} expired={session.state === 'expired'} hasBar={hasBar} />}
      <Content {...(Content === Main && { id: 'main', tabIndex: -1, 'aria-label': name })}>
        <CurrentScreen pathname={pathname}>
          <LeaveProvider value={leave}>{locked ? <LockedScreen /> : <Outlet />}</LeaveProvider>
        </CurrentScreen>
      </Content>
      {device !== 'none' && !inParentFrame() && (
        <Suspense>
          <DeviceActs />
        </Suspense>
      )}
      <Dialogs />
      <Toasts />
    </Frame>
  )
}
