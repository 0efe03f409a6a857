import { isOwnPath, type PushNotice, readPushNotice } from '../contract/rules/notices/pushNotice.ts'
import type { Owner } from '../src/store/db/MusterDb.ts'
import { getStore } from '../src/store/db/store.ts'
import { deviceOwner } from '../src/store/identity/getOwner.ts'
import { stoppedNotice, stoppedSaves } from '../src/store/session/stoppedNotice.ts'

declare const self: ServiceWorkerGlobalScope

interface ShownOptions extends NotificationOptions {
  /** Signals again when it replaces a notice with the same tag. */
  readonly renotify?: boolean
}

/**
 * Shows a push message only to the person who is signed in here. A browser whose person has left
 * without a connection still gets their messages: it ends that now.
 */
export async function showNotice(data: PushMessageData | null): Promise<void> {
  const notice = readPushNotice(readJson(data))
  if (!notice) return
  const owner = await deviceOwner(getStore())
  if (owner !== `u:${notice.to}`) {
    const subscription = owner.startsWith('u:') ? null : await self.registration.pushManager.getSubscription()
    await subscription?.unsubscribe()
    return
  }
  await showTo(owner, notice)
}

/**
 * Returns a function that tells the owner of saves that have stopped since then and need them: one that was refused
 * while the app was closed would otherwise wait unseen. An app that the person sees says it itself.
 */
export async function watchStopped(): Promise<() => Promise<void>> {
  const store = getStore()
  const owner = await deviceOwner(store)
  const before = await stoppedSaves(store, owner)
  return async () => {
    if ((await stoppedSaves(store, owner)) <= before) return
    const notice = await stoppedNotice(store, owner)
    const windows = await self.clients.matchAll({ type: 'window' })
    if (!notice || Notification.permission !== 'granted' || windows.some(({ visibilityState }) => visibilityState === 'visible')) return
    await showTo(owner, { title: notice.title, body: '', tag: 'stopped', path: '/outbox', isUrgent: false })
  }
}

async function showTo(owner: Owner, { title, body, tag, path, isUrgent }: Omit<PushNotice, 'to'>): Promise<void> {
  const options: ShownOptions = {
    body,
    tag,
    icon: '/icons/icon-192.png',
    data: { path },
    requireInteraction: isUrgent,
    renotify: isUrgent,
  }
  await self.registration.showNotification(title, options)
  // The person may have left meanwhile: their log-out took away only what was shown before.
  if ((await deviceOwner(getStore())) === owner) return
  for (const shown of await self.registration.getNotifications({ tag })) shown.close()
}

function readJson(data: PushMessageData | null): unknown {
  try {
    return data?.json()
  } catch {
    return undefined
  }
}

/** Windows without a form or an editor that a person may be filling in. */
const isIdle = (url: string) =>
  /^\/(?:automations|outbox|review|today|onsite\/.*|sessions|frontend\/tasks\/.*)$/.test(new URL(url).pathname)

/** Opens the screen of a notice: in a window that shows it already, else in an idle one, else in a new one. */
export async function openNotice(notification: Notification): Promise<void> {
  notification.close()
  const { path } = (notification.data ?? {}) as { path?: unknown }
  if (typeof path !== 'string' || !isOwnPath(path)) return
  const url = new URL(path, self.location.origin).href
  const windows = await self.clients.matchAll({ type: 'window' })
  const shown = windows.find((client) => client.url === url)
  if (shown) return void (await shown.focus())
  const idle = windows.find((client) => isIdle(client.url))
  try {
    const focused = await idle?.focus()
    if (focused && (await focused.navigate(url))) return
  } catch {
    // The window has closed meanwhile, or another worker controls it.
  }
  await self.clients.openWindow(url)
}
