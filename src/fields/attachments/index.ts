import { lazy } from 'react'
import { defineField } from '../defineField.ts'
import { rules, fileAttachmentsRules } from './rules.ts'

export const attachments = defineField({
  type: 'attachments',
  rules: rules,
  group: true,
  Control: lazy(() => import('./AttachmentsField.tsx').then(({ AttachmentsField }) => ({ default: AttachmentsField }))),
})

export const fileAttachments = defineField({
  type: 'file-attachments',
  rules: fileAttachmentsRules,
  group: true,
  Control: lazy(() => import('./FileAttachmentsField.tsx').then(({ FileAttachmentsField }) => ({ default: FileAttachmentsField }))),
})
