import type { FieldSetting } from '../../../contract/forms/fieldShapes.ts'
import type { LookupItem } from '../../../contract/endpoints/pages.ts'
import type { PickItem } from '../../ui/list-picker/pickItem.ts'
import { chosenIn, isEntry, text } from './rules.ts'

type Setting = FieldSetting<'lookup'>

/** The stored value of a pick. A typed item has no id: its text is stored instead. */
function storedOf({ id, label, create, attributes }: PickItem, { store }: Setting): unknown {
  if (store === 'label') return label
  if (store === 'item') return create ? { label } : { ...attributes, id, label }
  return create ? label : id
}

export function valueOf(picked: readonly PickItem[], setting: Setting): unknown {
  const values = picked.map((item) => storedOf(item, setting))
  if (setting.multiSelect) return values.length > 0 ? values : null
  return values[0] ?? null
}

/** Whether the list is needed to show the chosen items. */
export const needsList = (value: unknown, { store = 'id' }: Setting): boolean => store === 'id' && chosenIn(value).length > 0

export interface Chosen {
  readonly id: string
  readonly label: string
}

/** The chosen items, by id and label; an item that is no longer in the list shows its stored value. */
export function chosenOf(value: unknown, items: readonly LookupItem[], { store = 'id' }: Setting): readonly Chosen[] {
  const chosen = chosenIn(value)
  if (chosen.length === 0) return []
  if (store === 'item') {
    return chosen.map((each) => {
      const label = isEntry(each) ? text(each['label']) : text(each)
      return { id: (isEntry(each) && text(each['id'])) || label, label }
    })
  }
  const wanted = new Set(chosen.map(text))
  const by = (item: LookupItem) => (store === 'label' ? item.label : item.id)
  const found = new Map(items.filter((item) => wanted.has(by(item))).map((item) => [by(item), item]))
  return chosen.map(text).map((each) => ({ id: found.get(each)?.id ?? each, label: found.get(each)?.label ?? each }))
}
