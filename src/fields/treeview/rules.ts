import type { FieldSetting } from '../../../contract/fields.ts'
import type { FieldRules } from '../../engine/rules.ts'

/** Files to look at, no answer. */
export const treeviewRules: FieldRules<FieldSetting<'treeview'>> = { empty: () => false }
