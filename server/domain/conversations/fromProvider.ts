import { Refused } from '../../../contract/errors.ts'
import { isSigned } from '../../adapters/sms/http/signature.ts'
import { everySoOften } from '../../storage/everySoOften.ts'
import type { App } from '../app.ts'
import { hear } from './hear.ts'

export interface Brought {
  /** The address that the provider called. */
  readonly url: string
  readonly signature: string | undefined
  readonly fields: Readonly<Record<string, string>>
}

const longestText = 1600

/** A text that the provider brings; only its own signature lets one in. Throws Refused. */
export async function hearFromProvider(app: App, token: string, { url, signature, fields }: Brought): Promise<void> {
  if (!isSigned(signature, token, url, fields)) throw new Refused(403, 'FORBIDDEN', 'This text is not signed by the text provider.')
  const { MessageSid: key, From: from, Body: text } = fields
  if (!key || !from || text === undefined) throw new Refused(400, 'INVALID', 'A text has MessageSid, From and Body.')
  await hear(app, { key, from, text: text.slice(0, longestText) })
}

/** How often the provider is asked for what it could not bring, ms. */
const every = 120_000
/** Each question goes back so far, and the first one further: the server may have been away for a day, ms. */
const reach = { first: 36 * 3_600_000, later: 15 * 60_000 }

/** Hears what phones have sent while nobody was there to take it; what has been heard already is left as it is. Answers how many conversations went on. */
export async function catchUp(app: App, since: Date): Promise<number> {
  let taken = 0
  for (const { key, from, text } of (await app.sms.received?.(since)) ?? [])
    if (await hear(app, { key, from, text: text.slice(0, longestText) })) taken++
  return taken
}

/** Asks at the start and then again and again; answers how to stop, which waits for a question under way. */
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
