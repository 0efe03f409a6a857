import { withLazyTexts } from '../../ui/withLazyTexts.ts'
import { defineField } from '../defineField.ts'
import { lazyControl } from '../lazyControl.ts'
import { rules } from './rules.ts'

export const lookup = defineField({
  type: 'lookup',
  rules: rules,
  Control: lazyControl(() => withLazyTexts(() => import('./LookupField.tsx')).then((module) => ({ default: module.LookupField }))),
})
