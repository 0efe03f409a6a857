import type { FieldRules } from '../../engine/rules.ts'

/** Shows a task, holds no answer. */
export const taskRules: FieldRules<unknown> = { empty: () => false }
