import { lazy } from 'react'
import { withLaterTexts } from '../../ui/laterTexts.ts'
import { defineField } from '../defineField.ts'
import { pdfRules } from './rules.ts'

export const pdf = defineField({
  type: 'pdf',
  rules: pdfRules,
  group: true,
  Control: lazy(() => withLaterTexts(() => import('./PdfField.tsx')).then(({ PdfField }) => ({ default: PdfField }))),
})
