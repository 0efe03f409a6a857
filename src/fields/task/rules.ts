import type { FieldRules } from '../../engine/FieldRules.ts'

/** Shows a task; has no answer. */
export const rules: FieldRules<unknown> = { empty: () => false }
