import { lazy } from 'react'
import { withLazyTexts } from '../../ui/withLazyTexts.ts'
import { defineField } from '../defineField.ts'
import { rules } from './rules.ts'

export const pdf = defineField({
  type: 'pdf',
  rules: rules,
  group: true,
  Control: lazy(() => withLazyTexts(() => import('./PdfField.tsx')).then(({ PdfField }) => ({ default: PdfField }))),
})
