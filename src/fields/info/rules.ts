import type { FieldRules } from '../../engine/FieldRules.ts'

/** Shows text; has no answer. */
export const rules: FieldRules<unknown> = { empty: () => false }
