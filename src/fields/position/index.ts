import { lazy } from 'react'
import { withLazyTexts } from '../../ui/withLazyTexts.ts'
import { defineField } from '../defineField.ts'
import { rules } from './rules.ts'

export const position = defineField({
  type: 'position',
  rules,
  Control: lazy(() => withLazyTexts(() => import('./PositionField.tsx')).then(({ PositionField }) => ({ default: PositionField }))),
})
