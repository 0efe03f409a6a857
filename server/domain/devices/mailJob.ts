import * as z from 'zod/mini'
import { addJob, type Job } from '../../storage/addJob.ts'
import type { Transaction } from '../../storage/database.ts'
import type { App } from '../app.ts'
import { emailOf } from '../sign-in/person.ts'

export const mailJob = 'mail'

const Letter = z.object({ uid: z.string(), subject: z.string(), text: z.string() })

/**
 * Adds a mail to a person in the transaction that causes it. The job stores its text, so it must contain no secret. The
 * same `key` twice is one mail.
 */
export const addMail = (tx: Transaction, letter: z.infer<typeof Letter>, key: string): Promise<void> =>
  addJob(tx, { kind: mailJob, key: `mail:${key}`, payload: letter })

/** Sends the mail to the confirmed address of the person; without one there is no mail. */
export async function sendLetter(app: App, job: Job): Promise<void> {
  const { uid, subject, text } = z.parse(Letter, job.payload)
  const to = await emailOf(app.storage, uid)
  if (to !== undefined) await app.mail.send({ to, subject, text, key: job.key })
}
