import { defineField } from '../defineField.ts'
import { CurrencyField } from './CurrencyField.tsx'
import { rules } from './rules.ts'

export const currency = defineField({ type: 'currency', rules: rules, Control: CurrencyField })
