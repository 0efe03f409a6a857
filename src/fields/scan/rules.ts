import { t } from '@lingui/core/macro'
import type { FieldSetting } from '../../../contract/forms/fieldShapes.ts'
import type { FieldRules } from '../../engine/FieldRules.ts'

export const rules: FieldRules<FieldSetting<'scan'>> = {
  empty: (value) => value === undefined || value === null || String(value).trim() === '',
  message: (value, { maxLength }) =>
    maxLength !== undefined && String(value).length > maxLength ? t`At most ${maxLength} characters` : undefined,
}
