import type { FieldRules } from '../../engine/rules.ts'

/** Shows a value, holds no answer. */
export const compactInfoRules: FieldRules<unknown> = { empty: () => false }
