import { createReadStream } from 'node:fs'
import { readdir, realpath, stat } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { Refused } from '../../../contract/Refused.ts'
import { listMedia, type MediaFile } from '../../../contract/endpoints/media.ts'
import { servedType } from '../../../contract/rules/servedType.ts'
import { type Route, serve } from '../../http/serve.ts'
import { disposition, rangeOf, refuseAsCode } from './addFiles.ts'
import { text } from '../../i18n/text.ts'

/** Media types for forms; never a page or a picture format that can contain scripts. */
const types: Readonly<Record<string, string>> = {
  '.webm': 'video/webm',
  '.mp4': 'video/mp4',
  '.m4v': 'video/mp4',
  '.mov': 'video/quicktime',
  '.ogv': 'video/ogg',
  '.mp3': 'audio/mpeg',
  '.m4a': 'audio/mp4',
  '.vtt': 'text/vtt; charset=utf-8',
  '.pdf': 'application/pdf',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.txt': 'text/plain; charset=utf-8',
  '.csv': 'text/csv; charset=utf-8',
  '.docx': 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  '.xlsx': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  '.pptx': 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  '.dwg': 'image/vnd.dwg',
  '.zip': 'application/zip',
}

/**
 * `GET /media/*`: videos and documents next to the forms, and those of the demo, all bytes or a range
 * (videos seek, phones resume). As public as forms from a folder. The first folder that has the file serves
 * it.
 */
export function addMedia(fastify: FastifyInstance, folders: readonly string[]): void {
  fastify.route<{ Params: { '*': string } }>({
    method: ['GET', 'HEAD'],
    url: '/media/*',
    handler: async (request, reply) => {
      refuseAsCode(request)
      const name = request.params['*']
      const type = types[extname(name).toLowerCase()]
      const path = type && (await find(folders, name))
      if (!path) throw new Refused(404, 'NOT_FOUND', text('There is no such file.'))
      const { size, mtimeMs } = await stat(path)
      const etag = `"${size.toString(36)}-${Math.round(mtimeMs).toString(36)}"`
      // Captions belong to a video; browsers accept them only with their own media type.
      const served = type.startsWith('text/vtt') ? { type, inline: true } : servedType(type)
      reply.headers({
        'content-type': served.type,
        'content-disposition': disposition(served.inline, name.slice(name.lastIndexOf('/') + 1)),
        'accept-ranges': 'bytes',
        'cache-control': 'public, no-cache',
        etag,
      })
      if (request.headers['if-none-match'] === etag) return reply.status(304).send()
      const ifRange = request.headers['if-range']
      const range = ifRange === undefined || ifRange === etag ? rangeOf(request.headers.range, size) : undefined
      if (range === 'unsatisfiable') return reply.status(416).header('content-range', `bytes */${size}`).send()
      if (range) reply.status(206).header('content-range', `bytes ${range.start}-${range.end}/${size}`)
      reply.header('content-length', String(range ? range.end - range.start + 1 : size))
      if (request.method === 'HEAD') return reply.send()
      return reply.send(createReadStream(path, range))
    },
  })
}

/** The files of the folders; captions belong to their video and are left out. */
export const mediaRoutes = (folders: readonly string[]): Route[] => [
  serve(listMedia, async () => {
    const files = new Map<string, MediaFile>()
    for (const folder of folders) for (const file of await list(folder)) if (!files.has(file.path)) files.set(file.path, file)
    return { files: [...files.values()].sort((a, b) => (a.path < b.path ? -1 : 1)) }
  }),
]

const mostListed = 5000

async function list(folder: string): Promise<MediaFile[]> {
  const found: MediaFile[] = []
  const entries = await readdir(folder, { withFileTypes: true, recursive: true }).catch(() => [])
  for (const entry of entries) {
    const type = types[extname(entry.name).toLowerCase()]
    if (!type || !entry.isFile() || type.startsWith('text/vtt') || found.length >= mostListed) continue
    const path = relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, '/')
    if (path.split('/').some((segment) => segment.startsWith('.'))) continue
    const { size } = await stat(join(folder, path))
    const url = `/media/${path.split('/').map(encodeURIComponent).join('/')}`
    found.push({ path, name: entry.name, url, type: type.split(';')[0] ?? type, size })
  }
  return found
}

/**
 * The path of a file inside one of the folders; never a file outside them, a hidden one, or one behind a
 * link that leads outside.
 */
async function find(folders: readonly string[], name: string): Promise<string | undefined> {
  if (name.split('/').some((segment) => segment === '' || segment.startsWith('.')) || /[\\\0]/.test(name)) return undefined
  for (const folder of folders) {
    try {
      const [root, path] = await Promise.all([realpath(folder), realpath(join(folder, name))])
      if (path.startsWith(root + sep) && (await stat(path)).isFile()) return path
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code !== 'ENOENT' && code !== 'ENOTDIR' && code !== 'ENAMETOOLONG') throw error
    }
  }
  return undefined
}
