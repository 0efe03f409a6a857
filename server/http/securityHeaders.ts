import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'

/** The players of OQ-050, in frames of their own that share nothing with the page. */
export const players = ['https://www.youtube-nocookie.com', 'https://player.vimeo.com']

/**
 * No code and no data from another origin, and none is sent there. Videos may come from elsewhere (https), and so may the players of two
 * video sites. PDF scripts need WebAssembly, the visual kit writes style elements.
 */
export function addSecurityHeaders(fastify: FastifyInstance, { framedBy, https }: { framedBy: string; https: boolean }): void {
  fastify.register(helmet, {
    global: false,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", "'wasm-unsafe-eval'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'blob:', 'data:'],
        mediaSrc: ["'self'", 'blob:', 'https:'],
        frameSrc: ["'self'", ...players],
        workerSrc: ["'self'", 'blob:'],
        connectSrc: ["'self'", 'blob:', 'data:'],
        fontSrc: ["'self'", 'data:'],
        manifestSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'self'"],
        formAction: ["'self'"],
        frameAncestors: framedBy.split(/\s+/).filter(Boolean),
      },
    },
    frameguard: framedBy === "'self'" ? { action: 'sameorigin' } : false,
    strictTransportSecurity: https ? { maxAge: 31_536_000 } : false,
    referrerPolicy: { policy: 'same-origin' },
    // A page inside somebody's frame still has to reach the window that holds it.
    crossOriginOpenerPolicy: false,
  })
  // The headers are the same in every answer, and helmet would work them out for each.
  let same: readonly (readonly [string, string])[] | undefined
  // After the plugin, whose hook gives the reply its method.
  fastify.after(() => {
    fastify.addHook('onRequest', (_request, reply, next) => {
      if (same) for (const [name, value] of same) reply.raw.setHeader(name, value)
      else {
        const before = new Set(reply.raw.getHeaderNames())
        reply.helmet()
        const made = reply.raw.getHeaderNames().filter((name) => !before.has(name))
        same = made.map((name) => [name, String(reply.raw.getHeader(name))])
      }
      next()
    })
  })
}
