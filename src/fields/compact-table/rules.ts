import type { FieldRules } from '../../engine/rules.ts'

/** Shows a list of the record, holds no answer of its own. */
export const compactTableRules: FieldRules<unknown> = { empty: () => false }
