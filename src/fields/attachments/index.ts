import { defineField } from '../defineField.ts'
import { lazyControl } from '../lazyControl.ts'
import { rules, fileAttachmentsRules } from './rules.ts'

export const attachments = defineField({
  type: 'attachments',
  rules: rules,
  group: true,
  Control: lazyControl(() => import('./AttachmentsField.tsx').then(({ AttachmentsField }) => ({ default: AttachmentsField }))),
})

export const fileAttachments = defineField({
  type: 'file-attachments',
  rules: fileAttachmentsRules,
  group: true,
  Control: lazyControl(() => import('./FileAttachmentsField.tsx').then(({ FileAttachmentsField }) => ({ default: FileAttachmentsField }))),
})
