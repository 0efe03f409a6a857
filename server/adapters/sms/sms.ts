/** A text message to one number (E.164). `key` is the same for every attempt at one message. */
export interface TextMessage {
  readonly to: string
  readonly text: string
  readonly key: string
}

/** Sends text messages. `send` resolves once the provider has taken the message, else rejects with SmsFailed. */
export interface SmsAdapter {
  readonly kind: 'embedded' | 'http'
  send(message: TextMessage): Promise<{ providerId: string }>
}

/** `lasting`: the same message fails again (a number that does not exist, a wrong account); otherwise trying later may help. */
export class SmsFailed extends Error {
  readonly lasting: boolean
  readonly retryAfterMs: number | undefined
  constructor(reason: string, lasting: boolean, retryAfterMs?: number) {
    super(reason)
    this.name = 'SmsFailed'
    this.lasting = lasting
    this.retryAfterMs = retryAfterMs
  }
}
