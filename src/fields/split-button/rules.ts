import type { FieldRules } from '../../engine/rules.ts'

/** Runs an action; has no answer. */
export const splitButtonRules: FieldRules<unknown> = { empty: () => false }
