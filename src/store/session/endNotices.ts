import { getStore } from '../db/store.ts'
import { keepStoppedNotice } from './stoppedNotice.ts'

/** How long a log-out waits for the browser, ms. The worker shows nothing of a person who has left anyway. */
const patience = 2000

/**
 * Ends the notices of this browser, and takes those on its screen and the number on the icon of the app away. Call it after the owner has changed:
 * from then on the worker shows no more. Never rejects.
 */
export async function endNotices(): Promise<void> {
  const ended = end().catch(() => undefined)
  await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, patience))])
}

async function end(): Promise<void> {
  await keepStoppedNotice(getStore(), undefined).catch(() => undefined)
  await navigator.clearAppBadge?.().catch(() => undefined)
  const registration = await navigator.serviceWorker?.getRegistration()
  for (const notice of (await registration?.getNotifications?.()) ?? []) notice.close()
  const subscription = await registration?.pushManager?.getSubscription()
  await subscription?.unsubscribe()
}
