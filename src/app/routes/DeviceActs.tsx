import { CommandRunner, type Acts } from '../../features/devices/CommandRunner.tsx'
import { isBusy, isDirty } from '../../features/page/isDirty.ts'
import { dropPairing, findPairing } from '../../store/kiosk/findPairing.ts'

/** How long a new version may take to activate before the page is reloaded anyway, ms. */
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

/** Runs the remote commands of the billing account on this device. */
export const DeviceActs = () => <CommandRunner acts={acts} />
