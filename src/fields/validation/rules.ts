import type { FieldSetting } from '../../../contract/forms/fieldShapes.ts'
import type { FieldRules } from '../../engine/FieldRules.ts'

/** The engine validates; this type only places a message that has no field. */
export const rules: FieldRules<FieldSetting<'validation'>> = {
  empty: () => false,
  validates: ({ field, valid, message }) => ({ field, valid, message }),
  isDrawn: ({ field }, { message }) => field === undefined && message !== undefined,
}
