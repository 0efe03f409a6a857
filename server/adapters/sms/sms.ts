/** A text message to one number (E.164). `key` is the same for every attempt at one message. */
export interface TextMessage {
  readonly to: string
  readonly text: string
  readonly key: string
  /** Better twice than late: a PIN that somebody waits for. */
  readonly urgent?: boolean | undefined
}

/** Which message to look for at the provider. */
export interface TextSought {
  readonly to: string
  readonly text: string
  /** It was handed over then, or later. */
  readonly since: Date
}

/** A text that a phone has sent us. */
export interface ReceivedText {
  /** The provider's id. */
  readonly key: string
  readonly from: string
  readonly text: string
}

/** Sends text messages. `send` resolves once the provider has taken the message, else rejects with SmsFailed. */
export interface SmsAdapter {
  readonly kind: 'embedded' | 'http'
  send(message: TextMessage): Promise<{ providerId: string }>
  /** Ids of the messages to this number with these words that the provider has taken since then, oldest first. Absent where `key` alone makes a message one. */
  find?(sought: TextSought): Promise<readonly string[]>
  /** What phones have sent since then, oldest first: whatever it could not bring while nobody was there to take it. Absent where nothing comes in. */
  received?(since: Date): Promise<readonly ReceivedText[]>
}

/**
 * `lasting`: the same message fails again (a number that does not exist, a wrong account); otherwise trying later may help. `uncertain`: the provider may
 * have taken the message though nobody heard of it.
 */
export class SmsFailed extends Error {
  readonly lasting: boolean
  readonly retryAfterMs: number | undefined
  readonly uncertain: boolean
  constructor(reason: string, lasting: boolean, { retryAfterMs, uncertain = false }: { retryAfterMs?: number; uncertain?: boolean } = {}) {
    super(reason)
    this.name = 'SmsFailed'
    this.lasting = lasting
    this.retryAfterMs = retryAfterMs
    this.uncertain = uncertain
  }
}
