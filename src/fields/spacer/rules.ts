import type { FieldRules } from '../../engine/rules.ts'

/** Holds no answer, and takes none by a default that was left behind. */
export const spacerRules: FieldRules<unknown> = { empty: () => false, initial: () => undefined }
