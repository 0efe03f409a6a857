import { defineField } from '../defineField.ts'
import { PasswordField } from './PasswordField.tsx'
import { passwordRules, rules } from './rules.ts'
import { TextField } from './TextField.tsx'

export const text = defineField({ type: 'text', rules: rules, Control: TextField })
export const password = defineField({ type: 'password', rules: passwordRules, Control: PasswordField })
