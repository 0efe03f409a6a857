import { useLingui } from '@lingui/react/macro'
import type { PickConfig } from './pickItem.ts'

/**
 * Returns "Pick a Person"; an item picker, or a list without a title, also has the number of options. The label of a
 * question is no name of an item: "Choose your name", and a question stays as it is.
 */
export function usePickerTitle({ title: name, items, counted }: PickConfig): string {
  const { t } = useLingui()
  const count = items.length
  const options = count === 1 ? t`1 option` : t`${count} options`
  if (!name) return `${t`Pick an Item`} (${options})`
  const own = /^Your (?=\S)/.test(name) ? `your ${name.slice(5)}` : undefined
  const picked = own === undefined ? t`Pick a ${name}` : t`Choose ${own}`
  const title = name.endsWith('?') ? name : picked
  return counted ? `${title} (${options})` : title
}
