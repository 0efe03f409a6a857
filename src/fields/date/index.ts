import { defineField } from '../defineField.ts'
import { DateField } from './DateField.tsx'
import { rules } from './rules.ts'

export const date = defineField({ type: 'date', rules: rules, Control: DateField })
