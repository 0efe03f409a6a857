import type { FieldSetting } from '../../../contract/fields.ts'
import type { FieldRules } from '../../engine/rules.ts'

export const subFormRules: FieldRules<FieldSetting<'subForm'>> = {
  empty: (value) => !Array.isArray(value) || value.length === 0,
}
