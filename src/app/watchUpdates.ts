import { useSyncExternalStore } from 'react'
import { backoffDelay } from '../lib/backoffDelay.ts'
import { nextChance } from '../lib/nextChance.ts'

/**
 * ready: a new version waits until the person accepts it. running: another tab has already switched; a reload
 * is needed.
 */
export type Update = { readonly kind: 'ready' | 'running'; apply(): void } | undefined

let update: Update
const listeners = new Set<() => void>()

export function offerUpdate(next: Update): void {
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

/** The address that a failed import names; Safari names none, and loads it again itself. */
const addressIn = (error: unknown): string | undefined => (error instanceof Error ? /https?:\/\/\S+/.exec(error.message)?.[0] : undefined)

/** The part with this export in a loaded file: the build puts parts together, and such a file exports each of them as one object. */
const partIn = <Part extends object>(file: object, name: keyof Part): Part | undefined =>
  [file, ...(Object.values(file) as unknown[])].find(
    (each: unknown): each is Part => typeof each === 'object' && each !== null && name in each,
  )

/**
 * Loads a part that every visit needs, such as sync, by one of its exports. A visit that loses its connection gets it
 * later. Chromium answers a repeated import with the first failure, so that a retry needs another address.
 */
export async function loadWithRetry<Part extends object>(
  load: () => Promise<Part>,
  name: keyof Part,
  loadFrom: (address: string) => Promise<object> = (address) => import(/* @vite-ignore */ address) as Promise<object>,
): Promise<Part> {
  let failed: string | undefined
  for (let tries = 1; ; tries += 1) {
    // Undefined if the page asked for a reload instead (`watchMissingParts`).
    const file: object | undefined = await (failed === undefined ? load() : loadFrom(`${failed}?retry=${tries - 1}`)).catch(
      (error: unknown) => {
        failed ??= addressIn(error)
        return undefined
      },
    )
    const part = file && partIn<Part>(file, name)
    if (part) return part
    await nextChance(backoffDelay(tries, Math.random()))
  }
}

/** Registers the service worker and offers its new versions. `rest` ends the page's open requests. */
export async function watchUpdates(rest: () => void): Promise<void> {
  if (!('serviceWorker' in navigator) || !import.meta.env.PROD) return
  const { registerWorker } = await loadWithRetry(() => import('./registerWorker.ts'), 'registerWorker')
  await registerWorker(rest)
}

const reloadedFor = 'muster:reloaded-for'
/** A page that is still there so long after the person left it stays: the link was a download, ms. */
const leavingFor = 10_000

/**
 * After an update, files that are loaded later no longer exist on the server: one reload fetches the new
 * version. `mayReload` first saves typed input, and the form restores it; if that fails, the update is
 * offered instead. A device with a worker has these files cached: if a load fails there (the worker was
 * stopped at that moment), the next caller tries it again, and the page is reloaded only if a screen broke.
 * Firefox ends all loads of a page as soon as the person leaves it; a reload would take them back to it.
 * Returns the handler to call with every render error.
 */
export function watchMissingParts(mayReload: () => Promise<boolean>, reload = () => location.reload()): (error: unknown) => void {
  const lost = new WeakSet<object>()
  const offer = () => offerUpdate({ kind: 'running', apply: reload })
  let leftAt = -leavingFor
  addEventListener('beforeunload', () => {
    leftAt = performance.now()
  })
  const reloadOnce = () => {
    if (!navigator.onLine || performance.now() - leftAt < leavingFor) return false
    try {
      if (sessionStorage.getItem(reloadedFor) === __APP_VERSION__) return false
      sessionStorage.setItem(reloadedFor, __APP_VERSION__)
    } catch {
      // Without session storage the app can't know whether it has reloaded before, so the person decides.
      offer()
      return false
    }
    void mayReload().then((may) => (may ? reload() : offer()))
    return true
  }
  addEventListener('vite:preloadError', (event) => {
    const { payload } = event as Event & { payload: Error }
    // `loadWithRetry` loads them again; the page works without them. Their files keep these names (vite.config.ts).
    if (/\/(?:registerWorker|asking)\b/.test(addressIn(payload) ?? '')) return
    lost.add(payload)
    if (!navigator.serviceWorker?.controller && reloadOnce()) event.preventDefault()
  })
  return (error) => {
    if (typeof error === 'object' && error !== null && lost.has(error)) reloadOnce()
  }
}

/** Tells the worker that the app has rendered: the worker can delete the previous version. */
export function tellStands(): void {
  const script = document.querySelector<HTMLScriptElement>('script[data-app]')?.dataset['app']
  if (script && 'serviceWorker' in navigator) navigator.serviceWorker.controller?.postMessage({ type: 'STANDS', script })
}
