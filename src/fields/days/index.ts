import { defineField } from '../defineField.ts'
import { lazyControl } from '../lazyControl.ts'
import { rules } from './rules.ts'

export const days = defineField({
  type: 'days',
  rules: rules,
  Control: lazyControl(() => import('./DaysField.tsx').then(({ DaysField }) => ({ default: DaysField }))),
  group: true,
})
