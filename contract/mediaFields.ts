import * as z from 'zod/mini'
import { Action } from './action.ts'
import { fieldBase, nodeBase, Template } from './fieldBase.ts'
import { PdfFieldConfig } from './pdfForm.ts'

/** What is watched or read (spec/1 §3 "Video"). */
export const VideoUri = z.strictObject({
  /**
   * A video file, a PDF, or a page of YouTube or Vimeo. Files that lie in the folder of forms have the address `/media/<name>`; only files of
   * this server can be kept on devices, and a PDF can be read only from it. The link of a language stands in the translations.
   */
  link: Template,
  /** How far the person is; the server fills it in from other devices. */
  percent: z.optional(z.number().check(z.gte(0), z.lte(1))),
  /** Fraction that counts as watched (0.9). */
  target: z.optional(z.number().check(z.gt(0), z.lte(1))),
  hidePlayBar: z.optional(z.boolean()),
  /** Absent: told by the link. */
  type: z.optional(z.enum(['video', 'pdf', 'youtube', 'vimeo'])),
  title: z.optional(z.string()),
  /** Words to read below a video file (WebVTT), one file per language. */
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
  /** Said when the person goes on too early. */
  notReadyMessage: z.optional(z.string()),
  nextLabel: z.optional(z.string()),
  /** What the next button does; absent: there is none. */
  next: z.optional(Action),
  /**
   * true: videos and documents of this server come to the device by themselves, to be watched without a connection; absent: a person may ask
   * for it; false: it is not offered.
   */
  keep: z.optional(z.boolean()),
}

export const mediaShapes = {
  /** One video, or several as lessons one after the other. */
  video: z.strictObject({
    type: z.literal('video'),
    ...watched,
    uri: z.union([VideoUri, z.array(VideoUri).check(z.minLength(1))]),
  }),
  /** A document to read, or with `form` to fill in, sign and read; its progress is the fraction of pages seen. */
  pdf: z.strictObject({
    type: z.literal('pdf'),
    ...watched,
    source: Template,
    target: z.optional(z.number().check(z.gt(0), z.lte(1))),
    /** The document is filled in as a PDF form is; the answer holds the filled file (`pdf`), what was filled in (`fields`) and the attachments. */
    form: z.optional(PdfFieldConfig),
  }),
  /**
   * Folders and files, full-screen: from the list under `attribute`, or from `url`. An item is a file (`name`, `url`, perhaps `type`, `size`),
   * or a folder (`name`, `children`); a flat list with a `path` such as `Drawings/Level 2/A-201.pdf` makes folders too.
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
