import type { FieldRules } from '../../engine/rules.ts'

/** Shows messages, holds no answer. */
export const chatRules: FieldRules<unknown> = { empty: () => false }
