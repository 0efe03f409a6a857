import { withLazyTexts } from '../../ui/withLazyTexts.ts'
import { defineField } from '../defineField.ts'
import { lazyControl } from '../lazyControl.ts'
import { rules } from './rules.ts'

export const scan = defineField({
  type: 'scan',
  rules,
  Control: lazyControl(() => withLazyTexts(() => import('./ScanField.tsx')).then(({ ScanField }) => ({ default: ScanField }))),
})
