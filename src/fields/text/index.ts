import { defineField } from '../defineField.ts'
import { PasswordField } from './PasswordField.tsx'
import { passwordRules, textRules } from './rules.ts'
import { TextField } from './TextField.tsx'

export const text = defineField({ type: 'text', rules: textRules, Control: TextField })
export const password = defineField({ type: 'password', rules: passwordRules, Control: PasswordField })
