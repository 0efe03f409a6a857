import { t } from '@lingui/core/macro'
import type { FieldSetting } from '../../../contract/forms/fieldShapes.ts'
import type { FieldRules } from '../../engine/FieldRules.ts'
import { isDate } from '../../lib/formatDate.ts'

export const rules: FieldRules<FieldSetting<'date'>> = {
  /** "N/A" is an answer: it is stored as null (decision OQ-077). */
  empty: (value, { allowNA }) => value === undefined || value === '' || (value === null && !allowNA),
  message(value, { min, max }) {
    if (value === null) return undefined
    if (!isDate(value)) return t`Enter a date`
    if (min !== undefined && value < min) return t`Enter ${min} or a later date`
    if (max !== undefined && value > max) return t`Enter ${max} or an earlier date`
    return undefined
  },
}
