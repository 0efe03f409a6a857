import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '../../contract/endpoint.ts'
import { writeHeaders } from '../../contract/records.ts'
import type { App } from '../domain/app.ts'
import { keepLink, readLink } from '../domain/chain/links.ts'
import { anonymous } from '../domain/records/person.ts'
import type { Person } from '../domain/sign-in/person.ts'

/** Writes down the link that a save, or the word that one was discarded, came with. Nothing is refused for it. */
export async function noteLink(
  app: App,
  request: FastifyRequest,
  { endpoint, person, device, body }: { endpoint: Endpoint; person: Person | undefined; device: string; body: unknown },
): Promise<void> {
  const header = request.headers[writeHeaders.chain]
  if (typeof header !== 'string' || endpoint.method === 'GET') return
  const key = request.headers[writeHeaders.key]
  const { opId } = request.params as { opId?: string }
  const link = readLink({
    header,
    opId: typeof key === 'string' ? key : (opId ?? ''),
    actor: person?.uid ?? anonymous,
    device,
    content: typeof key === 'string' ? { kind: `${endpoint.method} ${endpoint.path}`, body } : undefined,
  })
  if (link) await keepLink(app.storage, link)
}
