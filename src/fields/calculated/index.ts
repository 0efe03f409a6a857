import { defineField } from '../defineField.ts'
import { CalculatedField } from './CalculatedField.tsx'
import { calculatedRules } from './rules.ts'

export const calculated = defineField({ type: 'calculated', rules: calculatedRules, Control: CalculatedField })
