import { withLazyTexts } from '../../ui/withLazyTexts.ts'
import { defineField } from '../defineField.ts'
import { lazyControl } from '../lazyControl.ts'
import { rules } from './rules.ts'

export const treeview = defineField({
  type: 'treeview',
  rules: rules,
  group: true,
  Control: lazyControl(() => withLazyTexts(() => import('./TreeviewField.tsx')).then(({ TreeviewField }) => ({ default: TreeviewField }))),
})
