import type { FieldRules } from '../../engine/rules.ts'

/** Shows text, holds no answer. */
export const infoRules: FieldRules<unknown> = { empty: () => false }
