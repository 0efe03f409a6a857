import { lazy } from 'react'
import { withLaterTexts } from '../../ui/laterTexts.ts'
import { defineField } from '../defineField.ts'
import { searchRules } from './rules.ts'

export const search = defineField({
  type: 'search',
  rules: searchRules,
  Control: lazy(() => withLaterTexts(() => import('./SearchField.tsx')).then(({ SearchField }) => ({ default: SearchField }))),
})
