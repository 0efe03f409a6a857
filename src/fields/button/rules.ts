import type { FieldRules } from '../../engine/rules.ts'

/** Does something, holds no answer. */
export const buttonRules: FieldRules<unknown> = { empty: () => false }
