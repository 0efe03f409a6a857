import { lazy } from 'react'
import { withLaterTexts } from '../../ui/laterTexts.ts'
import { defineField } from '../defineField.ts'
import { staffRules } from './rules.ts'

export const staff = defineField({
  type: 'staff',
  rules: staffRules,
  Control: lazy(() => withLaterTexts(() => import('./StaffField.tsx')).then((module) => ({ default: module.StaffField }))),
})
