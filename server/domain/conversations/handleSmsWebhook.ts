import { hoursToMilliseconds } from 'date-fns/hoursToMilliseconds'
import { minutesToMilliseconds } from 'date-fns/minutesToMilliseconds'
import { Refused } from '../../../contract/Refused.ts'
import { inTurn } from '../../storage/inTurn.ts'
import { runPeriodically } from '../../storage/runPeriodically.ts'
import type { App } from '../app.ts'
import { handleInbound } from './handleInbound.ts'
import { text } from '../../i18n/text.ts'

export interface SmsWebhook {
  /** The URL that the provider called. The signature covers it. */
  readonly url: string
  readonly signature: string | undefined
  readonly fields: Readonly<Record<string, string>>
}

const longestText = 1600

/** Handles the SMS webhook of the provider. The signature is the only authentication. Throws Refused. */
export async function handleSmsWebhook(app: App, { url, signature, fields }: SmsWebhook): Promise<void> {
  if (!app.sms.isSigned?.(signature, url, fields))
    throw new Refused(403, 'FORBIDDEN', text('This text is not signed by the text provider.'))
  const { MessageSid: key, From: from, Body: said } = fields
  if (!key || !from || said === undefined) throw new Refused(400, 'INVALID', text('A text has MessageSid, From and Body.'))
  await handleInbound(app, { key, from, text: said.slice(0, longestText) })
}

/** Interval for polling texts that the webhook missed, in ms. */
const every = 120_000
/**
 * How far back each poll looks, in ms. The first poll looks further back: the server may have been down for a
 * day.
 */
const reach = { first: hoursToMilliseconds(36), later: minutesToMilliseconds(15) }

/**
 * Handles texts that the provider received after `since`, such as those sent while the server was down. Skips
 * texts that are stored already. Returns the number of texts that a conversation accepted.
 */
export async function fetchMissedMessages(app: App, since: Date): Promise<number> {
  let taken = 0
  for (const { key, from, text } of (await app.sms.received?.(since)) ?? [])
    if (await handleInbound(app, { key, from, text: text.slice(0, longestText) })) taken++
  return taken
}

/**
 * Polls for missed texts at once, then periodically. Returns a function that stops the polling and waits for
 * a running poll.
 */
export function pollMissedMessages(app: App): () => Promise<void> {
  if (!app.sms.received) return () => Promise.resolve()
  let back: number = reach.first
  const ask = async () => {
    await fetchMissedMessages(app, new Date(Date.now() - back))
    back = reach.later
  }
  return runPeriodically(every, inTurn(app.storage, { name: 'missed texts', ms: every }, ask), {
    atOnce: true,
    failed: () => app.log.warn({}, 'the text provider could not be asked for texts that it has not brought; it is asked again'),
  })
}
