import * as z from 'zod/mini'
import { Action } from './action.ts'
import { fieldBase, nodeBase, Template } from './fieldBase.ts'
import { PdfFieldConfig } from './PdfConfig.ts'

/** A video or document of a lesson (spec/1 §3 "Video"). */
export const VideoUri = z.strictObject({
  /**
   * A video file, a PDF, or a page of YouTube or Vimeo. Files in the folder of forms have the address
   * `/media/<name>`. Devices can cache only files of this server, and show a PDF only from this server. The
   * link for another language is in the translations.
   */
  link: Template,
  /** The person's progress; the server fills it in from other devices. */
  percent: z.optional(z.number().check(z.gte(0), z.lte(1))),
  /** Fraction that counts as watched (0.9). */
  target: z.optional(z.number().check(z.gt(0), z.lte(1))),
  hidePlayBar: z.optional(z.boolean()),
  /** Absent: derived from the link. */
  type: z.optional(z.enum(['video', 'pdf', 'youtube', 'vimeo'])),
  title: z.optional(z.string()),
  /** Captions of a video file (WebVTT), one file per language. */
  captions: z.optional(
    z.array(
      z.strictObject({
        link: Template,
        lang: z.string().check(z.regex(/^[a-z]{2}(?:-[a-z]{2})?$/i, 'expected a language such as es or en-au')),
        label: z.optional(z.string()),
      }),
    ),
  ),
})
export type VideoUri = z.output<typeof VideoUri>

const watched = {
  ...fieldBase,
  /** The message when the person continues too early. */
  notReadyMessage: z.optional(z.string()),
  nextLabel: z.optional(z.string()),
  /** The action of the next button; absent: no button. */
  next: z.optional(Action),
  /**
   * true: devices download videos and documents of this server automatically for offline use; absent: the
   * user can request it; false: not available offline.
   */
  keep: z.optional(z.boolean()),
}

export const mediaShapes = {
  /** One video, or several as consecutive lessons. */
  video: z.strictObject({
    type: z.literal('video'),
    ...watched,
    uri: z.union([VideoUri, z.array(VideoUri).check(z.minLength(1))]),
  }),
  /**
   * A document to read, or with `form` to fill in, sign and read; its progress is the fraction of pages seen.
   */
  pdf: z.strictObject({
    type: z.literal('pdf'),
    ...watched,
    source: Template,
    target: z.optional(z.number().check(z.gt(0), z.lte(1))),
    /**
     * The document is filled in like a PDF form; the answer has the filled file (`pdf`), the values
     * (`fields`) and the attachments.
     */
    form: z.optional(PdfFieldConfig),
  }),
  /**
   * Folders and files, full-screen: from the list in `attribute`, or from `url`. An item is a file (`name`,
   * `url`, optional `type`, `size`) or a folder (`name`, `children`); a flat list with a `path` such as
   * `Drawings/Level 2/A-201.pdf` gives folders too.
   */
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
