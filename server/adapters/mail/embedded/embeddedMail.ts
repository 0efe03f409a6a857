import type { Mail, MailAdapter } from '../mail.ts'

/**
 * Stores every e-mail with `store` and sends none: for the demo, for tests, and until a mail server is set.
 */
export function embeddedMail(store: (mail: Mail) => Promise<void>): MailAdapter {
  return { kind: 'embedded', send: store }
}
