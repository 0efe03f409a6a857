import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refused } from '../../../contract/Refused.ts'
import { mayBeFetchedFor } from '../../../contract/rules/servedType.ts'
import type { App } from '../../domain/app.ts'
import { readableFile } from '../../domain/files/readableFile.ts'
import { headerOf, identify, type ServeSettings } from '../../http/identify.ts'
import { text } from '../../i18n/text.ts'

/** `GET /api/files/:id`: the bytes of a file, all or a range (videos seek, downloads resume). */
export function addFiles(fastify: FastifyInstance, app: App, settings: ServeSettings): void {
  fastify.route<{ Params: { id: string } }>({
    method: ['GET', 'HEAD'],
    url: '/api/files/:id',
    handler: async (request, reply) => {
      refuseAsCode(request)
      const caller = await identify(app, settings, request, reply)
      const file = await readableFile(app, caller, request.params.id)
      const size = (await app.files.size(file.id)) ?? 0
      reply.headers({
        'content-type': file.served.type,
        'content-disposition': disposition(file.served.inline, file.filename),
        'accept-ranges': 'bytes',
        // The bytes of an id never change, but the rights to read them do: the browser revalidates each
        // time, with the current session.
        'cache-control': 'private, no-cache',
        etag: `"${file.sha256.slice(0, 32)}"`,
      })
      if (request.headers['if-none-match'] === `"${file.sha256.slice(0, 32)}"`) return reply.status(304).send()
      const range = rangeOf(request.headers.range, size)
      if (range === 'unsatisfiable') return unsatisfiable(reply, size)
      if (range) {
        reply
          .status(206)
          .headers({ 'content-range': `bytes ${range.start}-${range.end}/${size}`, 'content-length': String(range.end - range.start + 1) })
      } else reply.header('content-length', String(size))
      if (request.method === 'HEAD') return reply.send()
      return reply.send(await app.files.read(file.id, range))
    },
  })
}

/**
 * Refuses to load an uploaded file as a script, a worker or a style sheet, regardless of its type. @throws
 * Refused FORBIDDEN
 */
export function refuseAsCode(request: FastifyRequest): void {
  if (!mayBeFetchedFor(headerOf(request, 'sec-fetch-dest')))
    throw new Refused(403, 'FORBIDDEN', text('A file can be shown or saved, but not run or built into a page.'))
}

function unsatisfiable(reply: FastifyReply, size: number) {
  return reply.status(416).header('content-range', `bytes */${size}`).send()
}

/** One range of bytes (RFC 9110 §14.2); several ranges, or another unit, mean the whole file. */
export function rangeOf(header: string | undefined, size: number): { start: number; end: number } | 'unsatisfiable' | undefined {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? []
  if (from === '' && to === '') return undefined
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from)
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1)
  if (from !== '' && to !== '' && Number(to) < Number(from)) return undefined
  return start <= end && start < size ? { start, end } : 'unsatisfiable'
}

/** A content-disposition (RFC 6266), also with the name in UTF-8 for clients that support it. */
export function disposition(inline: boolean, filename: string): string {
  const plain = filename.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const encoded = encodeURIComponent(filename).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
  return `${inline ? 'inline' : 'attachment'}; filename="${plain}"; filename*=UTF-8''${encoded}`
}
