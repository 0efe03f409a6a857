import type { FieldRules } from '../../engine/rules.ts'

/** Runs an action; has no answer. */
export const buttonRules: FieldRules<unknown> = { empty: () => false }
