import type { FieldRules } from '../../engine/rules.ts'

/** Shows messages; has no answer. */
export const chatRules: FieldRules<unknown> = { empty: () => false }
