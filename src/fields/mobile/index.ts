import { lazy } from 'react'
import { defineField } from '../defineField.ts'
import { mobileRules } from './rules.ts'

export const mobile = defineField({
  type: 'mobile',
  rules: mobileRules,
  Control: lazy(() => import('./MobileField.tsx').then(({ MobileField }) => ({ default: MobileField }))),
})

export const mobilePii = defineField({
  type: 'mobile-pii',
  rules: mobileRules,
  Control: lazy(() => import('./MobilePiiField.tsx').then(({ MobilePiiField }) => ({ default: MobilePiiField }))),
})
