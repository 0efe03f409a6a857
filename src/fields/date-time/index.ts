import { defineField } from '../defineField.ts'
import { lazyControl } from '../lazyControl.ts'
import { rules } from './rules.ts'

export const dateTime = defineField({
  type: 'date-time',
  rules,
  Control: lazyControl(() => import('./DateTimeField.tsx').then(({ DateTimeField }) => ({ default: DateTimeField }))),
})
