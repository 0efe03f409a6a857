import { defineField } from '../defineField.ts'
import { ButtonField } from './ButtonField.tsx'
import { rules } from './rules.ts'
import { SaveField } from './SaveField.tsx'

export const button = defineField({ type: 'button', rules: rules, Control: ButtonField, ownFrame: true })
export const save = defineField({ type: 'save', rules: rules, Control: SaveField, ownFrame: true })
