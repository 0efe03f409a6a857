import { defineField } from '../defineField.ts'
import { DateField } from './DateField.tsx'
import { dateRules } from './rules.ts'

export const date = defineField({ type: 'date', rules: dateRules, Control: DateField })
