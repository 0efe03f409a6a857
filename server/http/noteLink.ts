import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '../../contract/endpoint.ts'
import { cancelOp, writeHeaders } from '../../contract/endpoints/records.ts'
import type { App } from '../domain/app.ts'
import { linkPlace } from '../domain/chain/linkPlace.ts'
import { keepLink, readLink } from '../domain/chain/keepLink.ts'
import { anonymous } from '../domain/records/person.ts'
import type { Person } from '../domain/sign-in/person.ts'

interface Accepted {
  readonly endpoint: Endpoint
  readonly person: Person | undefined
  readonly device: string
  /** The call had the headers of a write. */
  readonly isWrite: boolean
  /** Undefined for a body with parts: its content is not in the link. */
  readonly body: unknown
}

export const hasLink = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean => typeof headers[writeHeaders.chain] === 'string'

/**
 * Stores the audit chain link of an accepted save, or of a message that a save was discarded. Other calls
 * have no link, and a bad link never causes a refusal of the save.
 */
export async function noteLink(app: App, request: FastifyRequest, { endpoint, person, device, isWrite, body }: Accepted): Promise<void> {
  const header = request.headers[writeHeaders.chain]
  if (typeof header !== 'string' || !(isWrite || endpoint === cancelOp)) return
  const key = request.headers[writeHeaders.key]
  const { opId, '*': place } = request.params as { opId?: string; '*'?: string }
  const asked = isWrite && body !== undefined ? { kind: `${endpoint.method} ${endpoint.path}`, body } : undefined
  const link = readLink({
    header,
    opId: isWrite ? String(key) : (opId ?? ''),
    actor: person?.uid ?? anonymous,
    device,
    content: asked,
    discarded: !isWrite,
  })
  if (!link) return
  // URLs of actions (`/api/*`) name no record; only the link names it.
  const accepted = isWrite && endpoint.path !== '/api/*' ? place : undefined
  await keepLink(app.storage, await linkPlace(app.storage, link, { person, place: accepted }))
}
