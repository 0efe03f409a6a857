import { t } from '@lingui/core/macro'
import type { FieldSetting } from '../../../contract/forms/fieldShapes.ts'
import { defaultTarget } from '../../../contract/rules/progress.ts'
import type { FieldRules } from '../../engine/FieldRules.ts'

interface Answer {
  readonly hasWatchedVideo?: unknown
  readonly watchedPercent?: unknown
}

const answerIn = (value: unknown) => (value ?? {}) as Answer
const percentOf = (share: number) => Math.floor(share * 100)

/** A started video is not watched: the answer counts once the target is reached. */
export const rules: FieldRules<FieldSetting<'video'>> = {
  empty: (value) => answerIn(value).hasWatchedVideo !== true,
  missing: (value, { uri }) => {
    const { watchedPercent: share } = answerIn(value)
    const [video, ...lessons] = [uri].flat()
    if (!video || lessons.length > 0 || typeof share !== 'number' || share === 0) return undefined
    const [watched, needed] = [percentOf(share), percentOf(video.target ?? defaultTarget)]
    return t`${watched}% watched, ${needed}% needed`
  },
}
