import { lazy } from 'react'
import { withLazyTexts } from '../../ui/withLazyTexts.ts'
import { defineField } from '../defineField.ts'
import { rules } from './rules.ts'

export const search = defineField({
  type: 'search',
  rules: rules,
  Control: lazy(() => withLazyTexts(() => import('./SearchField.tsx')).then(({ SearchField }) => ({ default: SearchField }))),
})
