import type { BrowserContext, Page } from '@playwright/test'

/** Wakes the service worker of a site as the browser does. Chromium only. */
export async function wakeWorker(context: BrowserContext, page: Page, origin: string) {
  const cdp = await context.newCDPSession(page)
  const registered = new Promise<string>((resolve) =>
    cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ scopeURL, isDeleted }) => scopeURL === `${origin}/` && !isDeleted)
      if (own) resolve(own.registrationId)
    }),
  )
  await cdp.send('ServiceWorker.enable')
  const registrationId = await registered
  return {
    /** The push service hands a message to the browser. */
    push: (data: string) => cdp.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data }),
    /** The connection is back. */
    sync: (tag: string) => cdp.send('ServiceWorker.dispatchSyncEvent', { origin, registrationId, tag, lastChance: false }),
    /** The browser wakes an installed app now and then. */
    periodicSync: (tag: string) => cdp.send('ServiceWorker.dispatchPeriodicSyncEvent', { origin, registrationId, tag }),
  }
}
