import { type Device, startDevice } from './browser.ts'
import { startFirefox } from './firefox/startFirefox.ts'

/** Starts the browser of a Playwright project with its own profile on disk, to be killed and started again. */
export const startPhone = (browserName: string, viewport?: { width: number; height: number }): Promise<Omit<Device, 'debugger'>> =>
  browserName === 'firefox' ? startFirefox(viewport) : startDevice(viewport)
