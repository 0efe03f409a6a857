import type { FieldSetting } from '../../../contract/forms/fieldShapes.ts'
import type { FieldRules } from '../../engine/FieldRules.ts'

/** Shows files; has no answer. */
export const rules: FieldRules<FieldSetting<'treeview'>> = { empty: () => false }
