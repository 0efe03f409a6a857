import type { FieldSetting } from '../../../contract/fields.ts'
import type { FieldRules } from '../../engine/rules.ts'

/** Opened is not read: the answer counts once the target is reached. */
export const pdfRules: FieldRules<FieldSetting<'pdf'>> = {
  empty: (value) => (value as { hasWatchedVideo?: unknown } | null | undefined)?.hasWatchedVideo !== true,
}
