/** What goes to the daily log of a project (spec/2 §1). */
export interface LogEntry {
  /** The same for every attempt, also with other values: there is one entry for it, ever. */
  readonly key: string
  /** Id of the project in that system. */
  readonly project: string
  /** yyyy-MM-dd */
  readonly day: string
  readonly kind: 'manpower' | 'notes'
  /** Somebody approves it there. */
  readonly pending: boolean
  readonly vendor: string
  readonly trade?: string | undefined
  readonly cost_code?: string | undefined
  readonly worker_count?: number | undefined
  readonly worker_hours?: number | undefined
  readonly hours?: number | undefined
  readonly location?: string | undefined
  /** Notes of manpower, or the comment of a note. */
  readonly notes?: string | undefined
  /** Who writes: the owner of the bot. */
  readonly by: { readonly uid: string; readonly name: string; readonly email: string | null }
  /** Its id from an earlier write. */
  readonly remote?: string | undefined
  /** An earlier attempt may have arrived though nobody heard of it. */
  readonly again: boolean
}

/** Writes daily logs. `write` resolves once the entry stands there; rejects with LogRefused for good, with anything else for now. */
export interface DailyLog {
  readonly kind: 'embedded' | 'http'
  write(entry: LogEntry): Promise<{ readonly remote: string }>
}

export interface LogMessage {
  readonly type: 'error' | 'validation'
  readonly message: string
}

/** The system will not take it: a day that is completed, a vendor that it does not know. Trying again needs a person. */
export class LogRefused extends Error {
  readonly messages: readonly LogMessage[]
  constructor(messages: readonly LogMessage[]) {
    super('the daily log refused the entry')
    this.name = 'LogRefused'
    this.messages = messages
  }
}

/** The same words in every system, so that a completed day is known by them. */
export const dayCompleted = (day: string): LogMessage => ({ type: 'validation', message: `The day ${day} is completed in the daily log.` })
