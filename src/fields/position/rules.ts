import { t } from '@lingui/core/macro'
import type { FieldSetting } from '../../../contract/forms/fieldShapes.ts'
import type { FieldRules } from '../../engine/FieldRules.ts'
import { positionIn } from '../../lib/positionIn.ts'

export const rules: FieldRules<FieldSetting<'position'>> = {
  empty: (value) => value === undefined || value === null || String(value).trim() === '',
  message: (value) => (positionIn(value) ? undefined : t`Enter latitude and longitude, for example 40.71234, -74.00512`),
}
