import type { FieldSetting } from '../../../contract/forms/fieldShapes.ts'
import type { FieldRules } from '../../engine/FieldRules.ts'
import { type Weekday, weekdays } from '../../lib/formatDate.ts'

/** The stored list, always from Sun to Sat; without invalid days. */
export const daysOf = (value: unknown): Weekday[] => (Array.isArray(value) ? weekdays.filter((day) => value.includes(day)) : [])

export function withDay(value: unknown, day: Weekday, chosen: boolean): Weekday[] {
  const now = daysOf(value)
  return weekdays.filter((each) => (each === day ? chosen : now.includes(each)))
}

export const rules: FieldRules<FieldSetting<'days'>> = { empty: (value) => daysOf(value).length === 0 }
