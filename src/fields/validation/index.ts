import { defineField } from '../defineField.ts'
import { validationRules } from './rules.ts'
import { ValidationField } from './ValidationField.tsx'

export const validation = defineField({ type: 'validation', rules: validationRules, Control: ValidationField, ownFrame: true })
