import type { FieldSetting } from '../../../contract/forms/fields.ts'
import type { FieldRules } from '../../engine/rules.ts'

/** The engine validates; this type only places a message that has no field. */
export const validationRules: FieldRules<FieldSetting<'validation'>> = { empty: () => false }
