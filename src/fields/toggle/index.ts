import { defineField } from '../defineField.ts'
import { switchRules, rules } from './rules.ts'
import { SwitchField } from './SwitchField.tsx'
import { ToggleField } from './ToggleField.tsx'

export const toggle = defineField({ type: 'toggle', rules: rules, Control: ToggleField, ownFrame: true })
export const switchField = defineField({ type: 'switch', rules: switchRules, Control: SwitchField, ownFrame: true })
