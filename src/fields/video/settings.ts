import * as z from 'zod/mini'
import { VideoUri } from '../../../contract/forms/options/VideoUri.ts'
import { inAnswer, isOfRecord } from '../../../contract/rules/progress.ts'
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

/** What a person watched on another device counts here. */
function withPercent(setting: { uri: VideoUri | VideoUri[] }, answers: readonly unknown[]): unknown {
  const { uri } = setting
  const links = (Array.isArray(uri) ? uri : [uri]).map(({ link }) => link)
  const own = answers.filter((answer) => !isOfRecord(answer))
  const one = (video: VideoUri): VideoUri => {
    const percent = Math.max(video.percent ?? 0, ...own.map((answer) => inAnswer(answer, video.link, links).watchedPercent))
    return percent > 0 ? { ...video, percent } : video
  }
  return { ...setting, uri: Array.isArray(uri) ? uri.map(one) : one(uri) }
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
  ofPerson: withPercent,
  sample: () => ({ hasWatchedVideo: true, watchedPercent: 1 }),
})

export const settings = [video] as const
