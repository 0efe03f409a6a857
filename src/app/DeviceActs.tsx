import { CommandRunner, type Acts } from '../features/devices/CommandRunner.tsx'
import { isBusy, isDirty } from '../features/page/unsaved.ts'
import { dropPairing, findPairing } from '../store/kioskPairing.ts'

/** A new version has this long to take over before its page is loaded again all the same, ms. */
const patience = 1500

const reload = () => location.reload()

const acts: Acts = {
  mayReload: () => !isDirty() && !isBusy(),
  refresh() {
    const worker = (navigator as { serviceWorker?: ServiceWorkerContainer }).serviceWorker
    setTimeout(reload, patience)
    void worker
      ?.getRegistration()
      .then((registration) => registration?.update().then(() => registration.waiting?.postMessage({ type: 'SKIP_WAITING' })))
      .catch(() => undefined)
  },
  restart: () => location.replace(/^\/kiosk(?:\/|$)/.test(location.pathname) ? '/kiosk' : '/'),
  async pairAgain() {
    if (!(await findPairing())) return false
    await dropPairing()
    return true
  },
}

/** What the billing account asks this device to do. */
export const DeviceActs = () => <CommandRunner acts={acts} />
