import '../lib/addMissing.ts'
import { primed } from './primed.ts'
import { I18nProvider } from '@lingui/react'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode, startTransition, useEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { safeHref } from '../lib/safeHref.ts'
import type { DrawnPage } from '../features/forms/drawn/drawnPage.tsx'
import { isBusy, isDirty, startWork } from '../features/page/isDirty.ts'
import { anonymousOwner } from '../store/db/MusterDb.ts'
import { ownerKey } from '../store/identity/getOwner.ts'
import { getOwner } from '../store/identity/useOwner.ts'
import { getPreference, usePreference } from '../store/preferences/preferences.ts'
import { getReach, onReach } from '../store/connectivity/getReach.ts'
import { onStoreEvent } from '../store/db/emitStoreEvent.ts'
import { flushUnsaved } from '../store/drafts/flushUnsaved.ts'
import { AnchorProvider } from '../ui/controls/SiteLink.tsx'
import '../ui/look.ts'
import '../fields/fields.module.css'
import '../fields/attachments/attachments.module.css'
import '../fields/mobile/mobile.module.css'
import '../fields/signature/signature.module.css'
import '../ui/overlays/fullScreen.module.css'
import '../features/forms/forms.module.css'
import { AppLink } from './AppLink.tsx'
import { backBeforeDrawing, backToKiosk, otherStart } from './atKiosk.ts'
import { httpAllowed, httpsAddress } from './httpsAddress.ts'
import { i18n, speak, startLanguage, withTexts } from './i18n.ts'
import { loadFirstScreen, router } from './router.tsx'
import { inAPause, warmUp } from './warmUp.ts'
import { startFirstScreen, whenStanding } from './whenStanding.ts'
import { fontsLater, watchSystemTheme, wear } from './watchSystemTheme.ts'
import { loadWithRetry, tellStands, watchMissingParts, watchUpdates } from './watchUpdates.ts'

/** Applies the person's preferences when they change, in this tab or in another. */
function Choices() {
  const [language] = usePreference('language')
  const [theme] = usePreference('theme')
  useEffect(() => void speak(language ?? startLanguage()), [language])
  useEffect(() => wear(theme), [theme])
  useEffect(tellStands, [])
  return null
}

/** Runs a storage quota task; a failure must not stop the app. */
async function guard(what: 'checkQuota' | 'monitorQuota'): Promise<void> {
  await import('../store/quota/monitorQuota.ts').then((room) => room[what]()).catch(() => undefined)
}

/**
 * Follows log-outs of other tabs: a log-out in one tab logs out all, because they show data of that person.
 */
function followLogOut(): void {
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === ownerKey && newValue === anonymousOwner && getOwner() !== anonymousOwner) location.replace('/sign-in')
  })
}

let sync: Promise<() => void> | undefined

/** Starts the page's part of sync, once. Resolves to the function that stops it. */
function startSyncOnce(): Promise<() => void> {
  sync ??= loadWithRetry(() => import('../sync/startSync.ts'), 'startSync').then(({ startSync }) => startSync())
  return sync
}

/** Whether the page may load again: what was typed is stored before. */
const mayReload = async () => !isBusy() && (!isDirty() || (await flushUnsaved()))

/** Where the browser does not end a page that it keeps, the page ends its own transactions. */
async function watchTransactions(): Promise<void> {
  if (!('onfreeze' in document)) (await import('../store/db/endTransactions.ts')).endTransactions(mayReload)
}

/** Puts the app in the place of a page that public/guard.js has drawn. A reload before would lose what was typed. */
function takePlace(drawn: DrawnPage, element: HTMLElement, stands: () => void): void {
  void import('../features/forms/drawn/drawnPage.tsx')
    .then(({ replaceDrawn }) => replaceDrawn())
    .catch(() => drawn.replaceWith(element))
    .finally(startWork())
    .finally(stands)
}

async function start(): Promise<void> {
  const secure = httpsAddress(location, httpAllowed())
  if (secure) {
    location.replace(safeHref(secure) ?? '/')
    return
  }
  const elsewhere = otherStart(location)
  if (elsewhere !== undefined) {
    location.replace(safeHref(elsewhere) ?? '/')
    return
  }
  void watchTransactions()
  // The first visit asks the server for its page: load sync beside the rest.
  if (!navigator.serviceWorker?.controller) void import('../sync/startSync.ts').catch(() => undefined)
  const broke = watchMissingParts(mayReload)
  // The guide for installing the app asks it (src/features/help/install).
  addEventListener('beforeinstallprompt', (event) => Object.assign(window, { installOffer: event }))
  const bringFonts = fontsLater()
  watchSystemTheme()
  wear(getPreference('theme'))
  // The screen of the address is loaded first, so that there is one first render, in slices. The work up to
  // here was long enough for one task.
  const ready = new Promise((resolve) => setTimeout(resolve)).then(loadFirstScreen)
  const [kept, kiosk] = await Promise.all([primed, backBeforeDrawing(location), speak(startLanguage()), ready])
  if (kiosk) return

  const drawn = document.querySelector<DrawnPage>('#drawn')
  const element = drawn?.root ?? document.getElementById('root')
  if (!element) throw new Error('index.html has no #root')
  if (window.parent !== window) {
    const { showBlocked, storageIsBlocked } = await withTexts(() => import('./showBlocked.ts'))
    if (await storageIsBlocked()) return showBlocked(element)
  }
  const root = createRoot(element, {
    onCaughtError(error) {
      // oxlint-disable-next-line no-console -- React's default when there is no other handler
      console.error(error)
      broke(error)
    },
    onUncaughtError(error) {
      reportError(error)
      broke(error)
    },
  })
  const stands = startFirstScreen()
  // Rendered in slices: a slow phone still responds to touch.
  startTransition(() =>
    root.render(
      <StrictMode>
        <I18nProvider i18n={i18n}>
          <Choices />
          <AnchorProvider value={AppLink}>
            <RouterProvider router={router} />
          </AnchorProvider>
        </I18nProvider>
      </StrictMode>,
    ),
  )
  inAPause(bringFonts, 1000)
  followLogOut()
  // A save does not wait for the rest: sync asks the worker to send it if the person leaves.
  onStoreEvent((event) => event === 'kick' && void startSyncOnce())
  const rest = () => {
    void backToKiosk(location)
    const syncing = startSyncOnce()
    const signOut = loadWithRetry(() => import('../sync/finishSignOut.ts'), 'finishSignOut')
    const signOutLater = () => void signOut.then(({ finishSignOut }) => finishSignOut()).catch(() => undefined)
    signOutLater()
    addEventListener('online', signOutLater)
    // Some Wi-Fi connections never fire "online".
    onReach(() => getReach() === 'ok' && signOutLater())
    // Without a service worker (private window, blocked) the app still works while the page is open.
    void watchUpdates(() => void syncing.then((stop) => stop())).catch(() => undefined)
    warmUp()
    inAPause(() => void guard('checkQuota'), 3000)
    addEventListener('appinstalled', () => void guard('monitorQuota'))
  }
  // The screen is painted before other work begins.
  const later = () => inAPause(stands, 0)
  if (drawn) {
    takePlace(drawn, element, later)
    await whenStanding()
  } else later()
  // A cached page is drawn first, unless a save waits; other requests to the server can wait until then.
  if (kept) inAPause(rest, 1000)
  else rest()
}

void start()
