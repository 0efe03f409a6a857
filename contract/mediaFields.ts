import * as z from 'zod/mini'
import { Action } from './action.ts'
import { fieldBase, nodeBase, Template } from './fieldBase.ts'

/** What is watched or read (spec/1 §3 "Video"). */
export const VideoUri = z.strictObject({
  link: Template,
  /** How far the person is; the server fills it in from other devices. */
  percent: z.optional(z.number().check(z.gte(0), z.lte(1))),
  /** Fraction that counts as watched (0.9). */
  target: z.optional(z.number().check(z.gt(0), z.lte(1))),
  hidePlayBar: z.optional(z.boolean()),
  /** Absent: told by the link. */
  type: z.optional(z.enum(['video', 'pdf', 'youtube', 'vimeo'])),
  title: z.optional(z.string()),
})

const watched = {
  ...fieldBase,
  /** Said when the person goes on too early. */
  notReadyMessage: z.optional(z.string()),
  nextLabel: z.optional(z.string()),
  /** What the next button does; absent: there is none. */
  next: z.optional(Action),
  /** Keeps direct videos and documents on the device, to be watched without a connection. */
  keep: z.optional(z.boolean()),
}

export const mediaShapes = {
  /** One video, or several as lessons one after the other. */
  video: z.strictObject({ type: z.literal('video'), ...watched, uri: z.union([VideoUri, z.array(VideoUri).check(z.minLength(1))]) }),
  /** A document to read; its progress is the fraction of pages seen. */
  pdf: z.strictObject({ type: z.literal('pdf'), ...watched, source: Template, target: z.optional(z.number().check(z.gt(0), z.lte(1))) }),
  /** Folders and files, full-screen: from the list under `attribute`, or from `url`. */
  treeview: z.strictObject({
    type: z.literal('treeview'),
    ...nodeBase,
    label: z.optional(z.string()),
    description: z.optional(z.string()),
    attribute: z.optional(z.string()),
    url: z.optional(Template),
    openLabel: z.optional(z.string()),
    emptyMessage: z.optional(z.string()),
  }),
} as const
