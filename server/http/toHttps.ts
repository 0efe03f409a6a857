import type { FastifyInstance } from 'fastify'
import type { ServeSettings } from './authenticate.ts'

/** Names and addresses of this computer: there browsers trust plain http. */
const here = /^(?:localhost|.+\.localhost|127(?:\.\d+){3}|\[::1\])(?::\d+)?$/i

/**
 * Sends pages that were asked for by plain http to https, where a trusted proxy in front says that they were. A server that stands alone has no https to
 * send anybody to. COOKIE_SECURE=off, for a closed network without certificates, leaves http alone.
 */
export function sendToHttps(
  server: FastifyInstance,
  { secureCookie, trustProxy }: Pick<ServeSettings, 'secureCookie' | 'trustProxy'>,
): void {
  if (secureCookie === 'never' || trustProxy === false) return
  server.addHook('onRequest', async (request, reply) => {
    const { method, protocol, host, url, headers } = request
    if (protocol !== 'http' || headers['x-forwarded-proto'] === undefined || here.test(host)) return
    if (method === 'GET' || method === 'HEAD') return reply.redirect(`https://${host}${url}`, 308)
  })
}
