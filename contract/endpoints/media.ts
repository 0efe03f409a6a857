import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'

/** A video or a document of this server for forms; `path` is its path below the folder, `url` its address. */
export const MediaFile = z.object({ path: z.string(), name: z.string(), url: z.string(), type: z.string(), size: z.number() })
export type MediaFile = z.output<typeof MediaFile>

/**
 * Every file at /media, sorted by path; a file browser (field type treeview) shows it with `url: /api/media`.
 */
export const listMedia = endpoint({
  method: 'GET',
  path: '/api/media',
  whenOffline: 'cached',
  access: 'link',
  answer: z.object({ files: z.array(MediaFile) }),
})
