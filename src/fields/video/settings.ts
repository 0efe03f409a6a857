import * as z from 'zod/mini'
import { VideoUri } from '../../../contract/forms/options/VideoUri.ts'
import { defineSettings } from '../../../contract/forms/options/defineSettings.ts'
import { watched } from '../../../contract/forms/options/watched.ts'

/** One video, or several as consecutive lessons. */
const video = defineSettings({
  type: 'video',
  description: 'A video to watch, or lessons one after the other; keeps how much was seen.',
  shape: z.strictObject({
    type: z.literal('video'),
    ...watched,
    uri: z.union([VideoUri, z.array(VideoUri).check(z.minLength(1))]),
  }),
})

export const settings = [video] as const
