import type { Attachment } from '../../../contract/endpoints/uploads.ts'
import type { FieldSetting } from '../../../contract/forms/fieldShapes.ts'
import type { FieldRules } from '../../engine/FieldRules.ts'

/** The answer of a document to fill in. */
export interface Filled {
  readonly pdf?: readonly Partial<Attachment>[]
}

/**
 * The answer counts once the reading target is reached, or, for a document to fill in, once the filled
 * document is there.
 */
export const rules: FieldRules<FieldSetting<'pdf'>> = {
  empty: (value, setting) => {
    const answer = value as ({ hasWatchedVideo?: unknown } & Filled) | null | undefined
    return setting?.form && setting.form.save === undefined ? (answer?.pdf ?? []).length === 0 : answer?.hasWatchedVideo !== true
  },
}
