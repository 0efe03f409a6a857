import { openSeals } from '../../contract/endpoints/sealing.ts'
import { longestPauseOffline, pauseAfter } from '../lib/backoff.ts'
import { noteServerTime, serverNow } from '../store/db/clock.ts'
import type { Owner } from '../store/db/db.ts'
import { isDevice } from '../store/session/deviceMark.ts'
import { leftOwners } from '../store/encryption/grants.ts'
import { onStoreEvent, setPuller, setSealKeyAsker, setTranslator, type WishResult } from '../store/db/events.ts'
import { actorOf, deviceId, getOwner } from '../store/identity/identity.ts'
import { getReach, setReach } from '../store/connectivity/reachability.ts'
import { sealsFor } from '../store/encryption/sharedDevice.ts'
import { dropOld } from '../store/quota/space.ts'
import { getStore, type Store } from '../store/db/store.ts'
import { type Pause, resetPauses } from '../store/outbox/unsent.ts'
import { checkWitness } from '../store/integrity/witness.ts'
import type { OpenFeed } from './feed-stream.ts'
import { headerNames, pingAddress } from './headers.ts'
import { copyHeader, pull } from './pull.ts'
import type { Pass } from './replay.ts'
import { send as fetchSend, type Send } from './send.ts'
import { grantToSend, hasWork, sendableOwners, syncTag, takeOverAfter, workOf } from './waiting.ts'

/** Poll interval while work is waiting, and interval of the watchdog, ms. */
export const rhythm = 30_000

/** Pauses that end when a request succeeds: those with a network cause. */
const gotThrough = ['offline', 'captive'] as const satisfies Pause[]
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

/**
 * Starts the page's part of sync: sends the outbox and fetches screens. Returns the function that stops it.
 * All state is in the store, so stopping at any moment loses nothing.
 */
export function startSync(parts: SyncParts = {}): () => void {
  const store = parts.store ?? getStore()
  const locks = 'locks' in parts ? parts.locks : (navigator as { locks?: LockManager }).locks
  const stops: (() => void)[] = []
  let stopped = false
  let requests = 0
  let lastSign = store.now()
  let failures = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let round: { abort: AbortController } | undefined
  let again = false
  /**
   * Pauses that ended during the current round. They are reset again, for attempts that started before and
   * failed later.
   */
  let ended = new Set<Pause>()
  let wantsReady = false

  /**
   * All requests of the page pass through here: it updates the clock offset, the reachability and the
   * watchdog.
   */
  const send: Send = async (request) => {
    requests++
    const askedAt = store.now()
    try {
      const answer = await (parts.send ?? fetchSend)(request)
      if (answer.kind === 'none') {
        if (!answer.aborted) setReach('offline')
      } else if (answer.header(copyHeader) !== null) {
        // A copy from the service worker: the server did not answer, or not in time.
        setReach('offline')
      } else if (answer.header(headerNames.app) === '1') {
        const before = getReach()
        setReach('ok')
        // Many Wi-Fi networks never fire an "online" event: a successful request ends the network pauses.
        if (before === 'offline' || before === 'captive') goOn(gotThrough)
        void noteServerTime(store, Date.parse(answer.header('date') ?? ''), askedAt).catch(() => undefined)
      }
      return answer
    } finally {
      requests--
      lastSign = store.now()
    }
  }

  const go = () => {
    if (stopped) return
    again = true
    if (!round) void rounds()
  }

  async function rounds(): Promise<void> {
    const mine = { abort: new AbortController() }
    round = mine
    lastSign = store.now()
    clearTimeout(timer)
    try {
      while (again && round === mine && !stopped) {
        again = false
        if (ended.size > 0) {
          const late = [...ended]
          ended = new Set()
          await resetPauses(store, late).catch(() => undefined)
        }
        const wait = await passOverAll(mine.abort.signal)
        if (round === mine && wait !== undefined) wakeIn(wait)
      }
    } finally {
      if (round === mine) round = undefined
    }
  }

  /**
   * Only pages empty the spill database: for the service worker the code would be a twentieth of its size,
   * for a rare case.
   */
  async function pass(owner: Owner, signal: AbortSignal): Promise<Pass | undefined> {
    const [{ drainSpill }, { drain }] = await Promise.all([import('../store/outbox/save.ts'), import('./drain.ts')])
    await drainSpill(store)
    return await drain({ store, send, locks, signal }, owner)
  }

  /** Returns the delay before the next round, ms; undefined if nothing is left to send. */
  async function passOverAll(signal: AbortSignal): Promise<number | undefined> {
    let wait: number | undefined
    const sooner = (ms: number) => {
      wait = Math.min(wait ?? rhythm, Math.max(0, ms))
    }
    try {
      for (const owner of await sendableOwners(store)) {
        const done = (await hasWork(store, owner)) ? await pass(owner, signal) : undefined
        lastSign = store.now()
        if (done) note(done, sooner)
        const grant = await grantToSend(store, owner)
        if (grant !== undefined)
          await (await import('./grantDone.ts')).endIfDone({ store, send, device: await deviceId(store), owner, grant, signal })
        if ((await workOf(store, owner)) > 0) sooner(done?.nextAt === undefined ? rhythm : done.nextAt - store.now())
      }
    } catch {
      // The database failed or the lock was lost: the work in flight stays in the outbox for a later round.
      failures++
      sooner(pauseAfter(failures, store.random()))
    }
    return wait
  }

  function note(pass: Pass, sooner: (ms: number) => void): void {
    if (pass.sent > 0 || pass.stopped === undefined) failures = 0
    if (pass.stopped === 'captive') setReach('captive')
    if (pass.stopped === 'offline') sooner(pauseAfter(++failures, store.random(), longestPauseOffline))
    else if (pass.stopped === 'captive' || pass.stopped === 'busy') sooner(pauseAfter(++failures, store.random()))
    else if (pass.stopped === 'session' || pass.stopped === 'actor') again = true
  }

  function wakeIn(ms: number): void {
    clearTimeout(timer)
    if (!stopped) timer = setTimeout(go, Math.max(50, Math.min(ms, rhythm)))
  }

  /** Fetches the videos and documents that users requested. Rare, so its code is loaded on demand. */
  const keep = () => void import('./media.ts').then(({ keepWanted }) => keepWanted(store)).catch(() => undefined)

  /** Fetches everything for the site, if a user asked for it. */
  const ready = (again = false) =>
    void import('./feed-ready.ts')
      .then(({ keepReady }) => (stopped ? undefined : keepReady({ store, send, locks }, again)))
      .catch(() => undefined)

  let beats = false
  /**
   * Starts the reports of a device with a billing account. Most devices have none, so the code is loaded on
   * demand.
   */
  const reportDevice = () => {
    // In a frame: the parent page sends the reports.
    if (beats || window.parent !== window) return
    beats = true
    void import('./heartbeat.ts')
      .then(({ startHeartbeat }) => {
        if (!stopped) stops.push(startHeartbeat(store, locks))
      })
      .catch(() => {
        beats = false
      })
  }

  /** Makes the data readable again that the user left sealed on a shared device. */
  const unlockSealed = () => {
    const owner = getOwner()
    if (sealsFor(store, owner))
      void import('../store/encryption/sealed.ts').then(({ unlockOwn }) => unlockOwn(store, owner)).catch(() => undefined)
  }

  /** Wakes rows that were waiting for one of these reasons, and starts a round. */
  const goOn = (ends: readonly Pause[]) => {
    failures = 0
    if (round) ended = new Set([...ended, ...ends])
    void resetPauses(store, ends)
      .catch(() => undefined)
      .then(go)
  }

  const fresh = () => {
    keep()
    if (wantsReady) ready()
    lastSign = store.now()
    goOn(isBack)
  }

  /**
   * Watchdog: a round without progress and without a running request is stuck (lost database connection, lost
   * lock): start a new one.
   */
  async function watch(): Promise<void> {
    // Waiting for another tab's lock ends by itself, with a takeover.
    if (requests > 0 || store.now() - lastSign < takeOverAfter + rhythm) return
    const hangs = round
    const headers = { [headerNames.actor]: actorOf(getOwner()), [headerNames.device]: await deviceId(store) }
    const answer = await send({ method: 'GET', url: pingAddress, headers, anonymous: true, timeout: 10_000 })
    if (answer.kind === 'none' || answer.header(headerNames.app) !== '1' || stopped) return
    if (hangs && round === hangs) {
      hangs.abort.abort()
      round = undefined
      store.db.close({ disableAutoOpen: false })
      await store.db.open().catch(() => undefined)
      const row = await store.db.meta.get('restarts').catch(() => undefined)
      await store.db.meta.put({ key: 'restarts', value: Number(row?.value ?? 0) + 1 }).catch(() => undefined)
    }
    go()
  }

  async function watchIfWaiting(): Promise<void> {
    if (round) return await watch()
    for (const owner of await sendableOwners(store)) if ((await workOf(store, owner)) > 0) return go()
  }

  const hold = () => {
    round?.abort.abort()
    round = undefined
  }

  function on(target: EventTarget, type: string, listener: (event: Event) => void): void {
    target.addEventListener(type, listener)
    stops.push(() => target.removeEventListener(type, listener))
  }

  on(globalThis, 'online', fresh)
  on(globalThis, 'pageshow', (event) => {
    if ((event as PageTransitionEvent).persisted) fresh()
  })
  on(globalThis, 'pagehide', hold)
  on(document, 'freeze', hold)
  on(document, 'resume', fresh)
  on(document, 'visibilitychange', () => {
    if (document.visibilityState === 'visible') fresh()
  })
  const worker = (navigator as { serviceWorker?: ServiceWorkerContainer }).serviceWorker
  if (worker) on(worker, 'message', (event) => (event as MessageEvent<{ type?: string } | null>).data?.type === 'outbox' && go())

  /**
   * Requests a background sync for each offline log-out: the server learns of it once there is a connection,
   * even if this page is gone.
   */
  const tellLeaving = async () => {
    for (const owner of await leftOwners(store)) await askBackgroundSync(worker, owner)
  }

  stops.push(
    onStoreEvent((event) => {
      if (event === 'login') {
        unlockSealed()
        void tellLeaving().catch(() => undefined)
        return fresh()
      }
      if (event === 'keep') return keep()
      if (event === 'device') return reportDevice()
      if (event === 'changes' || event === 'ready') {
        wantsReady ||= event === 'ready'
        if (wantsReady) ready(true)
        return
      }
      void import('../store/quota/guardRoom.ts').then(({ guardRoom }) => guardRoom()).catch(() => undefined)
      void askBackgroundSync(worker, getOwner())
      if (navigator.onLine === false) wakeIn(rhythm)
      else go()
    }),
  )
  const beat = setInterval(() => void watchIfWaiting().catch(() => undefined), rhythm)
  stops.push(() => clearInterval(beat))

  const wishes = async (url: string, owner: Owner, anew?: boolean): Promise<WishResult> => {
    const result = await pull({ store, send, device: await deviceId(store) }, url, owner, anew).catch((): WishResult => 'busy')
    if (result === 'captive') setReach('captive')
    return result
  }
  setPuller(wishes)
  stops.push(() => setPuller(undefined))
  setTranslator(async (texts, lang) => (await import('./translate.ts')).askTranslations(texts, lang))
  stops.push(() => setTranslator(undefined))
  setSealKeyAsker(async (items) => (await (await import('./ask.ts')).ask(openSeals, undefined, { items: [...items] })).keys)
  stops.push(() => setSealKeyAsker(undefined))

  if (parts.open || !parts.send)
    void Promise.all([import('./feed.ts'), import('./feed-stream.ts')])
      .then(([{ followChanges }, { openFeed }]) => {
        if (!stopped) stops.push(followChanges({ store, send, locks, open: parts.open ?? openFeed }))
      })
      .catch(() => undefined)

  void (async () => {
    await checkWitness(store, getOwner())
    goOn(opened)
    keep()
    if (await isDevice(store)) reportDevice()
    unlockSealed()
    const owner = getOwner()
    wantsReady = (await store.db.meta.where('key').equals(`ready:${owner}`).count()) > 0
    if (wantsReady) ready()
    if ((await workOf(store, owner)) > 0) await askBackgroundSync(worker, owner)
    await (await import('../store/drafts/drafts-open.ts')).shelveOldDrafts(store)
    await dropOld(store, await serverNow(store))
    // Needs the server anyway, so its code may be loaded from there too.
    if ((await store.db.losses.count()) > 0) {
      const { reconcileLosses } = await import('./reconcile.ts')
      await reconcileLosses({ store, send, device: await deviceId(store) }, owner)
    }
  })().catch(() => goOn(opened))

  return () => {
    stopped = true
    hold()
    clearTimeout(timer)
    for (const stop of stops) stop()
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
