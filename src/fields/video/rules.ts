import type { FieldSetting } from '../../../contract/forms/fields.ts'
import type { FieldRules } from '../../engine/rules.ts'

/** A started video is not watched: the answer counts once the target is reached. */
export const videoRules: FieldRules<FieldSetting<'video'>> = {
  empty: (value) => (value as { hasWatchedVideo?: unknown } | null | undefined)?.hasWatchedVideo !== true,
}
