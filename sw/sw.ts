import '../src/lib/addMissing.ts'
import { mayBeFetchedFor } from '../contract/rules/servedType.ts'
import { getStore } from '../src/store/db/store.ts'
import type { ClaimOptions } from '../src/store/outbox/claim.ts'
import { drain } from '../src/sync/drain.ts'
import { hasRequests, sendableOwners, syncTag } from '../src/sync/sendableOwners.ts'
import { send } from '../src/sync/send.ts'
import { asksByItself, withoutLeft } from './withoutLeft.ts'
import { mediaAnswer, isMedia, oncePerVersion } from './mediaAnswer.ts'
import { isScreen, networkFirst } from './networkFirst.ts'
import { refreshForms } from './refreshForms.ts'
import { createShell } from './createShell.ts'
import { openNotice, showNotice, watchStopped } from './showNotice.ts'
import { takeShare } from './takeShare.ts'

declare const self: ServiceWorkerGlobalScope
/**
 * Address of the app's file list. The build inserts it (scripts/steps/shellList.mjs), so that a new list
 * makes a new worker.
 */
declare const __SHELL_LIST__: string

/** After a wake-up the worker starts no save later than this, ms: browsers stop long-running workers. */
const budget = 20_000

const shell = createShell(__SHELL_LIST__, self.location.origin)

self.addEventListener('install', (event) => event.waitUntil(shell.install()))
self.addEventListener('activate', (event) => event.waitUntil(shell.activate().then(() => self.clients.claim())))

// Handles reads only, and files that another app shares. If the worker answered a write, the outbox would not see its failure.
self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method === 'POST' && pathname === '/share' && origin === self.location.origin) return event.respondWith(takeShare(request))
  if (request.method === 'GET' && origin === self.location.origin) {
    const mayFetch = mayBeFetchedFor(request.destination)
    if (isScreen(pathname)) return event.respondWith(networkFirst(request, (work) => event.waitUntil(work)))
    if (mayFetch && asksByItself(request, pathname)) return event.respondWith(withoutLeft(request))
    if (isMedia(pathname)) {
      // The server checks the request's destination and refuses to serve the file as a script.
      if (mayFetch) event.respondWith(mediaAnswer(request))
      return
    }
    if (pathname.startsWith('/pdfjs/')) return event.respondWith(oncePerVersion(request))
  }
  const file = shell.answer(request)
  if (file) event.respondWith(file)
})

self.addEventListener('message', (event) => {
  const { type, script } = (event.data ?? {}) as { type?: unknown; script?: unknown }
  if (type === 'SKIP_WAITING') void self.skipWaiting()
  if (type === 'STANDS') event.waitUntil(shell.stands(String(script)))
  if (type === 'FAILED')
    event.waitUntil(
      shell
        .failed(String(script))
        .catch(() => false)
        .then((former) => event.ports[0]?.postMessage(former)),
    )
})

self.addEventListener('push', (event) => event.waitUntil(showNotice(event.data)))
self.addEventListener('notificationclick', (event) => event.waitUntil(openNotice(event.notification)))

interface SyncEvent extends ExtendableEvent {
  readonly tag: string
}

/**
 * Replays the outbox of every owner with a valid session or grant, and reports log-outs. Throws while work is
 * left, so that the browser wakes the worker again.
 */
async function replayAll(): Promise<void> {
  const store = getStore()
  const until = store.now() + budget
  let isLeft = false
  // The browser wakes the worker when the connection is back, and the next time minutes later: a save does not wait for its next
  // try. A try that fails ends the pass.
  const pauses: ClaimOptions['pauses'] = {
    isOver: ({ heldUntil = 0, lastError }, now) => heldUntil <= now && lastError?.kind === 'offline',
    noteTried: () => undefined,
  }
  // Saves are sent also when the notice fails.
  const tellStopped = await watchStopped().catch(() => undefined)
  for (const owner of await sendableOwners(store)) {
    await drain({ store, send, locks: self.navigator.locks, until, pauses }, owner)
    isLeft = (await hasRequests(store, owner)) || isLeft
  }
  await tellStopped?.().catch(() => undefined)
  for (const client of await self.clients.matchAll()) client.postMessage({ type: 'outbox' })
  if (isLeft) throw new Error('left')
}

self.addEventListener('sync', ((event: SyncEvent) => {
  if (event.tag.startsWith(syncTag(''))) event.waitUntil(replayAll())
}) as EventListener)

self.addEventListener('periodicsync', ((event: SyncEvent) => {
  const refresh = () => refreshForms(Date.now() + budget).catch(() => undefined)
  if (event.tag === 'forms')
    event.waitUntil(
      refresh()
        .then(replayAll)
        .catch(() => undefined),
    )
}) as EventListener)
