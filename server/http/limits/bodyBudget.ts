import { Refused } from '../../../contract/Refused.ts'
import { TooManyRequests } from '../../domain/limits/limits.ts'
import { text } from '../../i18n/text.ts'

/** Bytes of bodies held at the same time, of all requests together. */
export interface BodyBudgets {
  /** On disk, for the whole process. */
  readonly process: number
  /** Of `process`, for signed-in people alone. */
  readonly reserve: number
  /** What one address may hold, as a part of what the others leave it: the fuller the disk, the less it is. */
  readonly addressShare: number
  readonly perDevice: number
  /** In memory while a request is handled. Further requests wait. */
  readonly memory: number
}

const MB = 1024 * 1024

/** A hundred phones of a site that send their largest save of 4 MB at once hold 400 MB; one address alone may hold 512 MB. */
export const standardBudgets: BodyBudgets = {
  process: 2048 * MB,
  reserve: 512 * MB,
  addressShare: 1 / 3,
  perDevice: 256 * MB,
  memory: 128 * MB,
}

/** A request that waits this long for memory is refused and may be sent again, ms. */
const mostWaitMs = 30_000

export interface Sender {
  readonly address: string
  /** Combined with its address: a device id alone is not secret. */
  readonly device: string | undefined
  /** The body comes with a session of a person or the token of a kiosk. */
  readonly isSignedIn: boolean
}

/** Counts received bytes, not announced ones: an announcement costs its sender nothing. */
export class BodyBudget {
  private readonly budgets: BodyBudgets
  private total = 0
  private readonly held = new Map<string, number>()
  private inMemory = 0
  private readonly waiting: { bytes: number; grant: () => void }[] = []

  constructor(budgets: BodyBudgets = standardBudgets) {
    this.budgets = budgets
  }

  /** @throws Refused UNAVAILABLE, TOO_MANY_REQUESTS */
  take({ address, device, isSignedIn }: Sender, bytes: number): void {
    const { process, reserve, addressShare, perDevice } = this.budgets
    const left = process - (isSignedIn ? 0 : reserve) - this.total
    if (bytes > left)
      throw new Refused(503, 'UNAVAILABLE', text('The server is receiving too much at the moment. Please try again in a minute.'))
    const held = this.held.get(address) ?? 0
    const tooMuch =
      held + bytes > (left + held) * addressShare || (device !== undefined && (this.held.get(device) ?? 0) + bytes > perDevice)
    if (tooMuch) throw new TooManyRequests(10)
    this.total += bytes
    for (const who of device === undefined ? [address] : [address, device]) this.held.set(who, (this.held.get(who) ?? 0) + bytes)
  }

  give({ address, device }: Sender, bytes: number): void {
    this.total -= bytes
    for (const who of device === undefined ? [address] : [address, device]) {
      const left = (this.held.get(who) ?? 0) - bytes
      if (left > 0) this.held.set(who, left)
      else this.held.delete(who)
    }
  }

  /**
   * Waits for free memory, in order of arrival; resolves to a function that releases it. @throws Refused
   * UNAVAILABLE
   */
  async enterMemory(bytes: number): Promise<() => void> {
    // A body larger than the whole budget would wait forever.
    const size = Math.min(bytes, this.budgets.memory)
    if (this.waiting.length > 0 || this.inMemory + size > this.budgets.memory) await this.waitFor(size)
    else this.inMemory += size
    let given = false
    return () => {
      if (given) return
      given = true
      this.inMemory -= size
      this.next()
    }
  }

  private waitFor(bytes: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const one = {
        bytes,
        grant: () => {
          clearTimeout(timer)
          resolve()
        },
      }
      const timer = setTimeout(() => {
        this.waiting.splice(this.waiting.indexOf(one), 1)
        reject(new Refused(503, 'UNAVAILABLE', text('The server is busy with large files. Please try again in a minute.')))
      }, mostWaitMs)
      timer.unref()
      this.waiting.push(one)
    })
  }

  private next(): void {
    for (let first = this.waiting[0]; first && this.inMemory + first.bytes <= this.budgets.memory; first = this.waiting[0]) {
      this.waiting.shift()
      this.inMemory += first.bytes
      first.grant()
    }
  }

  /** For tests: bytes on disk, senders with bytes on disk, bytes in memory. */
  get state(): { total: number; senders: number; inMemory: number } {
    return { total: this.total, senders: this.held.size, inMemory: this.inMemory }
  }
}
