import { defineField } from '../defineField.ts'
import { spacerRules } from './rules.ts'
import { SpacerField } from './SpacerField.tsx'

export const spacer = defineField({ type: 'spacer', rules: spacerRules, Control: SpacerField, ownFrame: true })
export const nop = defineField({ type: 'nop', rules: spacerRules, Control: () => null, ownFrame: true })
