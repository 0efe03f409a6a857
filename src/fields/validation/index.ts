import { defineField } from '../defineField.ts'
import { rules } from './rules.ts'
import { ValidationField } from './ValidationField.tsx'

export const validation = defineField({ type: 'validation', rules: rules, Control: ValidationField, ownFrame: true })
