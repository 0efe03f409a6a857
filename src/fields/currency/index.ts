import { defineField } from '../defineField.ts'
import { CurrencyField } from './CurrencyField.tsx'
import { currencyRules } from './rules.ts'

export const currency = defineField({ type: 'currency', rules: currencyRules, Control: CurrencyField })
