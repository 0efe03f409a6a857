/** A text message to one number (E.164). `key` is the same for every attempt to send one message. */
export interface TextMessage {
  readonly to: string
  readonly text: string
  readonly key: string
  /** Sending twice is better than sending late: a person waits for this PIN. */
  readonly urgent?: boolean | undefined
}

/** The message to look for at the provider. */
export interface TextSought {
  readonly to: string
  readonly text: string
  /** The message was given to the provider at this time or later. */
  readonly since: Date
}

/** A text message from a phone. */
export interface ReceivedText {
  /** The provider's id. */
  readonly key: string
  readonly from: string
  readonly text: string
}

/**
 * Sends text messages. `send` resolves when the provider has accepted the message, else rejects with
 * SmsFailed.
 */
export interface SmsAdapter {
  readonly kind: 'embedded' | 'http'
  send(message: TextMessage): Promise<{ providerId: string }>
  /**
   * Ids of the messages with this number and text that the provider has accepted since then, oldest first.
   * Absent if the provider deduplicates by `key`.
   */
  find?(sought: TextSought): Promise<readonly string[]>
  /**
   * Texts from phones since then, oldest first, including those that the provider could not deliver to this
   * server. Absent if it receives none.
   */
  received?(since: Date): Promise<readonly ReceivedText[]>
  /**
   * Returns whether the provider has signed a call of its webhook: this address, with these fields. Absent if
   * it calls none.
   */
  isSigned?(signature: string | undefined, url: string, fields: Readonly<Record<string, string>>): boolean
}

/**
 * `lasting`: the same message will fail again (unknown number, wrong account); otherwise a retry may help.
 * `uncertain`: the provider may have accepted the message although its answer was lost.
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
