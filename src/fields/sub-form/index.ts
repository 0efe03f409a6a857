import { lazy } from 'react'
import { defineField } from '../defineField.ts'
import { subFormRules } from './rules.ts'

export const subForm = defineField({
  type: 'subForm',
  rules: subFormRules,
  group: true,
  Control: lazy(() => import('./SubFormField.tsx').then(({ SubFormField }) => ({ default: SubFormField }))),
})
