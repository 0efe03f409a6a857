import * as z from 'zod/mini'
import { VideoUri } from '../../../contract/forms/options/VideoUri.ts'
import { defineSettings } from '../../../contract/forms/options/defineSettings.ts'
import { listOf, type TranslateValue } from '../../../contract/forms/options/TranslateValue.ts'
import { watched } from '../../../contract/forms/options/watched.ts'

/** Users read the title of a video; another language can have a different video. */
const uriTexts: TranslateValue = (value, translate, path) => {
  const uri = value as VideoUri
  return {
    ...uri,
    link: translate(uri.link, [...path, 'link']),
    ...(uri.title === undefined ? {} : { title: translate(uri.title, [...path, 'title']) }),
  }
}

/** One video, or several as consecutive lessons. */
const video = defineSettings({
  type: 'video',
  description: 'A video to watch, or lessons one after the other; keeps how much was seen.',
  shape: z.strictObject({
    type: z.literal('video'),
    ...watched,
    uri: z.union([VideoUri, z.array(VideoUri).check(z.minLength(1))]),
  }),
  texts: { uri: listOf(uriTexts) },
})

export const settings = [video] as const
