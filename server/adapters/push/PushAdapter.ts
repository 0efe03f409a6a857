/** The browser of a person, as it subscribed (RFC 8030). Keys are base64url. */
export interface PushTarget {
  readonly endpoint: string
  readonly p256dh: string
  readonly auth: string
}

export interface PushMessage {
  readonly target: PushTarget
  /** At most `longestPush` bytes. */
  readonly text: string
  /** A later message with the same topic replaces this one while the browser is away. Any text. */
  readonly topic: string
  readonly urgency: 'normal' | 'high'
  /** How long the service tries to reach the browser, seconds. */
  readonly ttl: number
}

/** Maximum size of the text of a message, bytes: one record of 4096 bytes without header, tag and delimiter. */
export const longestPush = 3993

/** Sends messages to browsers. `send` resolves when the push service has accepted the message, else rejects with PushFailed. */
export interface PushAdapter {
  /** The public key with which browsers subscribe, base64url. */
  readonly publicKey: string
  /** Whether this is an address of a push service that the server may call. */
  isKnown(endpoint: string): boolean
  send(message: PushMessage): Promise<void>
}

/**
 * `gone`: the browser has no such subscription any more. `lasting`: the same message will fail again; otherwise a
 * retry may help, after `retryAfterMs` if it is set.
 */
export class PushFailed extends Error {
  readonly reason: 'gone' | 'lasting' | 'temporary'
  readonly retryAfterMs: number | undefined
  constructor(message: string, reason: PushFailed['reason'], retryAfterMs?: number) {
    super(message)
    this.name = 'PushFailed'
    this.reason = reason
    this.retryAfterMs = retryAfterMs
  }
}
