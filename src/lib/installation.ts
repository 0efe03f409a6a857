/** The browser's own question whether to install the app (Chromium). */
interface InstallOffer extends Event {
  prompt(): Promise<unknown>
}

let offer: InstallOffer | undefined

/** Keeps the browser's question, which it asks once, early. */
export function watchInstallOffer(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    offer = event as InstallOffer
  })
  window.addEventListener('appinstalled', () => {
    offer = undefined
  })
}

export const installOffer = (): InstallOffer | undefined => offer

/** Only iOS has `standalone`: true in an app of the home screen, false in the browser. */
const onHomeScreen = (): boolean | undefined => (navigator as { standalone?: boolean }).standalone

export const isInstalled = (): boolean => onHomeScreen() === true || window.matchMedia?.('(display-mode: standalone)').matches === true

/** The browser forgets what is stored if the app is not installed and not opened for seven days (iOS). */
export const forgetsUnlessInstalled = (): boolean => onHomeScreen() === false

/** Whether saves leave the device while the app is closed (Background Sync). */
export const sendsWhileClosed = (): boolean => 'SyncManager' in globalThis
