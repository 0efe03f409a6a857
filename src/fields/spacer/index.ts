import { defineField } from '../defineField.ts'
import { nopRules, rules } from './rules.ts'
import { SpacerField } from './SpacerField.tsx'

export const spacer = defineField({ type: 'spacer', rules: rules, Control: SpacerField, ownFrame: true })
export const nop = defineField({ type: 'nop', rules: nopRules, Control: () => null, ownFrame: true })
