import { subscribePush, unsubscribePush } from '../../../../contract/endpoints/people/push.ts'
import { getStore } from '../../../store/db/store.ts'
import { keepStoppedNotice } from '../../../store/session/stoppedNotice.ts'
import { ask } from '../../../sync/ask.ts'

/**
 * What this browser can do: show notices; only after it was installed (iOS); nothing; or the person has forbidden
 * them.
 */
export type Ability = 'ready' | 'install' | 'none' | 'denied'

export function abilityOfBrowser(): Ability {
  // Only iOS has `standalone`; there an installed app alone gets notices.
  if ((navigator as { standalone?: boolean }).standalone === false) return 'install'
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window)) return 'none'
  return Notification.permission === 'denied' ? 'denied' : 'ready'
}

/** The address of this browser at its push service; undefined when it has not subscribed. */
export async function endpointHere(): Promise<string | undefined> {
  if (!('serviceWorker' in navigator && 'PushManager' in window)) return undefined
  const registration = await navigator.serviceWorker.getRegistration()
  return (await registration?.pushManager.getSubscription())?.endpoint
}

/**
 * Asks for permission, subscribes this browser and tells the server. Resolves to false when the person does not allow
 * it. Rejects when the push service or the server cannot be reached; this browser is then not subscribed.
 */
export async function subscribeHere(publicKey: string): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false
  const { pushManager } = await navigator.serviceWorker.ready
  // One that the server does not know, or one for a former key of it.
  await (await pushManager.getSubscription())?.unsubscribe()
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
  const { endpoint, keys = {} } = subscription.toJSON()
  try {
    const body = { endpoint: endpoint ?? '', keys: { p256dh: keys['p256dh'] ?? '', auth: keys['auth'] ?? '' } }
    await ask(subscribePush, undefined, body)
  } catch (error) {
    await subscription.unsubscribe().catch(() => undefined)
    throw error
  }
  return true
}

/** Rejects when the server cannot be reached; this browser shows no more notices in any case. */
export async function unsubscribeHere(endpoint: string): Promise<void> {
  await keepStoppedNotice(getStore(), undefined).catch(() => undefined)
  const registration = await navigator.serviceWorker.getRegistration()
  await (await registration?.pushManager.getSubscription())?.unsubscribe()
  await ask(unsubscribePush, undefined, { endpoint })
}
