/** An e-mail to one address. `key` is the same for every attempt to send it. */
export interface Mail {
  readonly to: string
  readonly subject: string
  /** Plain text. */
  readonly text: string
  readonly key: string
}

/** Sends e-mail. `send` resolves when the mail server has accepted it, else rejects. */
export interface MailAdapter {
  readonly kind: 'embedded' | 'smtp'
  send(mail: Mail): Promise<void>
}
