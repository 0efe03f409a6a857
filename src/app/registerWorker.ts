import { Workbox } from 'workbox-window'
import { backoffDelay } from '../lib/backoffDelay.ts'
import { nextChance } from '../lib/nextChance.ts'
import { offerUpdate } from './watchUpdates.ts'

const hour = 60 * 60 * 1000
/** How long a new version may take to activate before the page is reloaded anyway, ms. */
const patience = 1500
/** How long a version may take to install after a remote command, ms. */
const installLimit = 60_000

/** What `reloadNewest` did: nothing found, the reload is under way, or the page may not be reloaded now. */
type Outcome = 'none' | 'applied' | 'refused'

let newest: ((mayReload: () => boolean) => Promise<Outcome>) | undefined

/**
 * Fetches the newest version and reloads the page with it; without a newer one it reloads the page as it is. The
 * fetch takes time: `mayReload` is asked directly before the reload. Resolves to false if it refused.
 */
export async function reloadNewest(mayReload: () => boolean, reload = () => location.reload()): Promise<boolean> {
  const outcome = (await newest?.(mayReload).catch(() => 'none' as const)) ?? 'none'
  if (outcome !== 'none') return outcome === 'applied'
  if (!mayReload()) return false
  reload()
  return true
}

/** In sessionStorage: when the person accepted a version that has not taken over yet, ms. */
const acceptedKey = 'muster:update-accepted'
/** A version that takes over later than this after the person accepted it is offered again, ms. */
const acceptedFor = 30_000

function noteAccepted(): void {
  try {
    sessionStorage.setItem(acceptedKey, String(Date.now()))
  } catch {
    // Blocked: the version is offered again.
  }
}

/** True once after the person accepted a version on this page a moment ago. */
function takeAccepted(): boolean {
  try {
    const at = Number(sessionStorage.getItem(acceptedKey) ?? 0)
    sessionStorage.removeItem(acceptedKey)
    return Date.now() - at < acceptedFor
  } catch {
    return false
  }
}

/** Resolves when the worker has installed or has failed, at the latest after the limit. */
const installed = (worker: ServiceWorker) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, installLimit)
    worker.addEventListener('statechange', () => resolve())
  })

/**
 * Registers the service worker. A new version is only offered; the page never reloads by itself. `rest` ends
 * the page's open requests (the change stream, an outbox request): a new worker activates once the previous
 * one has no work left.
 */
export async function registerWorker(rest: () => void, reload = () => location.reload()): Promise<void> {
  const workbox = new Workbox('/sw.js', { updateViaCache: 'none' })
  let asked = false
  let offered: ServiceWorker | null | undefined
  const apply = () => {
    asked = true
    noteAccepted()
    rest()
    workbox.messageSkipWaiting()
    // The last resort if another page still has open requests: a reload ends those of this page.
    setTimeout(reload, patience)
  }
  const offer = (worker: ServiceWorker | null | undefined) => {
    if (!worker || worker === offered || !navigator.serviceWorker.controller) return
    offered = worker
    offerUpdate({ kind: 'ready', apply })
  }
  workbox.addEventListener('waiting', ({ sw }) => offer(sw))
  // The first worker of a device is not a new version, also when another page registered it.
  let isFirst = !navigator.serviceWorker.controller
  workbox.addEventListener('controlling', () => {
    // Or accepted a moment ago, before this load of the page: the previous worker had not ended its work then.
    if (takeAccepted() || asked) reload()
    else if (!isFirst) offerUpdate({ kind: 'running', apply: reload })
    isFirst = false
  })
  let registration: ServiceWorkerRegistration | undefined
  let failures = 0
  const register = async () => {
    registration = await workbox.register({ immediate: true })
  }
  // The first installation failed, or did not begin: the connection was lost, or Firefox ended it after a minute. The next
  // one fetches the missing files only.
  const registerAgain = async (): Promise<void> => {
    if (registration?.active) return
    failures += 1
    await nextChance(backoffDelay(failures, Math.random()))
    await register().catch(registerAgain)
  }
  workbox.addEventListener('redundant', () => void registerAgain())
  await register().catch(registerAgain)
  newest = async (mayReload) => {
    await workbox.update().catch(() => undefined)
    if (registration?.installing) await installed(registration.installing)
    if (!registration?.waiting) return 'none'
    if (!mayReload()) return 'refused'
    apply()
    return 'applied'
  }
  const look = async () => {
    if (document.visibilityState !== 'visible' || !navigator.onLine) return
    // Workbox reports one new version; later ones of a page that stays open are found here.
    offer(registration?.waiting)
    await workbox.update().catch(() => undefined)
  }
  setInterval(() => void look(), hour)
  document.addEventListener('visibilitychange', () => void look())
}
