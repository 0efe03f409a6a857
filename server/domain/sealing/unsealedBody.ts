import { Refused } from '../../../contract/Refused.ts'
import type { AnswerOf, BodyOf } from '../../../contract/endpoint.ts'
import type { openSeals } from '../../../contract/endpoints/sealing.ts'
import type { App } from '../app.ts'
import { isKioskActor } from '../../../contract/endpoints/kiosk.ts'
import { anonymous } from '../records/person.ts'
import type { Person } from '../sign-in/person.ts'
import { text } from '../../i18n/text.ts'

/** Returns the owner of a row for an actor, in the notation of devices. */
export function ownerOf(actor: string): string {
  if (actor === anonymous) return 'p:'
  return isKioskActor(actor) ? `k:${actor}` : `u:${actor}`
}

/** Returns the decrypted body of a write, or the body itself if it is not encrypted. Throws Refused. */
export function unsealedBody(app: App, body: unknown, { opId, actor }: { opId: string; actor: string }): unknown {
  const sealed = sealedText(body)
  if (sealed === undefined) return body
  const opened = app.seals.open(Buffer.from(sealed, 'base64url'), { id: opId, owner: ownerOf(actor) })
  if (opened) {
    try {
      return JSON.parse(opened.toString('utf8'))
    } catch {
      // The content is not JSON.
    }
  }
  throw new Refused(422, 'INVALID', text('This save was sealed for somebody else or for another server, or it is damaged.'))
}

function sealedText(body: unknown): string | undefined {
  if (body === null || typeof body !== 'object') return undefined
  const { sealed, ...rest } = body as { sealed?: unknown }
  return typeof sealed === 'string' && Object.keys(rest).length === 0 ? sealed : undefined
}

/**
 * Returns the content keys of the person's own envelopes. They are derived for the caller, so they do not
 * open envelopes of others.
 */
export function keysFor(app: App, me: Person, { items }: BodyOf<typeof openSeals>): AnswerOf<typeof openSeals> {
  const keys = items.flatMap(({ id, head }) => {
    const key = app.seals.contentKey(Buffer.from(head, 'base64url'), { id, owner: ownerOf(me.uid) })
    return key ? [{ id, key: key.toString('base64url') }] : []
  })
  return { keys }
}
