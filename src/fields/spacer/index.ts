import { defineField } from '../defineField.ts'
import { rules } from './rules.ts'
import { SpacerField } from './SpacerField.tsx'

export const spacer = defineField({ type: 'spacer', rules: rules, Control: SpacerField, ownFrame: true })
export const nop = defineField({ type: 'nop', rules: rules, Control: () => null, ownFrame: true })
