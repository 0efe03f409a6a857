import type { FieldSetting } from '../../../contract/forms/fields.ts'
import type { FieldRules } from '../../engine/rules.ts'

/** The value is a list with one item (spec/1 §3). */
export const signatureRules: FieldRules<FieldSetting<'signature'>> = {
  empty: (value) => !Array.isArray(value) || value.length === 0,
}
