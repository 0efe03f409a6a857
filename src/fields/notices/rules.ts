import type { FieldRules } from '../../engine/rules.ts'

/** Shows messages; has no answer. */
export const noticesRules: FieldRules<unknown> = { empty: () => false }
