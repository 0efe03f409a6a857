/** Share of a second that must be seen: at double speed it is half, which does not count. */
const enough = 0.6
/**
 * A longer gap between two samples cannot be distinguished from a jump, seconds. A background page samples
 * once a second.
 */
const longestLook = 1.5

export interface Look {
  /** Position in the video, seconds. */
  readonly at: number
  /** Time of the sample, seconds of a monotonic clock. */
  readonly when: number
  readonly playing: boolean
}

/**
 * Measures which seconds of a video were really watched, from samples of its position. The part between two
 * samples counts if the video could have played it in that time. A jump does not count, and at higher speed
 * each second gets a smaller share.
 */
export class Meter {
  readonly #seen: Float64Array
  readonly #duration: number
  #last: Look | undefined

  /** `bits`: seconds watched before. */
  constructor(duration: number, bits = '') {
    this.#duration = duration
    this.#seen = new Float64Array(Math.ceil(duration - 0.01))
    for (let second = 0; second < this.#seen.length; second++) if (bits[second] === '1') this.#seen[second] = 1
  }

  /** Counts the part that was played between two samples. */
  #count(last: Look, now: Look): void {
    const took = now.when - last.when
    const way = now.at - last.at
    for (let second = Math.floor(last.at); second < now.at && second < this.#seen.length; second++) {
      const share = Math.min(now.at, second + 1) - Math.max(last.at, second)
      // Never more than the played part: while a video stalls, nothing is watched.
      this.#seen[second] = (this.#seen[second] ?? 0) + Math.min(share, (share / way) * took)
    }
  }

  /** Returns true if another second is watched. */
  look(now: Look): boolean {
    const last = this.#last
    const took = last ? now.when - last.when : 0
    const way = last ? now.at - last.at : 0
    // A framed player reports its position only now and then: an unchanged position means no news, not a
    // stop.
    if (last?.playing && now.playing && way === 0 && took < longestLook) return false
    this.#last = now
    if (!last?.playing) return false
    if (took <= 0 || took > longestLook || way <= 0 || way > took * 2.5 + 0.25) return false
    const before = this.bits
    this.#count(last, now)
    return this.bits !== before
  }

  /** Call it after a jump: the skipped part was not watched. */
  jumped(): void {
    this.#last = undefined
  }

  /** One character per second. */
  get bits(): string {
    let bits = ''
    for (const [second, seen] of this.#seen.entries()) bits += seen >= enough * Math.min(1, this.#duration - second) - 0.001 ? '1' : '0'
    return bits
  }
}

/** The first second that was not watched; undefined if all were. */
export function firstGap(bits: string): number | undefined {
  const at = bits.indexOf('0')
  return at < 0 ? undefined : at
}

/** For example `1:05`. */
export function clock(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}
