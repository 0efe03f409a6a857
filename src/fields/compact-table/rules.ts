import type { FieldRules } from '../../engine/FieldRules.ts'

/** Shows a list of the record; has no answer. */
export const rules: FieldRules<unknown> = { empty: () => false }
