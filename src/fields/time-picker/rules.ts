import { t } from '@lingui/core/macro'
import type { FieldSetting } from '../../../contract/forms/fieldShapes.ts'
import type { FieldRules } from '../../engine/FieldRules.ts'
import { formatTime, isTime } from '../../lib/formatDate.ts'

const empty = (value: unknown) => value === undefined || value === null || value === ''

export const rules: FieldRules<FieldSetting<'time-picker'>> = {
  empty,
  message: (value) => (isTime(value) ? undefined : t`Choose a time`),
}

export const endTimeRules: FieldRules<FieldSetting<'endTime'>> = {
  empty,
  reads: ({ start }) => [start],
  message(value, { start, overnight }, read) {
    const from = read(start)
    if (!isTime(value)) return t`Choose a time`
    if (!isTime(from) || value > from || (overnight && value !== from)) return undefined
    return t`Choose a time after ${formatTime(from)}`
  },
}
