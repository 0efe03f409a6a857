/** An entry of the daily log of a project (spec/2 §1). */
export interface LogEntry {
  /** The same for every attempt, even with other values: there is only ever one entry per key. */
  readonly key: string
  /** Id of the project in that system. */
  readonly project: string
  /** yyyy-MM-dd */
  readonly day: string
  readonly kind: 'manpower' | 'notes'
  /** The entry still needs an approval in that system. */
  readonly pending: boolean
  readonly vendor: string
  readonly trade?: string | undefined
  readonly cost_code?: string | undefined
  readonly worker_count?: number | undefined
  readonly worker_hours?: number | undefined
  readonly hours?: number | undefined
  readonly location?: string | undefined
  /** Notes of a manpower entry, or the comment of a note. */
  readonly notes?: string | undefined
  /** The author: the owner of the bot. */
  readonly by: { readonly uid: string; readonly name: string; readonly email: string | null }
  /** The entry's id in that system from an earlier write. */
  readonly remote?: string | undefined
  /** An earlier attempt may have arrived although its answer was lost. */
  readonly again: boolean
}

/**
 * Writes daily logs. `write` resolves when the entry is stored; rejects with LogRefused if a retry is
 * useless, with other errors if a retry may help.
 */
export interface DailyLog {
  readonly kind: 'embedded' | 'http'
  /** Also rejects with LogAccessRefused. */
  write(entry: LogEntry, access: LogAccess): Promise<{ readonly remote: string }>
}

/** With whose rights an entry is written: an access token of a person's login, or a service account of a company. */
export type LogAccess =
  | { readonly kind: 'login'; readonly token: string }
  | { readonly kind: 'service'; readonly clientId: string; readonly clientSecret: string }

/** The system does not accept the token or the service account. Nothing was written. */
export class LogAccessRefused extends Error {
  constructor() {
    super('the daily log refused the login')
    this.name = 'LogAccessRefused'
  }
}

export interface LogMessage {
  readonly type: 'error' | 'validation'
  readonly message: string
}

/**
 * The system refuses the entry: for example the day is completed, or the vendor is unknown. A person must
 * fix it before a retry.
 */
export class LogRefused extends Error {
  readonly messages: readonly LogMessage[]
  constructor(messages: readonly LogMessage[]) {
    super('the daily log refused the entry')
    this.name = 'LogRefused'
    this.messages = messages
  }
}

/** The same text for every system, so that a completed day is recognized by it. */
export const dayCompleted = (day: string): LogMessage => ({ type: 'validation', message: `The day ${day} is completed in the daily log.` })
