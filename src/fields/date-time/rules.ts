import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import type { FieldSetting } from '../../../contract/forms/fieldShapes.ts'
import type { FieldRules } from '../../engine/FieldRules.ts'
import { formatMoment, isMoment } from '../../lib/formatMoment.ts'

export const rules: FieldRules<FieldSetting<'date-time'>> = {
  empty: (value) => value === undefined || value === null || value === '',
  message(value, { min, max }) {
    if (!isMoment(value)) return t`Enter a date and a time`
    if (min !== undefined && value < min) return t`Enter ${formatMoment(min, i18n.locale)} or later`
    if (max !== undefined && value > max) return t`Enter ${formatMoment(max, i18n.locale)} or earlier`
    return undefined
  },
}
