import type { Owner } from '../store/db/MusterDb.ts'
import { deviceId } from '../store/identity/getOwner.ts'
import type { Store } from '../store/db/store.ts'
import { tellLeft } from './tellLeft.ts'
import { type Pass, replay, type ReplayOptions } from './replay.ts'
import type { Context } from './context.ts'
import type { Send } from './send.ts'
import { grantToSend, hasRequests, lockName, takeOverAfter } from './sendableOwners.ts'

/** Heartbeat interval of the lock's holder, ms. */
const beatEvery = 5000

export interface Drain extends Pick<Context, 'rebase'>, Pick<ReplayOptions, 'pauses' | 'followers' | 'onSent'> {
  store: Store
  send: Send
  /** Absent in browsers without the Locks API: then only leases keep two workers apart. */
  locks: LockManager | undefined
  signal?: AbortSignal | undefined
  /** The pass starts no save after this device time, ms. */
  until?: number | undefined
}

/**
 * Runs one pass over an owner's outbox, under the lock that all pages and the service worker share. Returns
 * undefined if there is nothing to do.
 */
export async function drain(parts: Drain, owner: Owner): Promise<Pass | undefined> {
  const { store, send } = parts
  if (!(await hasRequests(store, owner))) return undefined
  const device = await deviceId(store)
  return await underLock(parts, owner, async (alone, signal) => {
    const grant = await grantToSend(store, owner)
    // If no save waits, this report ends the grant, and the pass has nothing to do.
    if (grant !== undefined && !(await tellLeft({ store, send, device, owner, grant, signal })))
      return { sent: 0, stopped: 'offline', nextAt: undefined }
    return await replay({ ...parts, device, owner, alone, grant, signal })
  })
}

/** Device time of the newest heartbeat, ms. A page of schema version 1, which stays open after the upgrade, beats in `meta`. */
async function lastBeat({ db }: Store, owner: Owner): Promise<number> {
  const [row, older] = await Promise.all([db.heartbeats.get(owner), db.meta.get(`leader:${owner}`)])
  return Math.max(row?.at ?? 0, Number(older?.value ?? 0))
}

/**
 * Every worker queues for the lock: testing and leaving if it is taken would lose wake-ups. The lock is held
 * for one pass. It only saves traffic; correctness with two senders comes from idempotency keys and row
 * tokens.
 */
async function underLock<T>(parts: Drain, owner: Owner, work: (alone: boolean, signal: AbortSignal) => Promise<T>): Promise<T> {
  const { store, locks, signal } = parts
  const ours = new AbortController()
  const either = signal ? AbortSignal.any([signal, ours.signal]) : ours.signal
  const beat = () => store.db.heartbeats.put({ owner, at: store.now() }).catch(() => undefined)
  const alive = async (alone: boolean) => {
    void beat()
    const beating = setInterval(() => void beat(), beatEvery)
    try {
      return await work(alone, either)
    } finally {
      clearInterval(beating)
      // The signal of the page lives for hours; it lets go of the one of this pass.
      ours.abort()
    }
  }
  if (!locks) return await alive(false)
  for (;;) {
    signal?.throwIfAborted()
    const waiting = new AbortController()
    const stopWaiting = () => waiting.abort()
    signal?.addEventListener('abort', stopWaiting)
    const patience = setTimeout(stopWaiting, takeOverAfter)
    let got = false
    const run = (_lock: unknown) => {
      got = true
      clearTimeout(patience)
      return alive(true)
    }
    try {
      return await locks.request(lockName(owner), { signal: waiting.signal }, run)
    } catch (error) {
      if (got || signal?.aborted) {
        // Another worker considered this one dead and has taken over.
        ours.abort()
        throw error
      }
      const silentFor = store.now() - (await lastBeat(store, owner))
      if (silentFor < takeOverAfter && silentFor >= 0) continue
      return await locks.request(lockName(owner), { steal: true }, run).catch((stolen: unknown) => {
        ours.abort()
        throw stolen
      })
    } finally {
      clearTimeout(patience)
      signal?.removeEventListener('abort', stopWaiting)
    }
  }
}
