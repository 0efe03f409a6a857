import { lazy } from 'react'
import { withLazyTexts } from '../../ui/withLazyTexts.ts'
import { defineField } from '../defineField.ts'
import { rules } from './rules.ts'

export const treeview = defineField({
  type: 'treeview',
  rules: rules,
  group: true,
  Control: lazy(() => withLazyTexts(() => import('./TreeviewField.tsx')).then(({ TreeviewField }) => ({ default: TreeviewField }))),
})
