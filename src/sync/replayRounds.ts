import { longestPauseOffline, backoffDelay } from '../lib/backoffDelay.ts'
import { noteServerTime } from '../store/db/serverNow.ts'
import type { Owner } from '../store/db/MusterDb.ts'
import { actorOf, deviceId, getOwner } from '../store/identity/getOwner.ts'
import { getReach, setReach } from '../store/connectivity/getReach.ts'
import type { Store } from '../store/db/store.ts'
import { EndedPauses, type Pause } from '../store/outbox/EndedPauses.ts'
import { recheckConflicts } from '../store/outbox/hasUnsent.ts'
import type { Drain } from './drain.ts'
import { headerNames, pingAddress } from './headerNames.ts'
import { copyHeader } from './pull.ts'
import type { Pass } from './replay.ts'
import type { Send, WireAnswer } from './send.ts'
import { grantToSend, hasRequests, hasWork, sendableOwners, takeOverAfter } from './sendableOwners.ts'

/** Poll interval while work is waiting, and interval of the watchdog, ms. */
export const rhythm = 30_000

/** Pauses that end when a request succeeds: those with a network cause. */
export const gotThrough = ['offline', 'captive'] as const satisfies Pause[]

interface RoundsParts {
  readonly store: Store
  readonly send: Send
  readonly locks: LockManager | undefined
}

/**
 * The page's replay of the outbox. A round is one pass over the work of each owner that may be sent; the next one
 * starts when it is asked for or when a save is due. All state that must survive is in the store.
 */
export class ReplayRounds {
  private readonly store: Store
  private readonly fetch: Send
  private readonly locks: LockManager | undefined
  private isStopped = false
  private requests = 0
  private lastSign: number
  private failures = 0
  private timer: ReturnType<typeof setTimeout> | undefined
  private round: AbortController | undefined
  private again = false
  /**
   * Pauses that ended during the current round. They end once more after it, for attempts that started before and
   * failed later.
   */
  private ended = new Set<Pause>()
  private readonly pauses = new EndedPauses()

  constructor({ store, send, locks }: RoundsParts) {
    this.store = store
    this.fetch = send
    this.locks = locks
    this.lastSign = store.now()
  }

  /** All requests of the page pass through here: it updates the clock offset, the reachability and the watchdog. */
  readonly send: Send = async (request) => {
    this.requests++
    const askedAt = this.store.now()
    try {
      const answer = await this.fetch(request)
      this.noteAnswer(answer, askedAt)
      return answer
    } finally {
      this.requests--
      this.noteSign()
    }
  }

  private noteAnswer(answer: WireAnswer, askedAt: number): void {
    if (answer.kind === 'none') {
      if (!answer.aborted) setReach('offline')
    } else if (answer.header(copyHeader) !== null) {
      // A copy from the service worker: the server did not answer, or not in time.
      setReach('offline')
    } else if (answer.header(headerNames.app) === '1') {
      const before = getReach()
      setReach('ok')
      // Many Wi-Fi networks never fire an "online" event: a successful request ends the network pauses.
      if (before === 'offline' || before === 'captive') this.resume(gotThrough)
      void noteServerTime(this.store, Date.parse(answer.header('date') ?? ''), askedAt).catch(() => undefined)
    }
  }

  /** Postpones the watchdog. */
  noteSign(): void {
    this.lastSign = this.store.now()
  }

  /** Starts a round, or another one after the current round. */
  readonly go = (): void => {
    if (this.isStopped) return
    this.again = true
    if (!this.round) void this.run()
  }

  private async run(): Promise<void> {
    const mine = new AbortController()
    this.round = mine
    this.noteSign()
    clearTimeout(this.timer)
    try {
      while (this.again && this.round === mine && !this.isStopped) {
        this.again = false
        if (this.ended.size > 0) {
          const late = [...this.ended]
          this.ended = new Set()
          await this.endPauses(late)
        }
        const wait = await this.passOverAll(mine.signal)
        if (this.round === mine && wait !== undefined) this.wakeIn(wait)
      }
    } finally {
      if (this.round === mine) this.round = undefined
    }
  }

  /** Returns the delay before the next round, ms; undefined if nothing is left to send. */
  private async passOverAll(signal: AbortSignal): Promise<number | undefined> {
    const { store } = this
    let wait: number | undefined
    const sooner = (ms: number) => {
      wait = Math.min(wait ?? rhythm, Math.max(0, ms))
    }
    try {
      for (const owner of await sendableOwners(store)) {
        const done = (await hasWork(store, owner)) ? await this.pass(owner, signal) : undefined
        this.noteSign()
        if (done) this.notePass(done, sooner)
        const grant = await grantToSend(store, owner)
        if (grant !== undefined)
          await (await import('./endGrantIfDone.ts')).endGrantIfDone({
            store,
            send: this.send,
            device: await deviceId(store),
            owner,
            grant,
            signal,
          })
        if (await hasRequests(store, owner)) sooner(done?.nextAt === undefined ? rhythm : done.nextAt - store.now())
      }
    } catch {
      // The database failed or the lock was lost: the work in flight stays in the outbox for a later round.
      this.failures++
      sooner(backoffDelay(this.failures, store.random()))
    }
    return wait
  }

  /**
   * Only pages empty the spill database, and make a correction a change of the save that it replaced: for the
   * service worker the code would be a tenth of its size, for rare cases.
   */
  private async pass(owner: Owner, signal: AbortSignal): Promise<Pass | undefined> {
    const { store, send, locks, pauses } = this
    const [{ drainSpill }, { drain }, { followers }, { journalSent }] = await Promise.all([
      import('../store/outbox/saveOp.ts'),
      import('./drain.ts'),
      import('../store/outbox/followers.ts'),
      import('../store/integrity/journalSent.ts'),
    ])
    await drainSpill(store)
    return await drain({ store, send, locks, signal, rebase, pauses, followers, onSent: journalSent(store) }, owner)
  }

  private notePass({ sent, stopped }: Pass, sooner: (ms: number) => void): void {
    const { store } = this
    if (sent > 0 || stopped === undefined) this.failures = 0
    if (stopped === 'captive') setReach('captive')
    if (stopped === 'offline') sooner(backoffDelay(++this.failures, store.random(), longestPauseOffline))
    else if (stopped === 'captive' || stopped === 'busy') sooner(backoffDelay(++this.failures, store.random()))
    else if (stopped === 'session' || stopped === 'actor') this.again = true
  }

  /** Starts a round after `ms`, at most after the poll interval. */
  wakeIn(ms: number): void {
    clearTimeout(this.timer)
    if (!this.isStopped) this.timer = setTimeout(this.go, Math.max(50, Math.min(ms, rhythm)))
  }

  /** Wakes rows that were waiting for one of these reasons, and starts a round. */
  resume(ends: readonly Pause[]): void {
    this.failures = 0
    if (this.round) this.ended = new Set([...this.ended, ...ends])
    void this.endPauses(ends).then(this.go)
  }

  private async endPauses(ends: readonly Pause[]): Promise<void> {
    const { store, pauses } = this
    pauses.end(ends, store.now())
    if (!ends.includes('conflict')) return
    const recheck = async () => await recheckConflicts(store, await sendableOwners(store))
    // Without the database the round fails, too, and is repeated.
    await recheck().catch(() => undefined)
  }

  /** For an interval: starts a round if work waits, and checks that the current one is alive. */
  async watch(): Promise<void> {
    if (this.round) return await this.restartIfStuck()
    for (const owner of await sendableOwners(this.store)) if (await hasRequests(this.store, owner)) return this.go()
  }

  /**
   * Watchdog: a round without progress and without a running request is stuck (lost database connection, lost
   * lock): start a new one.
   */
  private async restartIfStuck(): Promise<void> {
    const { db } = this.store
    // Waiting for another tab's lock ends by itself, with a takeover.
    if (this.requests > 0 || this.store.now() - this.lastSign < takeOverAfter + rhythm) return
    const hangs = this.round
    const headers = { [headerNames.actor]: actorOf(getOwner()), [headerNames.device]: await deviceId(this.store) }
    const answer = await this.send({ method: 'GET', url: pingAddress, headers, anonymous: true, timeout: 10_000 })
    if (answer.kind === 'none' || answer.header(headerNames.app) !== '1' || this.isStopped) return
    if (hangs && this.round === hangs) {
      hangs.abort()
      this.round = undefined
      db.close({ disableAutoOpen: false })
      await db.open().catch(() => undefined)
      const row = await db.meta.get('restarts').catch(() => undefined)
      await db.meta.put({ key: 'restarts', value: Number(row?.value ?? 0) + 1 }).catch(() => undefined)
    }
    this.go()
  }

  /** Ends the current round; what is in flight stays in the outbox. */
  readonly hold = (): void => {
    this.round?.abort()
    this.round = undefined
  }

  stop(): void {
    this.isStopped = true
    this.hold()
    clearTimeout(this.timer)
  }
}

const rebase: Drain['rebase'] = async (store, row) => {
  await (await import('../store/outbox/rebaseOnApplied.ts')).rebaseOnApplied(store, row)
}
