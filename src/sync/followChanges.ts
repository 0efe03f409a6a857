import type { Change, Changes } from '../../contract/endpoints/changes.ts'
import { longestPauseOffline, backoffDelay } from '../lib/backoffDelay.ts'
import { noteServerTime } from '../store/db/serverNow.ts'
import { anonymousOwner, type Owner } from '../store/db/MusterDb.ts'
import { emitStoreEvent, onStoreEvent } from '../store/db/emitStoreEvent.ts'
import { actorOf, deviceId, deviceOwner, getOwner } from '../store/identity/getOwner.ts'
import { getReach, onReach, setReach } from '../store/connectivity/getReach.ts'
import { allOf } from '../store/quota/freeSpace.ts'
import { type Store, withReopen } from '../store/db/store.ts'
import { noteSessionEnd } from '../store/session/noteDisabled.ts'
import { isAffectedBy } from './isAffectedBy.ts'
import { errorOf, type ServerError } from './classify.ts'
import { eventsOf, type FeedAnswer, type OpenFeed } from './openFeed.ts'
import { headerNames } from './headerNames.ts'
import { pull } from './pull.ts'
import type { Send } from './send.ts'

const address = '/api/changes'
export const feedLock = 'muster:feed'

/**
 * Watchdog timeout of the stream, ms: three server comments are missing, so the connection is dead although
 * no error was reported.
 */
export const silence = 45_000
/** Changes within this window are fetched together, ms. */
const gather = 250
/** Maximum number of parallel requests. */
const lanes = 2

export interface FeedParts {
  readonly store: Store
  readonly send: Send
  readonly open: OpenFeed
  /** Absent in browsers without the Locks API: then each page opens its own stream. */
  readonly locks: LockManager | undefined
}

/**
 * Subscribes to the server's change stream while the page is visible and online, in one page per device, and
 * refetches the cached data that a change affects. Where no stream is possible, screens keep polling. Returns
 * the function that stops it.
 */
export function followChanges(parts: FeedParts): () => void {
  const { locks } = parts
  let stopped = false
  let run: AbortController | undefined
  let pause = new AbortController()

  const may = () => !stopped && document.visibilityState === 'visible' && navigator.onLine !== false && getOwner() !== anonymousOwner

  /** Opens or closes the stream when the page's visibility or connectivity changes. */
  const follow = () => {
    if (!may()) {
      run?.abort()
      run = undefined
    } else if (!run) {
      const mine = new AbortController()
      run = mine
      const work = () => listenOn(parts, mine.signal, () => pause.signal)
      void (locks ? locks.request(feedLock, { signal: mine.signal }, work) : work())
        .catch(() => undefined)
        .finally(() => {
          if (run === mine) run = undefined
        })
    }
  }
  /** Another user may be logged in now, who needs another stream. */
  const afresh = () => {
    run?.abort()
    run = undefined
    follow()
  }
  const leave = () => {
    run?.abort()
    run = undefined
  }
  /** The server may be reachable again: ends the back-off pause. */
  const now = () => {
    pause.abort()
    pause = new AbortController()
    follow()
  }

  const ends: (() => void)[] = []
  const on = (target: EventTarget, type: string, listener: () => void) => {
    target.addEventListener(type, listener)
    ends.push(() => target.removeEventListener(type, listener))
  }
  on(document, 'visibilitychange', now)
  on(document, 'freeze', leave)
  on(document, 'resume', now)
  on(globalThis, 'online', now)
  on(globalThis, 'offline', follow)
  on(globalThis, 'pagehide', leave)
  on(globalThis, 'pageshow', now)
  ends.push(onStoreEvent((event) => event === 'login' && afresh()))
  ends.push(onReach(() => getReach() === 'ok' && now()))
  follow()
  return () => {
    stopped = true
    leave()
    for (const end of ends) end()
  }
}

/** Opens one stream after the other until the signal aborts or this user has no session. */
async function listenOn(parts: FeedParts, signal: AbortSignal, pause: () => AbortSignal): Promise<void> {
  const { store } = parts
  let failures = 0
  while (!signal.aborted) {
    const owner = getOwner()
    const [holder, row] = await Promise.all([deviceOwner(store), store.db.principals.get(owner)])
    // A new log-in emits an event, which opens another stream.
    if (owner === anonymousOwner || holder !== owner || (row !== undefined && row.session !== 'ok')) return
    const before = store.now()
    const outcome = await listenOnce(parts, owner, signal)
    // A revoked kiosk must notice it at once, in all of its pages.
    if (outcome === 'over' && owner.startsWith('k:'))
      await withReopen(store, () => store.db.principals.put({ owner, session: 'expired', at: store.now() }))
    if (outcome === 'over' || signal.aborted) return
    // A stream that was open is no failure. But after a restart of the server, clients must not all reconnect
    // in the same second.
    failures = outcome === 'lived' && store.now() - before > 10_000 ? 1 : failures + 1
    const ms = 500 + backoffDelay(Math.max(2, failures), store.random(), outcome === 'unreached' ? longestPauseOffline : undefined)
    await store.sleep(ms, AbortSignal.any([signal, pause()])).catch(() => undefined)
  }
}

/**
 * lived: the stream was open. failed: it was not, or its changes could not be fetched. unreached: no answer.
 * over: this user has no access to the stream.
 */
async function listenOnce(parts: FeedParts, owner: Owner, outer: AbortSignal): Promise<'lived' | 'failed' | 'unreached' | 'over'> {
  const { store } = parts
  const mine = new AbortController()
  const signal = AbortSignal.any([outer, mine.signal])
  const device = await deviceId(store)
  const since = (await withReopen(store, () => store.db.cursors.get(owner)))?.id
  const headers = {
    accept: 'text/event-stream',
    [headerNames.actor]: actorOf(owner),
    [headerNames.device]: device,
    ...(since !== undefined && { 'last-event-id': since }),
  }
  let watch: ReturnType<typeof setTimeout> | undefined
  const alive = () => {
    clearTimeout(watch)
    watch = setTimeout(() => mine.abort(), silence)
  }
  alive()
  const catching = catchUp(parts, owner, device, signal, () => mine.abort())
  try {
    const askedAt = store.now()
    const answer = await parts.open(address, headers, signal)
    if (!answer) return 'unreached'
    if (answer.redirected || answer.header(headerNames.app) !== '1') return 'failed'
    if (answer.status === 401 || answer.status === 403) return await endOf(store, owner, (await errorIn(answer)).code)
    if (answer.status !== 200) return 'failed'
    setReach('ok')
    await noteServerTime(store, Date.parse(answer.header('date') ?? ''), askedAt).catch(() => undefined)
    for await (const event of eventsOf(answer.text)) {
      alive()
      if (event.event === 'end') return await endOf(store, owner, codeIn(event.data))
      if (event.event === 'changes') catching.add(JSON.parse(event.data) as Changes, event.id)
    }
    return 'lived'
  } catch {
    return 'lived'
  } finally {
    clearTimeout(watch)
    mine.abort()
    await catching.done()
  }
}

/** The server says why a stream of a disabled account ends. Other ends are noticed by the next request. */
async function endOf(store: Store, owner: Owner, code: string | undefined): Promise<'over'> {
  if (code === 'ACCOUNT_DISABLED') await noteSessionEnd(store, owner, true)
  return 'over'
}

const codeIn = (data: string): string | undefined => (JSON.parse(data) as { code?: string }).code

async function errorIn(answer: FeedAnswer): Promise<ServerError> {
  let text = ''
  for await (const part of answer.text) text += part
  try {
    return errorOf(JSON.parse(text))
  } catch {
    return {}
  }
}

/**
 * Fetches the changed data in parallel. The cursor is stored only after everything was fetched: after an
 * interruption the server sends the same changes again.
 */
function catchUp(parts: FeedParts, owner: Owner, device: string, signal: AbortSignal, giveUp: () => void) {
  const { store, send } = parts
  let waiting: { changes: Change[]; reset: boolean; id: string } | undefined
  let running: Promise<void> | undefined

  async function work(): Promise<void> {
    await store.sleep(gather, signal).catch(() => undefined)
    while (waiting && !signal.aborted) {
      const { changes, reset, id } = waiting
      waiting = undefined
      const urls = await keptOf(store, owner, changes, reset)
      if (!(await fetchAll(urls))) return giveUp()
      await withReopen(store, () => store.db.cursors.put({ owner, id }))
      if (reset || changes.some(({ kind }) => kind !== 'record')) emitStoreEvent('changes')
    }
  }

  async function fetchAll(urls: readonly string[]): Promise<boolean> {
    const left = [...urls]
    let good = true
    const lane = async () => {
      for (let url = left.shift(); url !== undefined && good && !signal.aborted; url = left.shift()) {
        const result = await pull({ store, send, device }, url, owner, true)
        if (result !== 'fresh' && result !== 'refused') good = false
      }
    }
    await Promise.all(Array.from({ length: lanes }, lane))
    return good && !signal.aborted
  }

  return {
    add(told: Changes, id: string) {
      waiting = { changes: [...(waiting?.changes ?? []), ...told.changes], reset: (waiting?.reset ?? false) || told.reset === true, id }
      running ??= work()
        .catch(giveUp)
        .finally(() => {
          running = undefined
          if (waiting && !signal.aborted) this.add({ changes: [] }, waiting.id)
        })
    },
    done: async () => {
      await running
    },
  }
}

/** Cached addresses that the changes affect, newest first. */
async function keptOf(store: Store, owner: Owner, changes: readonly Change[], reset: boolean): Promise<string[]> {
  if (changes.length === 0 && !reset) return []
  const rows = await withReopen(store, () =>
    store.db.screens
      .where('[owner+url]')
      .between(...allOf(owner))
      .toArray(),
  )
  rows.sort((a, b) => b.fetchedAt - a.fetchedAt)
  return rows.flatMap(({ url, data }) => {
    const lists = Object.keys((data as { lookups?: Record<string, unknown> } | undefined)?.lookups ?? {})
    return reset || changes.some((change) => isAffectedBy(url, change, lists)) ? [url] : []
  })
}
