import { lazy } from 'react'
import { defineField } from '../defineField.ts'
import { attachmentsRules } from './rules.ts'

export const attachments = defineField({
  type: 'attachments',
  rules: attachmentsRules,
  group: true,
  Control: lazy(() => import('./AttachmentsField.tsx').then(({ AttachmentsField }) => ({ default: AttachmentsField }))),
})
