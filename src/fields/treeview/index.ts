import { lazy } from 'react'
import { withLaterTexts } from '../../ui/laterTexts.ts'
import { defineField } from '../defineField.ts'
import { treeviewRules } from './rules.ts'

export const treeview = defineField({
  type: 'treeview',
  rules: treeviewRules,
  group: true,
  Control: lazy(() => withLaterTexts(() => import('./TreeviewField.tsx')).then(({ TreeviewField }) => ({ default: TreeviewField }))),
})
