/** The browser wakes the worker at most this often, ms; it may choose a longer time. */
const minInterval = 12 * 3_600_000

interface PeriodicSync {
  register(tag: string, options: { minInterval: number }): Promise<void>
}

/**
 * Asks the browser to wake the worker now and then, so that forms are fresh before the app is opened (sw/refreshForms.ts).
 * Only an installed app in Chromium may; elsewhere this does nothing.
 */
export async function askPeriodicSync({ permissions, serviceWorker } = navigator): Promise<void> {
  const registration = (await serviceWorker?.getRegistration()) as { periodicSync?: PeriodicSync } | undefined
  if (!registration?.periodicSync) return
  const { state } = await permissions.query({ name: 'periodic-background-sync' as PermissionName })
  if (state === 'granted') await registration.periodicSync.register('forms', { minInterval })
}
