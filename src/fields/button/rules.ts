import type { FieldRules } from '../../engine/FieldRules.ts'

/** Runs an action; has no answer. */
export const rules: FieldRules<unknown> = { empty: () => false }

/** The action bar draws a save node in place of the form. */
export const saveRules: FieldRules<unknown> = {
  ...rules,
  isSave: true,
  isDrawn: (_, { readOnly, isInActionBar }) => !readOnly && !isInActionBar,
}
