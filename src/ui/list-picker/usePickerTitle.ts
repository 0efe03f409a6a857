import { useLingui } from '@lingui/react/macro'
import type { PickConfig } from './pickItem.ts'

/** Returns "Pick a Person"; an item picker, or a list without a title, also has the number of options. */
export function usePickerTitle({ title: name, items, counted }: PickConfig): string {
  const { t } = useLingui()
  const count = items.length
  const options = count === 1 ? t`1 option` : t`${count} options`
  if (name && !counted) return t`Pick a ${name}`
  return `${name ? t`Pick a ${name}` : t`Pick an Item`} (${options})`
}
