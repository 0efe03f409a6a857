import { lazy } from 'react'
import { defineField } from '../defineField.ts'
import { rules } from './rules.ts'

export const dateTime = defineField({
  type: 'date-time',
  rules,
  Control: lazy(() => import('./DateTimeField.tsx').then(({ DateTimeField }) => ({ default: DateTimeField }))),
})
