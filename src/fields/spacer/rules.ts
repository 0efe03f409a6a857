import type { FieldRules } from '../../engine/rules.ts'

/** Has no answer, and ignores a leftover default in its setting. */
export const spacerRules: FieldRules<unknown> = { empty: () => false, initial: () => undefined }
