import { withLazyTexts } from '../../ui/withLazyTexts.ts'
import { defineField } from '../defineField.ts'
import { lazyControl } from '../lazyControl.ts'
import { rules } from './rules.ts'

export const staff = defineField({
  type: 'staff',
  rules: rules,
  Control: lazyControl(() => withLazyTexts(() => import('./StaffField.tsx')).then((module) => ({ default: module.StaffField }))),
})
