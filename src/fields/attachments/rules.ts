import { t } from '@lingui/core/macro'
import type { FieldSetting } from '../../../contract/fields.ts'
import type { FieldRules } from '../../engine/rules.ts'
import { itemsOf } from './items.ts'

export const attachmentsRules: FieldRules<FieldSetting<'attachments'>> = {
  empty: (value) => itemsOf(value).length === 0,
  /** A photo that is still being made smaller would be missing from the record. */
  message: (value) =>
    itemsOf(value).some(({ url }) => url === '') ? t`A file is still being prepared. Save again in a moment.` : undefined,
}

/** Fields whose files are on their way by themselves: they stand in the outbox, not among the answers of the form. */
const sending = new WeakSet<object>()

/** Notes whether files of this field are on their way; true when that is news. */
export function noteSending(setting: FieldSetting<'file-attachments'>, any: boolean): boolean {
  if (sending.has(setting) === any) return false
  if (any) sending.add(setting)
  else sending.delete(setting)
  return true
}

export const fileAttachmentsRules: FieldRules<FieldSetting<'file-attachments'>> = {
  empty: (value, setting) => itemsOf(value).length === 0 && !sending.has(setting),
  message: (value) => attachmentsRules.message?.(value, undefined as never, () => undefined),
}
