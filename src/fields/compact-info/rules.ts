import type { FieldRules } from '../../engine/rules.ts'

/** Shows a value; has no answer. */
export const compactInfoRules: FieldRules<unknown> = { empty: () => false }
