import { lazy } from 'react'
import { defineField } from '../defineField.ts'
import { treeviewRules } from './rules.ts'

export const treeview = defineField({
  type: 'treeview',
  rules: treeviewRules,
  group: true,
  Control: lazy(() => import('./TreeviewField.tsx').then(({ TreeviewField }) => ({ default: TreeviewField }))),
})
