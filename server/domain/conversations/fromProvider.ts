import { Refused } from '../../../contract/errors.ts'
import { isSigned } from '../../adapters/sms/http/signature.ts'
import type { App } from '../app.ts'
import { hear } from './hear.ts'

export interface Brought {
  /** The address that the provider called. */
  readonly url: string
  readonly signature: string | undefined
  readonly fields: Readonly<Record<string, string>>
}

/** A text that the provider brings; only its own signature lets one in. Throws Refused. */
export async function hearFromProvider(app: App, token: string, { url, signature, fields }: Brought): Promise<void> {
  if (!isSigned(signature, token, url, fields)) throw new Refused(403, 'FORBIDDEN', 'This text is not signed by the text provider.')
  const { MessageSid: key, From: from, Body: text } = fields
  if (!key || !from || text === undefined) throw new Refused(400, 'INVALID', 'A text has MessageSid, From and Body.')
  await hear(app, { key, from, text: text.slice(0, 1600) })
}
