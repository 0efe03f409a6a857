import type { FieldSetting } from '../../../contract/fields.ts'
import type { FieldRules } from '../../engine/rules.ts'

/** The engine checks; this type only gives a message without a field its place. */
export const validationRules: FieldRules<FieldSetting<'validation'>> = { empty: () => false }
