import { defineField } from '../defineField.ts'
import { InfoField } from './InfoField.tsx'
import { infoRules } from './rules.ts'

export const info = defineField({ type: 'info', rules: infoRules, Control: InfoField, ownFrame: true })
export const textTemplate = defineField({ type: 'textTemplate', rules: infoRules, Control: InfoField, ownFrame: true })
