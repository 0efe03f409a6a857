import { lazy } from 'react'
import { withLazyTexts } from '../../ui/withLazyTexts.ts'
import { defineField } from '../defineField.ts'
import { rules } from './rules.ts'

export const video = defineField({
  type: 'video',
  rules: rules,
  group: true,
  Control: lazy(() => withLazyTexts(() => import('./VideoField.tsx')).then(({ VideoField }) => ({ default: VideoField }))),
})
