import { useLingui } from '@lingui/react/macro'
import type { LookupItem } from '../../../contract/pages.ts'
import type { RootScreenProps } from '../../engine/host.ts'

const isItem = (value: unknown): value is LookupItem => {
  const item = value as Partial<LookupItem> | null
  return typeof item === 'object' && item !== null && typeof item.id === 'string' && typeof item.label === 'string'
}

/** What both picker screens share. Without an address for the choice the list only informs (FE-244). */
export function usePicker({ data, host }: Pick<RootScreenProps, 'data' | 'host'>): {
  title: string
  items: readonly LookupItem[]
  pick: ((item: LookupItem) => void) | undefined
  leave(): void
} {
  const { t } = useLingui()
  const items = (data.componentConfig?.items ?? []).filter(isItem)
  const count = items.length
  const name = data.componentConfig?.title
  const options = count === 1 ? t`1 option` : t`${count} options`
  const url = data.url
  return {
    title: name ? t`Pick a ${name}` : `${t`Pick an Item`} (${options})`,
    items,
    pick: url === undefined ? undefined : (item) => void host.run({ message: 'url.post', url, body: { selected: item.id } }, { model: {} }),
    leave: () => host.navigate('back'),
  }
}
