import type { FieldSetting } from '../../../contract/forms/fields.ts'
import type { FieldRules } from '../../engine/rules.ts'

/** Shows files; has no answer. */
export const treeviewRules: FieldRules<FieldSetting<'treeview'>> = { empty: () => false }
