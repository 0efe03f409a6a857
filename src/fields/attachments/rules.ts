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
