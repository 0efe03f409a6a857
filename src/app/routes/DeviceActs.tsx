import { CommandRunner, type Acts } from '../../features/devices/CommandRunner.tsx'
import { isBusy, isDirty } from '../../features/page/isDirty.ts'
import { reloadNewest } from '../registerWorker.ts'
import { dropPairing, findPairing } from '../../store/kiosk/findPairing.ts'

const mayReload = () => !isDirty() && !isBusy()

/** How often the reload of a command is tried again while the person is typing, ms. */
const retryEvery = 2000

/** Reloads as soon as the person, who may have begun to type meanwhile, loses nothing by it. */
async function refresh(): Promise<void> {
  if (!(await reloadNewest(mayReload))) setTimeout(() => void refresh(), retryEvery)
}

const acts: Acts = {
  mayReload,
  refresh: () => void refresh(),
  restart: () => location.replace(/^\/kiosk(?:\/|$)/.test(location.pathname) ? '/kiosk' : '/'),
  async pairAgain() {
    if (!(await findPairing())) return false
    await dropPairing()
    return true
  },
}

/** Runs the remote commands of the billing account on this device. */
export const DeviceActs = () => <CommandRunner acts={acts} />
