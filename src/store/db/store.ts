import { MusterDb, SpillDb } from './MusterDb.ts'

/** Named moments between two steps. Tests stop the device there; in production they do nothing. */
export type Moment =
  | 'save.hashed'
  | 'save.committed'
  | 'spill.written'
  | 'spill.drained'
  | 'claim.before'
  | 'claim.after'
  | 'files.created'
  | 'files.chunk'
  | 'files.complete'
  | 'files.confirmed'
  | 'send.before'
  | 'send.answered'
  | 'settle.after'
  | 'cancel.answered'

/** The part of localStorage that the store uses; absent in a service worker. */
export interface KeyValue {
  getItem(key: string): string | null
  setItem(key: string, value: string): void
  removeItem(key: string): void
}

/** What the store needs from its environment. One per page or worker; tests create any number. */
export interface Store {
  readonly db: MusterDb
  readonly spill: SpillDb
  readonly storage: KeyValue | undefined
  /** Device clock, ms since 1970. For display and for the server, never for ordering. */
  now(): number
  /** In [0, 1). */
  random(): number
  /** Resolves after `ms`; rejects when the signal is aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
  at(moment: Moment): Promise<void> | undefined
}

/** localStorage throws if site data is blocked, and does not exist in workers. */
function browserStorage(): KeyValue | undefined {
  try {
    return (globalThis as { localStorage?: KeyValue }).localStorage
  } catch {
    return undefined
  }
}

export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    if (signal?.aborted) stop()
    else signal?.addEventListener('abort', stop, { once: true })
  })
}

export function openStore(parts: Partial<Store> = {}): Store {
  return {
    db: new MusterDb(),
    spill: new SpillDb(),
    storage: browserStorage(),
    now: Date.now,
    random: Math.random,
    sleep,
    at: () => undefined,
    ...parts,
  }
}

let current: Store | undefined

export function getStore(): Store {
  current ??= openStore()
  return current
}

/** For tests: sets the store that hooks and functions use. */
export function setStore(store: Store | undefined): void {
  current = store
}

const closed = new Set(['DatabaseClosedError', 'InvalidStateError', 'UnknownError'])

/**
 * True for errors of a failing IndexedDB that a new connection often fixes (iOS: "Connection to Indexed
 * Database server lost").
 */
export function isConnectionLoss(error: unknown): boolean {
  const { name, inner } = (error ?? {}) as { name?: string; inner?: { name?: string } }
  return closed.has(name ?? '') || closed.has(inner?.name ?? '')
}

export function isQuota(error: unknown): boolean {
  const { name, inner } = (error ?? {}) as { name?: string; inner?: { name?: string } }
  return name === 'QuotaExceededError' || inner?.name === 'QuotaExceededError'
}

/** Runs `work`; if the database connection is lost, opens it again and retries once. */
export async function withReopen<T>(store: Pick<Store, 'db'>, work: () => PromiseLike<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!isConnectionLoss(error)) throw error
    store.db.close({ disableAutoOpen: false })
    await store.db.open()
    return await work()
  }
}
