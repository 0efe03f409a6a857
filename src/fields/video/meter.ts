/** Of a second, this much has to be seen: at twice the speed it is half, and does not count. */
const enough = 0.6
/** Between two looks more than this can't be told from a jump, seconds. A page in the background looks once a second. */
const longestLook = 1.5

export interface Look {
  /** Where the video is, seconds. */
  readonly at: number
  /** When that was looked at, seconds of a clock that only goes forward. */
  readonly when: number
  readonly playing: boolean
}

/**
 * Counts which seconds of a video were really watched. It only sees where the video is every so often: the way between two looks counts
 * when the video could have played it in that time; a jump counts nothing, and what runs faster is seen for a shorter time.
 */
export class Meter {
  readonly #seen: Float64Array
  readonly #duration: number
  #last: Look | undefined

  /** `bits`: what was watched before. */
  constructor(duration: number, bits = '') {
    this.#duration = duration
    this.#seen = new Float64Array(Math.ceil(duration - 0.01))
    for (let second = 0; second < this.#seen.length; second++) if (bits[second] === '1') this.#seen[second] = 1
  }

  /** True when a second more is watched. */
  look(now: Look): boolean {
    const last = this.#last
    const took = last ? now.when - last.when : 0
    const way = last ? now.at - last.at : 0
    // A player in a frame tells its place now and then: until it does, nothing is known about the time since.
    if (last?.playing && now.playing && way === 0 && took < longestLook) return false
    this.#last = now
    if (!last?.playing) return false
    if (took <= 0 || took > longestLook || way <= 0 || way > took * 2.5 + 0.25) return false
    const before = this.bits
    for (let second = Math.floor(last.at); second < now.at && second < this.#seen.length; second++) {
      const share = Math.min(now.at, second + 1) - Math.max(last.at, second)
      // Never more than the way itself: a video that stalls is not watched while it does.
      this.#seen[second] = (this.#seen[second] ?? 0) + Math.min(share, (share / way) * took)
    }
    return this.bits !== before
  }

  /** A jump: what lies between was not watched. */
  jumped(): void {
    this.#last = undefined
  }

  /** One character a second. */
  get bits(): string {
    let bits = ''
    for (const [second, seen] of this.#seen.entries()) bits += seen >= enough * Math.min(1, this.#duration - second) - 0.001 ? '1' : '0'
    return bits
  }
}

/** The first second that was not watched; undefined when there is none. */
export function firstGap(bits: string): number | undefined {
  const at = bits.indexOf('0')
  return at < 0 ? undefined : at
}

/** `1:05` */
export function clock(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}
