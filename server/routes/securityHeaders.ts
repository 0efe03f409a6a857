import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'

/** Nothing is loaded from another origin; PDF scripts need WebAssembly, the visual kit writes style elements. */
export function addSecurityHeaders(fastify: FastifyInstance, { framedBy, https }: { framedBy: string; https: boolean }): void {
  fastify.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", "'wasm-unsafe-eval'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'blob:', 'data:'],
        mediaSrc: ["'self'", 'blob:'],
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
}
