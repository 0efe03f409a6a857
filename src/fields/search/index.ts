import { withLazyTexts } from '../../ui/withLazyTexts.ts'
import { defineField } from '../defineField.ts'
import { lazyControl } from '../lazyControl.ts'
import { rules } from './rules.ts'

export const search = defineField({
  type: 'search',
  rules: rules,
  Control: lazyControl(() => withLazyTexts(() => import('./SearchField.tsx')).then(({ SearchField }) => ({ default: SearchField }))),
})
