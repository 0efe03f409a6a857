import { useCallback, useMemo, useState } from 'react'
import { endpoint } from '../../../contract/endpoint.ts'
import type { ComponentConfig, LookupItem } from '../../../contract/endpoints/pages.ts'
import type { Action } from '../../../contract/forms/action.ts'
import { locationSave } from '../../../contract/endpoints/actions.ts'
import type { Model, Return } from '../../../contract/endpoints/records.ts'
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

/** The items of the page or of a long list; `reloadList` asks the server for newer ones. */
function useItems(given: ComponentConfig, long: LongList | undefined) {
  const source = long?.items ?? given.items
  const [fresh, setFresh] = useState<{ of: unknown; items: readonly PickItem[] }>()
  const items = useMemo(() => (fresh?.of === source && fresh ? fresh.items : listed(source)), [fresh, source])

  const reload = given.reloadList
  const reloadList = useMemo(() => {
    if (reload === undefined) return undefined
    const again = endpoint({ method: 'GET', path: reload, whenOffline: 'refused', access: 'link' })
    return async () => {
      const answer = (await ask(again)) as { items?: LookupItem[] }
      const next = listed(answer.items)
      setFresh({ of: source, items: next })
      return next
    }
  }, [reload, source])
  return { items, reloadList }
}

/** Returns the change of a record that stores the picked items. */
function changeFor({ attribute, store }: Callback & { readonly attribute: string }, picked: readonly PickItem[], many: boolean) {
  const values = picked.map((item) => stored(item, store))
  const [first] = picked
  // Setting a location shows a thank-you message (spec/1 §7).
  if (attribute === 'model.location' && first) return locationSave(values[0], first.label)
  return { payload: nested(attribute, many ? values : (values[0] ?? null)) }
}

/** Posts the ids of the picked items. Throws an error with a text for people, or with an empty one. */
async function post(url: string, picked: readonly PickItem[], many: boolean): Promise<Return> {
  const selected = picked.map(({ id }) => id)
  const target = endpoint({ method: 'POST', path: url, whenOffline: 'refused', access: 'link' })
  const answer = (await ask(target, undefined as never, { selected: many ? selected : (selected[0] ?? null) } as never)) as Return & {
    error?: string | { message: string }
  }
  if (answer.error) throw new Error(typeof answer.error === 'string' ? answer.error : answer.error.message)
  return answer
}

/**
 * The shared part of both picker screens: returns a picker for the page's settings. Without a callback or an
 * address the list is read-only (FE-244).
 */
export function usePicker({ data, host }: Pick<RootScreenProps, 'data' | 'host'>, long: LongList | undefined): Picker {
  const given = data.componentConfig ?? none
  const { url } = data
  const callback = given.callback ?? (url === undefined ? undefined : { url })
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
    size: given.catalogue ? 'catalogue' : 'picker',
    ...(given.refresh && { refresh }),
    ...(customAction && {
      customAction: { label: customAction.label, onPress: () => host.run(customAction.action as Action, { model: {} }) },
    }),
    ...(newForm && newFormSave && { newLabel: given.newLabel, reloadList }),
  }

  const pick: OnPick = async (picked) => {
    if (callback === undefined) return
    const { attribute } = callback
    if (attribute !== undefined) {
      const body = changeFor({ ...callback, attribute }, picked, many)
      return host.run({ message: 'url.patch', url: callback.url, body, returnUrl: 'back' }, { model: {} })
    }
    const done = host.busy()
    try {
      host.finish(await post(callback.url, picked, many), 'action')
    } catch (error) {
      throw new Error(error instanceof Error ? error.message : '', { cause: error })
    } finally {
      done()
    }
  }

  return { config, pick, leave: () => (cancelCallback ? void host.run(cancelCallback as Action, { model: {} }) : host.navigate('back')) }
}
