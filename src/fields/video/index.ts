import { lazy } from 'react'
import { withLaterTexts } from '../../ui/laterTexts.ts'
import { defineField } from '../defineField.ts'
import { videoRules } from './rules.ts'

export const video = defineField({
  type: 'video',
  rules: videoRules,
  group: true,
  Control: lazy(() => withLaterTexts(() => import('./VideoField.tsx')).then(({ VideoField }) => ({ default: VideoField }))),
})
