import type { FieldRules } from '../../engine/FieldRules.ts'

/** Shows a value; has no answer. */
export const rules: FieldRules<unknown> = { empty: () => false }
