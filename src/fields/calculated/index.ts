import { defineField } from '../defineField.ts'
import { CalculatedField } from './CalculatedField.tsx'
import { rules } from './rules.ts'

export const calculated = defineField({ type: 'calculated', rules: rules, Control: CalculatedField })
