/** A mail to one address. `key` is the same for every attempt at one mail. */
export interface Mail {
  readonly to: string
  readonly subject: string
  /** Plain text. */
  readonly text: string
  readonly key: string
}

/** Sends mail. `send` resolves once the mail server has taken it, else rejects. */
export interface MailAdapter {
  readonly kind: 'embedded' | 'smtp'
  send(mail: Mail): Promise<void>
}
