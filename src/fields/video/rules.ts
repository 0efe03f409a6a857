import type { FieldSetting } from '../../../contract/forms/fieldShapes.ts'
import type { FieldRules } from '../../engine/FieldRules.ts'

/** A started video is not watched: the answer counts once the target is reached. */
export const rules: FieldRules<FieldSetting<'video'>> = {
  empty: (value) => (value as { hasWatchedVideo?: unknown } | null | undefined)?.hasWatchedVideo !== true,
}
