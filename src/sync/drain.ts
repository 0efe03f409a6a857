import type { Owner } from '../store/db.ts'
import { deviceId } from '../store/identity.ts'
import type { Store } from '../store/store.ts'
import { tellLeft } from './leaving.ts'
import { type Pass, replay } from './replay.ts'
import type { Send } from './send.ts'
import { grantToSend, lockName, takeOverAfter, workOf } from './waiting.ts'

/** The holder of the lock says this often that it is alive, ms. */
const beatEvery = 5000

export interface Drain {
  store: Store
  send: Send
  /** Absent where the browser has none: then leases alone keep two workers apart. */
  locks: LockManager | undefined
  signal?: AbortSignal | undefined
  /** No new save is begun after this device time. */
  until?: number | undefined
}

/** One pass over an owner's outbox under the lock that all pages and the service worker share. Undefined when there was nothing to do. */
export async function drain(parts: Drain, owner: Owner): Promise<Pass | undefined> {
  const { store, send, until } = parts
  if ((await workOf(store, owner)) === 0) return undefined
  const device = await deviceId(store)
  return await underLock(parts, owner, async (alone, signal) => {
    const grant = await grantToSend(store, owner)
    // Where nothing waits the grant ends with the word, and the pass finds nothing to do.
    if (grant !== undefined && !(await tellLeft({ store, send, device, owner, grant, signal })))
      return { sent: 0, stopped: 'offline', nextAt: undefined }
    return await replay({ store, send, device, owner, alone, grant, until, signal })
  })
}

/**
 * Everybody asks for the lock with a request that queues: asking whether it is free and leaving again loses wake-ups. It is held for one pass.
 * It saves traffic; what makes two senders harmless are the keys and the tokens of the rows.
 */
async function underLock<T>(parts: Drain, owner: Owner, work: (alone: boolean, signal: AbortSignal) => Promise<T>): Promise<T> {
  const { store, locks, signal } = parts
  const ours = new AbortController()
  const either = signal ? AbortSignal.any([signal, ours.signal]) : ours.signal
  const beat = () => store.db.meta.put({ key: `leader:${owner}`, value: store.now() }).catch(() => undefined)
  const alive = async (alone: boolean) => {
    void beat()
    const beating = setInterval(() => void beat(), beatEvery)
    try {
      return await work(alone, either)
    } finally {
      clearInterval(beating)
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
        // Taken over by somebody who thought us gone: they go on from here.
        ours.abort()
        throw error
      }
      const row = await store.db.meta.get(`leader:${owner}`)
      const silentFor = store.now() - Number(row?.value ?? 0)
      if (silentFor < takeOverAfter && silentFor >= 0) continue
      try {
        return await locks.request(lockName(owner), { steal: true }, run)
      } catch (stolen) {
        ours.abort()
        throw stolen
      }
    } finally {
      clearTimeout(patience)
      signal?.removeEventListener('abort', stopWaiting)
    }
  }
}
