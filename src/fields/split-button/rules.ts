import type { FieldRules } from '../../engine/FieldRules.ts'

/** Runs an action; has no answer. */
export const rules: FieldRules<unknown> = { empty: () => false }
