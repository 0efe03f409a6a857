import { lazy } from 'react'
import { defineField } from '../defineField.ts'
import { videoRules } from './rules.ts'

export const video = defineField({
  type: 'video',
  rules: videoRules,
  group: true,
  Control: lazy(() => import('./VideoField.tsx').then(({ VideoField }) => ({ default: VideoField }))),
})
