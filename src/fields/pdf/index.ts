import { withLazyTexts } from '../../ui/withLazyTexts.ts'
import { defineField } from '../defineField.ts'
import { lazyControl } from '../lazyControl.ts'
import { rules } from './rules.ts'

export const pdf = defineField({
  type: 'pdf',
  rules: rules,
  group: true,
  Control: lazyControl(() => withLazyTexts(() => import('./PdfField.tsx')).then(({ PdfField }) => ({ default: PdfField }))),
})
