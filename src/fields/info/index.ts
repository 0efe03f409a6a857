import { defineField } from '../defineField.ts'
import { InfoField } from './InfoField.tsx'
import { rules } from './rules.ts'

export const info = defineField({ type: 'info', rules: rules, Control: InfoField, ownFrame: true })
export const textTemplate = defineField({ type: 'textTemplate', rules: rules, Control: InfoField, ownFrame: true })
