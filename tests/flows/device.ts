import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { MusterDb, SpillDb } from '../../src/store/db/MusterDb.ts'
import { type KeyValue, type Moment, openStore, type Store } from '../../src/store/db/store.ts'

/** A clock that advances only on request. */
export class Clock {
  time = Date.UTC(2026, 5, 1, 7)
  private timers: { at: number; go: () => void }[] = []

  readonly now = () => this.time

  readonly sleep = (ms: number, signal?: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      const timer = { at: this.time + ms, go: resolve }
      this.timers.push(timer)
      signal?.addEventListener('abort', () => {
        this.timers = this.timers.filter((other) => other !== timer)
        reject(signal.reason)
      })
    })

  advance(ms: number): void {
    this.time += ms
    const due = this.timers.filter((timer) => timer.at <= this.time)
    this.timers = this.timers.filter((timer) => timer.at > this.time)
    for (const timer of due) timer.go()
  }
}

export function memoryStorage(): KeyValue {
  const values = new Map<string, string>()
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
  }
}

/** Stops the device at the nth time that it reaches a named moment. */
export interface Crash {
  at: Moment
  nth: number
}

/**
 * A phone: its disk and its localStorage outlive the browser. A crash is a promise that never resolves, for
 * all later work of this browser start; `start` opens the same disk again.
 */
export class Device {
  readonly disk = new IDBFactory()
  readonly storage = memoryStorage()
  readonly clock: Clock
  crash: Crash | undefined
  crashes = 0
  private generation = 0
  private died: () => void = () => undefined

  constructor(clock = new Clock()) {
    this.clock = clock
  }

  /** Resolves when a planned crash happens. */
  readonly nextCrash = (): Promise<'crashed'> =>
    new Promise((resolve) => {
      this.died = () => resolve('crashed')
    })

  /** Starts a page or worker of the current browser. */
  start(random: () => number = Math.random): Store & { alive(): boolean; never: Promise<never> } {
    const generation = this.generation
    const alive = () => generation === this.generation
    const never = new Promise<never>(() => undefined)
    const options = { indexedDB: this.disk, IDBKeyRange }
    return Object.assign(
      openStore({
        db: new MusterDb(options),
        spill: new SpillDb(options),
        storage: this.storage,
        now: this.clock.now,
        random,
        sleep: this.clock.sleep,
        at: (moment) => {
          if (!alive()) return never
          if (this.crash?.at !== moment || --this.crash.nth > 0) return undefined
          this.crash = undefined
          this.kill()
          return never
        },
      }),
      { alive, never },
    )
  }

  /** Kills the whole browser at once. */
  kill(): void {
    this.crashes++
    this.generation++
    this.died()
  }
}
