import type { FieldRules } from '../../engine/FieldRules.ts'

/** Has no answer, and ignores a leftover default in its setting. */
export const rules: FieldRules<unknown> = { empty: () => false, initial: () => undefined }
