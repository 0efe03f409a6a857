import { lazy } from 'react'
import { defineField } from '../defineField.ts'
import { rules } from './rules.ts'

export const mobile = defineField({
  type: 'mobile',
  rules: rules,
  Control: lazy(() => import('./MobileField.tsx').then(({ MobileField }) => ({ default: MobileField }))),
})

export const mobilePii = defineField({
  type: 'mobile-pii',
  rules: rules,
  Control: lazy(() => import('./MobilePiiField.tsx').then(({ MobilePiiField }) => ({ default: MobilePiiField }))),
})
