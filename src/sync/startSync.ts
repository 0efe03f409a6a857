import { openSeals } from '../../contract/endpoints/sealing.ts'
import { serverNow } from '../store/db/serverNow.ts'
import type { Owner } from '../store/db/MusterDb.ts'
import { isDevice } from '../store/session/deviceMark.ts'
import { leftOwners } from '../store/encryption/grantOf.ts'
import {
  onStoreEvent,
  setFetcher,
  setSealKeyAsker,
  setTranslator,
  type StoreEvent,
  type RefreshResult,
} from '../store/db/emitStoreEvent.ts'
import { deviceId, getOwner } from '../store/identity/getOwner.ts'
import { setReach } from '../store/connectivity/getReach.ts'
import { dropOld } from '../store/quota/freeSpace.ts'
import { getStore, type Store } from '../store/db/store.ts'
import type { Pause } from '../store/outbox/EndedPauses.ts'
import { checkLossJournal } from '../store/integrity/checkLossJournal.ts'
import type { OpenFeed } from './openFeed.ts'
import { PageTasks } from './pageTasks.ts'
import { pull } from './pull.ts'
import { gotThrough, ReplayRounds, rhythm } from './replayRounds.ts'
import { send as fetchSend, type Send } from './send.ts'
import { hasRequests, syncTag } from './sendableOwners.ts'

/**
 * Pauses that end when a user opens or reloads the page: a new page does not know the reasons of the old one.
 * It keeps pauses that the server asked for.
 */
const opened = [...gotThrough, 'unknown', 'busy'] as const satisfies Pause[]
/** Pauses that end when the network or the user is back: all but the undo delay ('held'). */
const isBack = [...opened, 'asked', 'conflict'] as const satisfies Pause[]

export interface SyncParts {
  store?: Store | undefined
  send?: Send | undefined
  locks?: LockManager | undefined
  /** Opens the change stream. If `send` is replaced, there is no stream unless this is given. */
  open?: OpenFeed | undefined
}

/** The page's part of sync, between its start and its stop. */
interface PageSync {
  readonly store: Store
  readonly locks: LockManager | undefined
  readonly worker: ServiceWorkerContainer | undefined
  readonly rounds: ReplayRounds
  readonly tasks: PageTasks
  isStopped: boolean
  readonly stops: (() => void)[]
}

/**
 * Starts the page's part of sync: sends the outbox and fetches screens. Returns the function that stops it.
 * All state is in the store, so stopping at any moment loses nothing.
 */
export function startSync(parts: SyncParts = {}): () => void {
  const store = parts.store ?? getStore()
  const locks = 'locks' in parts ? parts.locks : (navigator as { locks?: LockManager }).locks
  const worker = (navigator as { serviceWorker?: ServiceWorkerContainer }).serviceWorker
  const rounds = new ReplayRounds({ store, send: parts.send ?? fetchSend, locks })
  const tasks = new PageTasks({ store, send: rounds.send, locks })
  const sync: PageSync = { store, locks, worker, rounds, tasks, isStopped: false, stops: [] }
  followPage(sync)
  sync.stops.push(onStoreEvent((event) => onEvent(sync, event)))
  const beat = setInterval(() => void rounds.watch().catch(() => undefined), rhythm)
  sync.stops.push(() => clearInterval(beat))
  serveStore(sync)
  if (parts.open || !parts.send) openChangeStream(sync, parts.open)
  void begin(sync).catch(() => rounds.resume(opened))
  return () => {
    sync.isStopped = true
    rounds.stop()
    tasks.stop()
    for (const stop of sync.stops) stop()
  }
}

/** The network or the user is back. */
function comeBack({ rounds, tasks }: PageSync): void {
  tasks.keepMedia()
  tasks.makeReady()
  tasks.queueTalks()
  rounds.noteSign()
  rounds.resume(isBack)
}

/** Sends when the page appears or the network returns, and rests while the page is frozen or gone. */
function followPage(sync: PageSync): void {
  const { rounds, worker, stops } = sync
  const on = (target: EventTarget, type: string, listener: (event: Event) => void) => {
    target.addEventListener(type, listener)
    stops.push(() => target.removeEventListener(type, listener))
  }
  const onResume = () => comeBack(sync)
  on(globalThis, 'online', onResume)
  on(globalThis, 'pageshow', (event) => {
    if ((event as PageTransitionEvent).persisted) onResume()
  })
  on(globalThis, 'pagehide', rounds.hold)
  on(document, 'freeze', rounds.hold)
  on(document, 'resume', onResume)
  on(document, 'visibilitychange', () => {
    if (document.visibilityState === 'visible') onResume()
  })
  if (worker) on(worker, 'message', (event) => (event as MessageEvent<{ type?: string } | null>).data?.type === 'outbox' && rounds.go())
}

function onEvent(sync: PageSync, event: StoreEvent): void {
  const { rounds, tasks, worker } = sync
  switch (event) {
    case 'login':
      tasks.unlockSealed()
      void tellLeaving(sync).catch(() => undefined)
      return comeBack(sync)
    case 'keep':
      return tasks.keepMedia()
    case 'device':
      return tasks.reportDevice()
    case 'ready':
      tasks.wantsReady = true
      return tasks.makeReady(true)
    case 'changes':
      return tasks.makeReady(true)
    default:
      void import('../store/quota/monitorQuota.ts').then(({ monitorQuota: guardRoom }) => guardRoom()).catch(() => undefined)
      void askBackgroundSync(worker, getOwner())
      if (navigator.onLine === false) rounds.wakeIn(rhythm)
      else rounds.go()
  }
}

/**
 * Requests a background sync for each offline log-out: the server learns of it once there is a connection,
 * even if this page is gone.
 */
async function tellLeaving({ store, worker }: PageSync): Promise<void> {
  for (const owner of await leftOwners(store)) await askBackgroundSync(worker, owner)
}

/** Answers the requests of the store: screens, translations, and the keys of sealed data. */
function serveStore({ store, rounds: { send }, stops }: PageSync): void {
  const wishes = async (url: string, owner: Owner, anew?: boolean): Promise<RefreshResult> => {
    const result = await pull({ store, send, device: await deviceId(store) }, url, owner, anew).catch((): RefreshResult => 'busy')
    if (result === 'captive') setReach('captive')
    return result
  }
  setFetcher(wishes)
  stops.push(() => setFetcher(undefined))
  setTranslator(async (texts, lang) => (await import('./askTranslations.ts')).askTranslations(texts, lang))
  stops.push(() => setTranslator(undefined))
  setSealKeyAsker(async (items) => (await (await import('./ask.ts')).ask(openSeals, undefined, { items: [...items] })).keys)
  stops.push(() => setSealKeyAsker(undefined))
}

function openChangeStream(sync: PageSync, open: OpenFeed | undefined): void {
  const { store, locks, rounds, stops } = sync
  void Promise.all([import('./followChanges.ts'), import('./openFeed.ts')])
    .then(([{ followChanges }, { openFeed }]) => {
      if (!sync.isStopped) stops.push(followChanges({ store, send: rounds.send, locks, open: open ?? openFeed }))
    })
    .catch(() => undefined)
}

/** The first work of a page. */
async function begin({ store, rounds, tasks, worker }: PageSync): Promise<void> {
  await checkLossJournal(store, getOwner())
  rounds.resume(opened)
  tasks.keepMedia()
  tasks.queueTalks()
  if (await isDevice(store)) tasks.reportDevice()
  tasks.unlockSealed()
  const owner = getOwner()
  tasks.wantsReady = (await store.db.readiness.where('owner').equals(owner).count()) > 0
  tasks.makeReady()
  if (await hasRequests(store, owner)) await askBackgroundSync(worker, owner)
  await (await import('../store/db/adoptMetaRows.ts')).adoptMetaRows(store)
  await (await import('../store/drafts/openDraft.ts')).shelveOldDrafts(store)
  await dropOld(store, await serverNow(store))
  // Needs the server anyway, so its code may be loaded from there too.
  if ((await store.db.losses.count()) > 0) {
    const { reconcileLosses } = await import('./reconcileLosses.ts')
    await reconcileLosses({ store, send: rounds.send, device: await deviceId(store) }, owner)
  }
}

/**
 * Requests a wake-up for when the page is gone (Chromium only). Sync must not depend on it: the replay in the
 * page is the main path.
 */
async function askBackgroundSync(worker: ServiceWorkerContainer | undefined, owner: Owner): Promise<void> {
  try {
    const registration = (await worker?.getRegistration()) as { sync?: { register(tag: string): Promise<void> } } | undefined
    await registration?.sync?.register(syncTag(owner))
  } catch {
    // Not allowed or not supported.
  }
}
