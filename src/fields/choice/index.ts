import { defineField } from '../defineField.ts'
import { ChoiceField } from './ChoiceField.tsx'
import { ListChoiceField } from './ListChoiceField.tsx'
import { rules, listRules } from './rules.ts'

export const enumField = defineField({ type: 'enum', rules: rules, Control: ChoiceField, group: 'named' })
export const valueenum = defineField({ type: 'valueenum', rules: rules, Control: ChoiceField, group: 'named' })
export const listenum = defineField({ type: 'listenum', rules: listRules, Control: ListChoiceField, group: true })
