import type { OpError, OpRow } from '../db/MusterDb.ts'

/**
 * Why a row waits: the error kind of its last attempt, a pause that the server asked for ('asked'), or the
 * undo delay of a save that was not sent yet ('held').
 */
export type Pause = OpError['kind'] | 'asked' | 'held'

export function pauseOf({ lastError }: OpRow): Pause {
  if (lastError === undefined) return 'held'
  return lastError.asked ? 'asked' : lastError.kind
}

/**
 * The pauses that have ended while their rows still name a later time: a long queue is neither read nor written for it.
 * In memory, because a new page ends them anyway.
 */
export class EndedPauses {
  /** When they ended (device clock, ms). */
  private readonly ends = new Map<Pause, number>()
  /** Rows that were claimed since: a new pause of theirs counts. */
  private readonly tried = new Set<string>()

  end(pauses: readonly Pause[], now: number): void {
    for (const pause of pauses) this.ends.set(pause, now)
    this.tried.clear()
  }

  isOver(row: OpRow, now: number): boolean {
    // The undo delay of a discard has no error of its own.
    if ((row.heldUntil ?? 0) > now) return false
    const end = this.ends.get(pauseOf(row))
    const at = row.lastError?.at
    // A time that is still to come is one of a clock that was set back.
    return end !== undefined && at !== undefined && (at <= end || at > now) && !this.tried.has(row.opId)
  }

  noteTried(opId: string): void {
    this.tried.add(opId)
  }
}
