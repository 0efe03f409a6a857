import { Refused } from '../../../contract/errors.ts'
import { isSigned } from '../../adapters/sms/http/signature.ts'
import { everySoOften } from '../../storage/everySoOften.ts'
import type { App } from '../app.ts'
import { hear } from './hear.ts'

export interface Brought {
  /** The URL that the provider called. The signature covers it. */
  readonly url: string
  readonly signature: string | undefined
  readonly fields: Readonly<Record<string, string>>
}

const longestText = 1600

/** Handles the SMS webhook of the provider. The signature is the only authentication. Throws Refused. */
export async function hearFromProvider(app: App, token: string, { url, signature, fields }: Brought): Promise<void> {
  if (!isSigned(signature, token, url, fields)) throw new Refused(403, 'FORBIDDEN', 'This text is not signed by the text provider.')
  const { MessageSid: key, From: from, Body: text } = fields
  if (!key || !from || text === undefined) throw new Refused(400, 'INVALID', 'A text has MessageSid, From and Body.')
  await hear(app, { key, from, text: text.slice(0, longestText) })
}

/** Interval for polling texts that the webhook missed, in ms. */
const every = 120_000
/**
 * How far back each poll looks, in ms. The first poll looks further back: the server may have been down for a
 * day.
 */
const reach = { first: 36 * 3_600_000, later: 15 * 60_000 }

/**
 * Handles texts that the provider received after `since`, such as those sent while the server was down. Skips
 * texts that are stored already. Returns the number of texts that a conversation accepted.
 */
export async function catchUp(app: App, since: Date): Promise<number> {
  let taken = 0
  for (const { key, from, text } of (await app.sms.received?.(since)) ?? [])
    if (await hear(app, { key, from, text: text.slice(0, longestText) })) taken++
  return taken
}

/**
 * Polls for missed texts at once, then periodically. Returns a function that stops the polling and waits for
 * a running poll.
 */
export function keepCatchingUp(app: App): () => Promise<void> {
  if (!app.sms.received) return () => Promise.resolve()
  let back: number = reach.first
  const ask = async () => {
    await catchUp(app, new Date(Date.now() - back))
    back = reach.later
  }
  return everySoOften(every, ask, {
    atOnce: true,
    failed: () => app.log.warn({}, 'the text provider could not be asked for texts that it has not brought; it is asked again'),
  })
}
