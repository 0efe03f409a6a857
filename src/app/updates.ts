import { useSyncExternalStore } from 'react'

/** ready: a new version waits for the person's word. running: another tab has switched already; a reload catches up. */
export type Update = { readonly kind: 'ready' | 'running'; apply(): void } | undefined

let update: Update
const listeners = new Set<() => void>()

function set(next: Update): void {
  update = next
  for (const listener of listeners) listener()
}

export function useUpdate(): Update {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => update,
  )
}

const hour = 60 * 60 * 1000
/** A new version has this long to take over before its page is loaded again all the same, ms. */
const patience = 1500

/**
 * Registers the service worker. A new version is only ever offered; nothing reloads by itself. `rest` ends what the page has under way (the stream of
 * changes, a request of the outbox): a worker takes over once the one before it has nothing left to do.
 */
export async function watchUpdates(rest: () => void): Promise<void> {
  if (!('serviceWorker' in navigator) || !import.meta.env.PROD) return
  const container = navigator.serviceWorker
  // The first worker of a device takes over without being a new version.
  let first = container.controller === null
  let asked = false
  container.addEventListener('controllerchange', () => {
    if (asked) location.reload()
    else if (!first) set({ kind: 'running', apply: () => location.reload() })
    first = false
  })
  const registration = await container.register('/sw.js', { updateViaCache: 'none' })
  const offer = (worker: ServiceWorker | null) => {
    if (!worker || !container.controller) return
    set({
      kind: 'ready',
      apply() {
        asked = true
        rest()
        worker.postMessage({ type: 'SKIP_WAITING' })
        // The last resort, where another page still has something under way: a page that goes leaves nothing of its own.
        setTimeout(() => location.reload(), patience)
      },
    })
  }
  offer(registration.waiting)
  registration.addEventListener('updatefound', () => {
    const { installing } = registration
    installing?.addEventListener('statechange', () => {
      if (installing.state === 'installed') offer(installing)
    })
  })
  const look = () => {
    if (document.visibilityState === 'visible' && navigator.onLine) void registration.update().catch(() => undefined)
  }
  setInterval(look, hour)
  document.addEventListener('visibilitychange', look)
}

const reloadedFor = 'muster:reloaded-for'

/**
 * A part of the app that is loaded later is gone from the server after an update: one reload fetches the new version. `mayReload` first has written
 * down what somebody has typed, and the form brings it back; where it could not, the update is offered instead. A device with a worker has its parts:
 * one that did not come there (a worker that was stopped at that moment) is asked for again by whoever wants it, and only a screen that broke by it is
 * worth a reload. Returns what is to be told of every error that drawing met.
 */
export function watchMissingParts(mayReload: () => Promise<boolean>, reload = () => location.reload()): (error: unknown) => void {
  const lost = new WeakSet<object>()
  const reloadOnce = () => {
    if (!navigator.onLine) return false
    let again = true
    try {
      again = sessionStorage.getItem(reloadedFor) === __APP_VERSION__
      sessionStorage.setItem(reloadedFor, __APP_VERSION__)
    } catch {
      // Without a session storage there is no way to know that it was tried; offer it.
    }
    if (again) return false
    void mayReload().then((may) => (may ? reload() : set({ kind: 'running', apply: reload })))
    return true
  }
  addEventListener('vite:preloadError', (event) => {
    lost.add((event as Event & { payload: Error }).payload)
    if (!navigator.serviceWorker?.controller && reloadOnce()) event.preventDefault()
  })
  return (error) => {
    if (typeof error === 'object' && error !== null && lost.has(error)) reloadOnce()
  }
}

/** The app has drawn itself: the worker need not keep the version before any longer. */
export function tellStands(): void {
  const script = document.querySelector<HTMLScriptElement>('script[type=module][src]')
  if (script && 'serviceWorker' in navigator)
    navigator.serviceWorker.controller?.postMessage({ type: 'STANDS', script: new URL(script.src).pathname })
}
