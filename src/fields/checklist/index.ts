import { withLazyTexts } from '../../ui/withLazyTexts.ts'
import { defineField } from '../defineField.ts'
import { lazyControl } from '../lazyControl.ts'
import { rules } from './rules.ts'

export const checklist = defineField({
  type: 'checklist',
  rules,
  Control: lazyControl(() => withLazyTexts(() => import('./ChecklistField.tsx')).then((module) => ({ default: module.ChecklistField }))),
  draws: ['text', 'attachments'],
  group: true,
})
