import { defineField } from '../defineField.ts'
import { DaysField } from './DaysField.tsx'
import { rules } from './rules.ts'

export const days = defineField({ type: 'days', rules: rules, Control: DaysField, group: true })
