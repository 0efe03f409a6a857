import { useLingui } from '@lingui/react/macro'
import type { PickConfig } from './pickItem.ts'

/** Returns "Pick a Person"; for a list without a title it has "Item", and the number of options. */
export function usePickerTitle({ title: name, items }: PickConfig): string {
  const { t } = useLingui()
  if (name) return t`Pick a ${name}`
  const count = items.length
  const options = count === 1 ? t`1 option` : t`${count} options`
  return `${t`Pick an Item`} (${options})`
}
