import { t } from '@lingui/core/macro'
import type { FieldSetting } from '../../../contract/forms/fieldShapes.ts'
import type { FieldRules } from '../../engine/FieldRules.ts'

const blank = (value: unknown) => value === undefined || value === null || (typeof value === 'string' && value.trim() === '')

export const rules: FieldRules<FieldSetting<'text'>> = {
  empty: blank,
  numeric: ({ number }) => number === true,
  message(value, { number, min, max, maxLength }) {
    if (!number) {
      return maxLength !== undefined && typeof value === 'string' && value.length > maxLength
        ? t`At most ${maxLength} characters`
        : undefined
    }
    if (typeof value !== 'number') return t`Enter a number, for example 12 or 7.5`
    if (min !== undefined && value < min) return t`Enter ${min} or more`
    if (max !== undefined && value > max) return t`Enter ${max} or less`
    return undefined
  },
}

export const passwordRules: FieldRules<FieldSetting<'password'>> = {
  empty: (value) => value === undefined || value === null || value === '',
}
