import type { FieldRules } from '../../engine/rules.ts'

/** Shows text; has no answer. */
export const infoRules: FieldRules<unknown> = { empty: () => false }
