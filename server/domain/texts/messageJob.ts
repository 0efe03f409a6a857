import * as z from 'zod/mini'
import { SmsFailed } from '../../adapters/sms/SmsAdapter.ts'
import { sql } from 'drizzle-orm'
import { addJob, type Job } from '../../storage/addJob.ts'
import { rows, type Transaction } from '../../storage/database.ts'
import type { Storage } from '../../storage/storage.ts'
import type { App } from '../app.ts'
import { newId } from '../newId.ts'
import { openSecret, sealSecret } from '../sealSecret.ts'
import { sendMail } from './sendMail.ts'

export const messageJob = 'message'

const common = {
  to: z.string(),
  text: z.string(),
  /** Hash of the token of an invitation: its message is of no use once it was withdrawn, replaced or accepted. */
  invite: z.optional(z.string()),
}
const Message = z.discriminatedUnion('by', [
  z.object({ by: z.literal('mail'), subject: z.string(), ...common }),
  z.object({ by: z.literal('text'), ...common }),
])
export type Message = z.infer<typeof Message>

export interface PendingMessage {
  readonly key: string
  readonly message: Message
}

/** Longer than all tries of `sendPending`, so that the job and it do not send at the same time. */
const headStartMs = 2 * 60_000

/**
 * Adds a mail or a text whose link grants access, in the transaction that causes it. After the commit the caller sends
 * it with `sendPending`; if the server is killed in between, the job sends it. Without a head start the job alone sends
 * it. The job contains it sealed.
 */
export async function addMessage(app: App, tx: Transaction, message: Message, startMs = headStartMs): Promise<PendingMessage> {
  const key = `${messageJob}:${newId()}`
  await addJob(tx, {
    kind: messageJob,
    key,
    payload: { sealed: sealSecret(app, 'message', JSON.stringify(message)) },
    runAt: new Date(Date.now() + startMs),
  })
  return { key, message }
}

/**
 * Sends a message of `addMessage`. Resolves to false if it could not be sent: a mail is then given up, because the
 * caller says so to the person; a text is tried again later by its job.
 */
export async function sendPending(app: App, { key, message }: PendingMessage): Promise<boolean> {
  if (message.by === 'mail') {
    const { to, subject, text } = message
    const isSent = await sendMail(app, { key, to, subject, text })
    await endJob(app.storage, key)
    return isSent
  }
  try {
    await sendText(app, message, key)
  } catch (error) {
    app.log.warn({ reason: error instanceof SmsFailed ? error.message : 'fault' }, 'a text was not sent yet')
    return false
  }
  await endJob(app.storage, key)
  return true
}

/** Sends a text. A lasting refusal of the provider ends it. */
async function sendText(app: App, { to, text }: Extract<Message, { by: 'text' }>, key: string): Promise<void> {
  try {
    await app.sms.send({ to, text, key })
  } catch (error) {
    if (!(error instanceof SmsFailed && error.lasting)) throw error
    app.log.warn({ reason: error.message }, 'a text was not sent')
  }
}

/** Runs the job of a message that `sendPending` has not ended. */
export async function sendMessage(app: App, job: Job): Promise<void> {
  const { sealed } = z.parse(z.object({ sealed: z.string() }), job.payload)
  const message = z.parse(Message, JSON.parse(openSecret(app, 'message', sealed)))
  if (message.invite !== undefined && !(await isOpen(app.storage, message.invite))) return
  if (message.by === 'text') return sendText(app, message, job.key)
  await app.mail.send({ to: message.to, subject: message.subject, text: message.text, key: job.key })
}

async function isOpen({ db }: Storage, invite: string): Promise<boolean> {
  const found = await rows(db, sql`select 1 from invites where token_sha256 = ${invite} and accepted_at is null and expires_at > now()`)
  return found.length > 0
}

async function endJob(storage: Storage, key: string): Promise<void> {
  await storage.db.execute(sql`delete from jobs where key = ${key} and state = 'waiting'`)
}

/** Makes messages of an earlier process due now. For storage with a single server, at its start. */
export async function takeBackMessages(storage: Storage): Promise<void> {
  await storage.db.execute(sql`update jobs set run_at = now() where kind = ${messageJob} and state = 'waiting' and finished_at is null`)
}
