import { defineField } from '../defineField.ts'
import { lazyControl } from '../lazyControl.ts'
import { rules } from './rules.ts'

/** The widths of mobile.module.css. */
const number = '17rem'
const use = '11rem'

export const mobile = defineField<'mobile'>({
  type: 'mobile',
  rules: rules,
  arriving: ({ showUse }) => (showUse === false ? [number] : [number, use]),
  Control: lazyControl(() => import('./MobileField.tsx').then(({ MobileField }) => ({ default: MobileField }))),
})

export const mobilePii = defineField<'mobile-pii'>({
  type: 'mobile-pii',
  rules: rules,
  arriving: ({ showUse }, readOnly) => (readOnly || showUse === false ? [number] : [number, use]),
  Control: lazyControl(() => import('./MobilePiiField.tsx').then(({ MobilePiiField }) => ({ default: MobilePiiField }))),
})
