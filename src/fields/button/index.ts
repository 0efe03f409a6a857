import { defineField } from '../defineField.ts'
import { ButtonField } from './ButtonField.tsx'
import { rules, saveRules } from './rules.ts'
import { SaveField } from './SaveField.tsx'

export const button = defineField({ type: 'button', rules: rules, Control: ButtonField, ownFrame: true })
export const save = defineField({ type: 'save', rules: saveRules, Control: SaveField, ownFrame: true })
