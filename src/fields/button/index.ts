import { defineField } from '../defineField.ts'
import { ButtonField } from './ButtonField.tsx'
import { buttonRules } from './rules.ts'
import { SaveField } from './SaveField.tsx'

export const button = defineField({ type: 'button', rules: buttonRules, Control: ButtonField, ownFrame: true })
export const save = defineField({ type: 'save', rules: buttonRules, Control: SaveField, ownFrame: true })
