import * as z from 'zod/mini'
import { Template } from '../fieldBase.ts'

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
