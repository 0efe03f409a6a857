import { defineField } from '../defineField.ts'
import { DaysField } from './DaysField.tsx'
import { daysRules } from './rules.ts'

export const days = defineField({ type: 'days', rules: daysRules, Control: DaysField, group: true })
