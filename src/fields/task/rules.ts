import type { FieldRules } from '../../engine/rules.ts'

/** Shows a task; has no answer. */
export const taskRules: FieldRules<unknown> = { empty: () => false }
