import type { FieldRules } from '../../engine/rules.ts'

/** Shows messages, holds no answer. */
export const noticesRules: FieldRules<unknown> = { empty: () => false }
