import type { FieldRules } from '../../engine/FieldRules.ts'

/** Has no answer, and ignores a leftover default in its setting. */
export const rules: FieldRules<unknown> = { empty: () => false, initial: () => undefined }

/** A field that is switched off draws nothing. */
export const nopRules: FieldRules<unknown> = { ...rules, isDrawn: () => false }
