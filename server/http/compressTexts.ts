import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { brotliCompress, constants, createGzip, gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)
const text = /^(?:text\/|application\/(?:(?:scim\+)?json|javascript|manifest\+json|schema\+json)|image\/svg)/
/** Bytes; a smaller answer fits in one packet anyway. */
const worthwhile = 1400

/**
 * Compresses texts, and answers 304 if the device already has the answer (ETag). Files that the build has
 * compressed stay as they are.
 */
export function compressTexts(fastify: FastifyInstance): void {
  fastify.addHook('onSend', (request, reply, payload, next) => {
    if (typeof payload === 'string' && isKnownAnswer(request, reply, payload)) {
      reply.status(304).removeHeader('content-length')
      return next(null, null)
    }
    if (!compressible(request, reply)) return next(null, payload)
    reply.header('vary', varyWith(reply.getHeader('vary'), 'accept-encoding'))
    if ((typeof payload === 'string' || Buffer.isBuffer(payload)) && Buffer.byteLength(payload) < worthwhile) return next(null, payload)
    return compress(payload, request, reply)
  })
}

async function compress(payload: unknown, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const accepted = String(request.headers['accept-encoding'] ?? '')
  if (typeof payload === 'string' || Buffer.isBuffer(payload)) {
    const best = bestEncoding(accepted)
    if (!best) return payload
    reply.header('content-encoding', best).removeHeader('content-length')
    return best === 'br'
      ? await brotli(payload, {
          params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT },
        })
      : await zip(payload)
  }
  if (payload instanceof Readable && /\bgzip\b/.test(accepted)) {
    reply.header('content-encoding', 'gzip').removeHeader('content-length').removeHeader('accept-ranges')
    const zipped = createGzip()
    payload.on('error', (error) => zipped.destroy(error))
    return payload.pipe(zipped)
  }
  return payload
}

/** Gives an answer its ETag. Returns true if the device has sent the same one. */
function isKnownAnswer(request: FastifyRequest, reply: FastifyReply, text: string): boolean {
  if (request.method !== 'GET' || reply.statusCode !== 200 || reply.hasHeader('etag')) return false
  const tag = `W/"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`
  reply.header('etag', tag)
  return matches(request.headers['if-none-match'], tag)
}

function bestEncoding(accepted: string): 'br' | 'gzip' | undefined {
  if (/\bbr\b/.test(accepted)) return 'br'
  return /\bgzip\b/.test(accepted) ? 'gzip' : undefined
}

function compressible(request: FastifyRequest, reply: FastifyReply): boolean {
  if (request.method === 'HEAD' || reply.statusCode === 304 || reply.statusCode === 204 || reply.statusCode === 206) return false
  if (reply.hasHeader('content-encoding') || reply.getHeader('cache-control') === 'no-transform') return false
  return text.test(String(reply.getHeader('content-type') ?? ''))
}

function matches(asked: string | undefined, tag: string): boolean {
  const plain = (one: string) => one.trim().replace(/^W\//, '')
  return asked !== undefined && asked.split(',').some((one) => one.trim() === '*' || plain(one) === plain(tag))
}

function varyWith(before: unknown, name: string): string {
  if (before === undefined) return name
  const names = String(before ?? '')
    .split(',')
    .map((one) => one.trim().toLowerCase())
    .filter(Boolean)
  return names.includes(name) ? names.join(', ') : [...names, name].join(', ')
}
