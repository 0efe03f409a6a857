import { defineField } from '../defineField.ts'
import { lazyControl } from '../lazyControl.ts'
import { passwordRules, rules } from './rules.ts'
import { TextField } from './TextField.tsx'

export const text = defineField({ type: 'text', rules: rules, Control: TextField })
export const password = defineField({
  type: 'password',
  rules: passwordRules,
  Control: lazyControl(() => import('./PasswordField.tsx').then(({ PasswordField }) => ({ default: PasswordField }))),
})
