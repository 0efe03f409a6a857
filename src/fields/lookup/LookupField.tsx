import { useLingui } from '@lingui/react/macro'
import { useMemo, useState } from 'react'
import type { LookupItem } from '../../../contract/endpoints/pages.ts'
import { ReadList } from '../../store/queries/LookupList.tsx'
import { givenItem } from '../../ui/list-picker/givenItem.ts'
import { PickButton } from '../../ui/list-picker/PickButton.tsx'
import type { PickConfig, PickItem } from '../../ui/list-picker/pickItem.ts'
import type { FieldProps } from '../defineField.ts'
import { useAction } from '../useAction.ts'
import { useListItems } from '../useListItems.ts'
import { ariaOf, controlOf, useValue } from '../useField.ts'
import { chosenOf, needsList, valueOf } from './chosen.ts'
import * as controls from '../../ui/controls/controls.module.css'

const none: never[] = []

const pickable = new WeakMap<readonly LookupItem[], readonly PickItem[]>()

/**
 * The picker items of a list: built once and cached, so that a long list opens at once the next time, in
 * every field that uses it.
 */
function pickItemsOf(items: readonly LookupItem[]): readonly PickItem[] {
  let made = pickable.get(items)
  if (!made) {
    made = items.flatMap((item) => givenItem(item) ?? [])
    pickable.set(items, made)
  }
  return made
}

type Setting = FieldProps<'lookup'>['setting']

/** The entries of the form and those of the list. */
const knownTo = ({ items: own = none, fixedItems = none }: Setting, items: readonly LookupItem[]) =>
  own.length + fixedItems.length > 0 ? [...fixedItems, ...items, ...own] : items

const listOf = ({ items: own = none, fixedItems }: Setting, items: readonly LookupItem[]): Pick<PickConfig, 'items' | 'fixedItems'> => ({
  items: own.length > 0 ? [...pickItemsOf(items), ...pickItemsOf(own)] : pickItemsOf(items),
  ...(fixedItems && { fixedItems: pickItemsOf(fixedItems) }),
})

const actionOf = ({ customAction }: Setting, act: ReturnType<typeof useAction>): Pick<PickConfig, 'customAction'> =>
  customAction ? { customAction: { label: customAction.label, onPress: () => act(customAction.action) } } : {}

/**
 * Picks from a named lookup of the page. A lookup that is too long for the page is loaded on demand: when it
 * is opened, or to show the chosen labels.
 */
export function LookupField(props: FieldProps<'lookup'>) {
  const { form, node, setting, readOnly, required } = props
  const { t } = useLingui()
  const field = controlOf(props)
  const path = node.path ?? ''
  const value = useValue(form, path)
  const { address, setFar, items, failed, loading } = useListItems(form, setting.lookup)
  const [opened, setOpened] = useState(false)
  const act = useAction(form)
  const { cancelCallback } = setting
  const known = useMemo(() => knownTo(setting, items), [items, setting])
  const chosen = useMemo(() => chosenOf(value, known, setting), [known, setting, value])
  const names = chosen.map(({ label }) => label)
  const many = setting.multiSelect === true
  const several = many && names.length > 1

  const config = (): PickConfig => ({
    title: field.label,
    ...listOf(setting, items),
    selected: chosen.length > 0 ? chosen.map(({ id }) => id) : setting.selected,
    multiSelect: many,
    allowCreate: setting.allowCreate,
    allowClear: (setting.allowClear ?? !required) && chosen.length > 0,
    instructions: setting.instructions,
    favourites: setting.lookup,
    ...actionOf(setting, act),
    ...loading,
  })

  return (
    <>
      {address !== undefined && (opened || needsList(value, setting)) ? <ReadList address={address} onList={setFar} /> : null}
      <PickButton
        control={ariaOf(field)}
        text={several ? t`${names.length} chosen` : (names[0] ?? '')}
        placeholder={setting.placeholder ?? t`Choose…`}
        readOnly={readOnly}
        config={config}
        onOpen={() => setOpened(true)}
        onCancel={cancelCallback === undefined ? undefined : () => void act(cancelCallback)}
        onPick={(picked) => form.set(path, valueOf(picked, setting))}
      />
      {several ? <div className={controls.hint}>{names.join(', ')}</div> : null}
      {opened && failed ? (
        <div className={controls.hint} role="status">{t`The list could not be loaded. It loads when there is a connection.`}</div>
      ) : null}
    </>
  )
}
