import type { FieldRules } from '../../engine/rules.ts'

/** Does something, holds no answer. */
export const splitButtonRules: FieldRules<unknown> = { empty: () => false }
