import { useCallback, useMemo, useState } from 'react'
import { endpoint } from '../../../contract/endpoint.ts'
import type { ComponentConfig, LookupItem } from '../../../contract/endpoints/pages.ts'
import type { Action } from '../../../contract/forms/action.ts'
import { locationSave } from '../../../contract/endpoints/actions.ts'
import type { Model } from '../../../contract/endpoints/records.ts'
import type { RootScreenProps } from '../../engine/PageHost.ts'
import type { LongList } from '../../store/queries/LookupList.tsx'
import { ask } from '../../sync/ask.ts'
import { givenItem } from '../../ui/list-picker/givenItem.ts'
import type { OnPick, PickConfig, PickItem } from '../../ui/list-picker/pickItem.ts'

interface Picker {
  readonly config: PickConfig
  readonly pick: OnPick
  readonly leave: () => void
}

type Callback = NonNullable<ComponentConfig['callback']>

const listed = (given: readonly unknown[] | undefined): PickItem[] => (given ?? []).flatMap((item) => givenItem(item) ?? [])

/** Returns the value of a picked item that is stored in a record. */
function stored(item: PickItem, store: Callback['store']): unknown {
  const { id, label, attributes } = item
  if (store === 'item') return { id, label, ...attributes }
  return store === 'label' ? label : id
}

/** Converts `model.location` to {model: {location}}. */
const nested = (attribute: string, value: unknown): Model =>
  attribute.split('.').reduceRight<unknown>((inside, name) => ({ [name]: inside }), value) as Model

const none: ComponentConfig = {}

function withOwn(items: readonly PickItem[], own: readonly PickItem[]): readonly PickItem[] {
  if (own.length === 0) return items
  const ids = new Set(items.map(({ id }) => id))
  return [...items, ...own.filter(({ id }) => !ids.has(id))]
}

/** The items of the page or of a long list, then the own ones; `reloadList` asks the server for newer ones. */
function useItems(given: ComponentConfig, long: LongList | undefined) {
  const source = long?.items ?? given.items
  const own = useMemo(() => listed(given.ownItems), [given.ownItems])
  const [fresh, setFresh] = useState<{ of: unknown; items: readonly PickItem[] }>()
  const items = useMemo(() => withOwn(fresh?.of === source && fresh ? fresh.items : listed(source), own), [fresh, own, source])

  const reload = given.reloadList
  const reloadList = useMemo(() => {
    if (reload === undefined) return undefined
    const again = endpoint({ method: 'GET', path: reload, whenOffline: 'refused', access: 'link' })
    return async () => {
      const answer = (await ask(again)) as { items?: LookupItem[] }
      const next = listed(answer.items)
      setFresh({ of: source, items: next })
      return withOwn(next, own)
    }
  }, [own, reload, source])
  return { items, reloadList }
}

/** Returns the change of a record that stores the picked items. */
function changeFor({ attribute, store }: Callback, picked: readonly PickItem[], many: boolean) {
  const values = picked.map((item) => stored(item, store))
  const [first] = picked
  // Setting a location shows a thank-you message (spec/1 §7).
  if (attribute === 'model.location' && first) return locationSave(values[0], first.label)
  return { payload: nested(attribute, many ? values : (values[0] ?? null)) }
}

/**
 * The shared part of both picker screens: returns a picker for the page's settings. Without a callback the
 * list is read-only (FE-244).
 */
export function usePicker({ data, host }: Pick<RootScreenProps, 'data' | 'host'>, long: LongList | undefined): Picker {
  const given = data.componentConfig ?? none
  const { url } = data
  const callback = url === undefined ? undefined : given.callback
  const many = given.multiSelect === true
  const { items, reloadList } = useItems(given, long)

  const refreshLong = long?.refresh
  const refresh = useCallback(async () => {
    if (refreshLong) await refreshLong()
    else host.reload()
  }, [host, refreshLong])

  const { customAction, newForm, newFormSave, cancelCallback } = given
  const config: PickConfig = {
    title: given.title,
    counted: true,
    items,
    informational: given.informational ?? callback === undefined,
    loading: long?.state === 'loading',
    fixedItems: useMemo(() => listed(given.fixedItems), [given.fixedItems]),
    selected: given.selected,
    multiSelect: given.multiSelect,
    allowCreate: given.allowCreate,
    allowClear: given.allowClear,
    instructions: given.instructions,
    confirm: given.confirm,
    contacts: given.contacts,
    favourites: given.favourites,
    size: 'picker',
    ...(given.refresh && { refresh }),
    ...(customAction && {
      customAction: { label: customAction.label, onPress: () => host.run(customAction.action, { model: {} }) },
    }),
    ...(newForm && newFormSave && { newLabel: given.newLabel, reloadList }),
  }

  const pick: OnPick = (picked) => {
    if (callback === undefined || url === undefined) return
    const action: Action = { message: 'url.patch', url, body: changeFor(callback, picked, many), returnUrl: 'back' }
    // A rejected pick keeps the picker open with "Oops!".
    return new Promise((resolve, reject) => {
      host.run(action, { model: {}, failed: ({ message }) => reject(new Error(message)) }).then(resolve, reject)
    })
  }

  return { config, pick, leave: () => (cancelCallback ? void host.run(cancelCallback, { model: {} }) : host.navigate('back')) }
}
