import { lazy } from 'react'
import { defineField } from '../defineField.ts'
import { pdfRules } from './rules.ts'

export const pdf = defineField({
  type: 'pdf',
  rules: pdfRules,
  group: true,
  Control: lazy(() => import('./PdfField.tsx').then(({ PdfField }) => ({ default: PdfField }))),
})
