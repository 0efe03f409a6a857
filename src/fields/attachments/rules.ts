import { t } from '@lingui/core/macro'
import type { FieldSetting } from '../../../contract/forms/fieldShapes.ts'
import type { FieldRules } from '../../engine/FieldRules.ts'
import { itemsOf } from './itemsOf.ts'

export const rules: FieldRules<FieldSetting<'attachments'>> = {
  empty: (value) => itemsOf(value).length === 0,
  /** A photo that is still being resized would be missing in the record. */
  message: (value) =>
    itemsOf(value).some(({ url }) => url === '') ? t`A file is still being prepared. Save again in a moment.` : undefined,
}

/** Fields with files that are sent on their own: the files are in the outbox, not in the form's answers. */
const sending = new WeakSet<object>()

/** Stores whether files of this field are being sent; returns true if that changed. */
export function noteSending(setting: FieldSetting<'file-attachments'>, any: boolean): boolean {
  if (sending.has(setting) === any) return false
  if (any) sending.add(setting)
  else sending.delete(setting)
  return true
}

export const fileAttachmentsRules: FieldRules<FieldSetting<'file-attachments'>> = {
  empty: (value, setting) => itemsOf(value).length === 0 && !sending.has(setting),
  message: (value) => rules.message?.(value, undefined as never, () => undefined),
}
