import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

/** A video or a document of this server that forms may show; `path` is its place below the folder, `url` where it is read. */
export const MediaFile = z.object({ path: z.string(), name: z.string(), url: z.string(), type: z.string(), size: z.number() })
export type MediaFile = z.output<typeof MediaFile>

/** Every file at /media, sorted by path; what a file browser (field type treeview) shows with `url: /api/media`. */
export const listMedia = endpoint({
  method: 'GET',
  path: '/api/media',
  whenOffline: 'cached',
  access: 'link',
  answer: z.object({ files: z.array(MediaFile) }),
})
