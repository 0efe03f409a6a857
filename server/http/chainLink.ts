import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '../../contract/endpoint.ts'
import { cancelOp, writeHeaders } from '../../contract/records.ts'
import type { App } from '../domain/app.ts'
import { linkPlace } from '../domain/chain/linkPlace.ts'
import { keepLink, readLink } from '../domain/chain/links.ts'
import { anonymous } from '../domain/records/person.ts'
import type { Person } from '../domain/sign-in/person.ts'

interface Accepted {
  readonly endpoint: Endpoint
  readonly person: Person | undefined
  readonly device: string
  /** The call had the headers of a write. */
  readonly isWrite: boolean
  readonly body: unknown
}

/**
 * Writes down the link of a save that was accepted, or of the word that one was discarded. No other call has a link, and no save is refused
 * for one.
 */
export async function noteLink(app: App, request: FastifyRequest, { endpoint, person, device, isWrite, body }: Accepted): Promise<void> {
  const header = request.headers[writeHeaders.chain]
  if (typeof header !== 'string' || !(isWrite || endpoint === cancelOp)) return
  const key = request.headers[writeHeaders.key]
  const { opId, '*': place } = request.params as { opId?: string; '*'?: string }
  const asked = isWrite ? { kind: `${endpoint.method} ${endpoint.path}`, body } : undefined
  const link = readLink({
    header,
    opId: isWrite ? String(key) : (opId ?? ''),
    actor: person?.uid ?? anonymous,
    device,
    content: asked,
  })
  if (!link) return
  // Addresses of actions (`/api/*`) name no record; theirs is in the link alone.
  const accepted = isWrite && endpoint.path !== '/api/*' ? place : undefined
  await keepLink(app.storage, await linkPlace(app.storage, link, { person, place: accepted }))
}
