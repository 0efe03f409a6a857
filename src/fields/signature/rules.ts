import type { FieldSetting } from '../../../contract/forms/fieldShapes.ts'
import type { FieldRules } from '../../engine/FieldRules.ts'

/** The value is a list with one item (spec/1 §3). */
export const rules: FieldRules<FieldSetting<'signature'>> = {
  empty: (value) => !Array.isArray(value) || value.length === 0,
}
