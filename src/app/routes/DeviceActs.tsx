import { CommandRunner, type Acts } from '../../features/devices/CommandRunner.tsx'
import { isBusy, isDirty } from '../../features/page/isDirty.ts'
import { reloadNewest } from '../registerWorker.ts'
import { dropPairing, findPairing } from '../../store/kiosk/findPairing.ts'

const acts: Acts = {
  mayReload: () => !isDirty() && !isBusy(),
  refresh() {
    void reloadNewest()
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
