import { lazy } from 'react'
import { withLazyTexts } from '../../ui/withLazyTexts.ts'
import { defineField } from '../defineField.ts'
import { rules } from './rules.ts'

export const staff = defineField({
  type: 'staff',
  rules: rules,
  Control: lazy(() => withLazyTexts(() => import('./StaffField.tsx')).then((module) => ({ default: module.StaffField }))),
})
