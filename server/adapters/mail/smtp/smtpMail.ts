import { createTransport } from 'nodemailer'
import type { MailAdapter } from '../mail.ts'

export interface SmtpSettings {
  /** `smtps://user:password@mail.example.com:465` */
  readonly url: string
  /** `Muster <muster@example.com>` */
  readonly from: string
}

/** Timeout of the mail server, ms. */
const patience = 20_000

export function smtpMail({ url, from }: SmtpSettings): MailAdapter {
  const transport = createTransport(url, { from })
  return {
    kind: 'smtp',
    async send({ to, subject, text, key }) {
      let timer: NodeJS.Timeout | undefined
      const late = new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(new Error('the mail server did not answer')), patience)
      })
      try {
        // The recipient is an address object with an empty name, so that a name can't inject anything.
        await Promise.race([transport.sendMail({ to: { name: '', address: to }, subject, text, messageId: `<${key}@muster>` }), late])
      } finally {
        clearTimeout(timer)
      }
    },
  }
}
