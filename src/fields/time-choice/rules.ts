import type { FieldSetting } from '../../../contract/forms/fieldShapes.ts'
import type { FieldRules } from '../../engine/FieldRules.ts'
import { timesBetween } from '../../lib/formatDate.ts'
import { durationsUpTo } from '../../lib/durationsUpTo.ts'

type TimeType = 'time' | 'alltime' | 'timespan' | 'longtimespan'

/**
 * The stored values in the order of the list (spec/1 §9): HH:mm for times, text such as '1.5 hours' for
 * durations.
 */
export const timeChoices: Readonly<Record<TimeType, readonly string[]>> = {
  time: timesBetween('04:00', '18:45', 15),
  alltime: timesBetween('00:00', '23:45', 15),
  timespan: durationsUpTo(3),
  longtimespan: durationsUpTo(12),
}

export const rules: FieldRules<FieldSetting<TimeType>> = { empty: (value) => value === undefined || value === null || value === '' }
