import { useLingui } from '@lingui/react/macro'
import { useMemo, useState } from 'react'
import { ReadList } from '../../store/queries/LookupList.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { givenItem } from '../../ui/list-picker/givenItem.ts'
import { PickButton } from '../../ui/list-picker/PickButton.tsx'
import type { PickConfig } from '../../ui/list-picker/pickItem.ts'
import type { FieldProps } from '../defineField.ts'
import { useListItems } from '../useListItems.ts'
import { ariaOf, controlOf, useValue } from '../useField.ts'
import { entryFrom, idIn } from './entryFrom.ts'
import { entryOf, type StaffEntry } from './rules.ts'
import { StaffDialog } from './StaffDialog.tsx'
import * as controls from '../../ui/controls/controls.module.css'

/** One person: picked from the project's people or the phone's contacts, or entered. */
export function StaffField(props: FieldProps<'staff'>) {
  const { form, node, setting, readOnly, required } = props
  const { t } = useLingui()
  const field = controlOf(props)
  const path = node.path ?? ''
  const entry = entryOf(useValue(form, path))
  const list = setting.lookup ?? 'employees'
  const { address, setFar, items, loading } = useListItems(form, list)
  const [opened, setOpened] = useState(false)
  /** The previous value, which the dialog restores on Cancel. */
  const [editing, setEditing] = useState<{ before: unknown; entry: StaffEntry }>()
  const pickItems = useMemo(() => (opened ? items.flatMap((item) => givenItem(item) ?? []) : []), [items, opened])
  const creates = setting.allowCreate !== false
  const name = entry.name ?? entry.mobile ?? ''
  const filled = name !== ''
  const details = [entry.role, entry.vendor, entry.mobile, entry.location].filter(Boolean).join(' · ')

  const config = (): PickConfig => {
    const id = idIn(entry, items)
    return {
      title: field.label,
      items: pickItems,
      selected: id === undefined ? [] : [id],
      allowCreate: creates,
      allowClear: filled && !required,
      contacts: creates,
      favourites: list,
      ...loading,
    }
  }

  return (
    <>
      {address !== undefined && opened ? <ReadList address={address} onList={setFar} /> : null}
      <PickButton
        control={ariaOf(field)}
        text={name}
        placeholder={setting.placeholder ?? (creates ? t`Pick or enter a person` : t`Choose…`)}
        readOnly={readOnly}
        config={config}
        onOpen={() => setOpened(true)}
        onPick={([item]) => {
          const before = form.value(path)
          const next = item ? entryFrom(item) : undefined
          form.set(path, next ?? null)
          if (item?.create && next) setEditing({ before, entry: next })
        }}
      />
      {filled ? <div className={controls.hint}>{details}</div> : null}
      {filled && !readOnly ? (
        <div>
          <Button kind="quiet" icon="edit" onClick={() => setEditing({ before: form.value(path), entry })}>
            {t`Change details`}
          </Button>
        </div>
      ) : null}
      {editing ? (
        <StaffDialog
          parent={form}
          path={path}
          title={field.label}
          entry={editing.entry}
          roles={setting.roles}
          onDone={() => setEditing(undefined)}
          onCancel={() => {
            form.set(path, editing.before)
            setEditing(undefined)
          }}
        />
      ) : null}
    </>
  )
}
