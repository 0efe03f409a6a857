import type { FastifyInstance } from 'fastify'
import type { ServeSettings } from './identify.ts'

/** Host names and addresses of this computer: browsers trust plain http for them. */
const here = /^(?:localhost|.+\.localhost|127(?:\.\d+){3}|\[::1\])(?::\d+)?$/i

/**
 * Redirects pages requested by plain http to https, if a trusted proxy reports http. A server without a
 * proxy has no https to redirect to. COOKIE_SECURE=off, for a closed network without certificates, disables
 * the redirect.
 */
export function sendToHttps(
  server: FastifyInstance,
  { secureCookie, trustProxy }: Pick<ServeSettings, 'secureCookie' | 'trustProxy'>,
): void {
  if (secureCookie === 'never' || trustProxy === false) return
  server.addHook('onRequest', (request, reply, next) => {
    const { method, protocol, host, url, headers } = request
    if (protocol !== 'http' || headers['x-forwarded-proto'] === undefined || here.test(host)) return next()
    if (method === 'GET' || method === 'HEAD') return void reply.redirect(`https://${host}${url}`, 308)
    next()
  })
}
