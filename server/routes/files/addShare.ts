import { finished } from 'node:stream/promises'
import type { FastifyInstance, FastifyReply } from 'fastify'

/** The screen for shared files says that this browser did not take them, and what to do. */
const answer = (reply: FastifyReply) => reply.header('cache-control', 'no-store').redirect('/share?not=browser', 303)

/**
 * `POST /share`: another app shares files, and no service worker takes them (sw/takeShare.ts), for example in a private window. Any page
 * may send it: the files are thrown away while they arrive, and nothing is stored.
 */
export function addShare(fastify: FastifyInstance): void {
  fastify.register(async (own) => {
    own.removeAllContentTypeParsers()
    own.addContentTypeParser('*', (_request, _payload, done) => done(null))
    // Also for files that are too large: a person sees the page, and not the JSON of an error.
    own.setErrorHandler((_error, _request, reply) => answer(reply.header('connection', 'close')))
    own.post('/share', { config: { body: 'own' } }, async (request, reply) => {
      // Read to its end: a browser that is answered while it sends may show an error of its own.
      await finished(request.raw.resume()).catch(() => undefined)
      return answer(reply)
    })
  })
}
