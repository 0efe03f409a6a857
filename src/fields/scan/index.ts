import { lazy } from 'react'
import { withLazyTexts } from '../../ui/withLazyTexts.ts'
import { defineField } from '../defineField.ts'
import { rules } from './rules.ts'

export const scan = defineField({
  type: 'scan',
  rules,
  Control: lazy(() => withLazyTexts(() => import('./ScanField.tsx')).then(({ ScanField }) => ({ default: ScanField }))),
})
