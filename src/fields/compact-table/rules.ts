import type { FieldRules } from '../../engine/rules.ts'

/** Shows a list of the record; has no answer. */
export const compactTableRules: FieldRules<unknown> = { empty: () => false }
