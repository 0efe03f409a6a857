import type { FieldRules } from '../../engine/FieldRules.ts'

/** Shows messages; has no answer. */
export const rules: FieldRules<unknown> = { empty: () => false }
