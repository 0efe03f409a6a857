import { useLingui } from '@lingui/react/macro'
import { type FormEvent, useId, useState } from 'react'
import { Button } from '../ui/controls/Button.tsx'
import { Select } from '../ui/controls/Select.tsx'
import { TextField } from '../ui/controls/TextField.tsx'
import { Dialog } from '../ui/overlays/Dialog.tsx'
import { Notice } from '../ui/feedback/Notice.tsx'
import { complaintsOf, type EditField, type EditValues } from './editField.ts'
import * as styles from './tables.module.css'

interface EditDialogProps<Row> {
  readonly title: string
  readonly fields: readonly EditField<Row>[]
  /** Undefined for a new one. */
  readonly row: Row | undefined
  /** The button label; default "Add" or "Update". */
  readonly ok?: string | undefined
  /** Returns derived values after each input, e.g. an end that follows its start. */
  readonly adjust?: ((values: EditValues, changed: string) => EditValues) | undefined
  /** A note above the fields. */
  readonly note?: string | undefined
  onSave(values: EditValues): unknown
  onClose(): void
}

/** A dialog to edit a row. Saves only when all fields are valid. */
export function EditDialog<Row>({ title, fields, row, ok, adjust, note, onSave, onClose }: EditDialogProps<Row>) {
  const { t } = useLingui()
  const id = useId()
  const [values, setValues] = useState<EditValues>(() => Object.fromEntries(fields.map(({ attribute, from }) => [attribute, from(row)])))
  const [tried, setTried] = useState(false)
  const complaints = tried ? complaintsOf(fields, values) : {}

  const set = (attribute: string, value: string) => {
    const next = { ...values, [attribute]: value }
    setValues(adjust ? adjust(next, attribute) : next)
  }
  const save = async (event?: FormEvent) => {
    event?.preventDefault()
    setTried(true)
    const wrong = fields.find(({ attribute }) => complaintsOf(fields, values)[attribute] !== undefined)
    if (wrong) return document.getElementById(`${id}-${wrong.attribute}`)?.focus()
    await onSave(Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value.trim()])))
  }
  return (
    <Dialog
      open
      title={title}
      kind="generic"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Button kind="primary" onClick={() => save()}>
            {ok ?? (row === undefined ? t`Add` : t`Update`)}
          </Button>
        </>
      }
    >
      <form className={styles.editForm} noValidate onSubmit={(event) => void save(event)}>
        {note !== undefined && <Notice>{note}</Notice>}
        {fields.map((field, place) => (
          <EditControl
            key={field.attribute}
            id={`${id}-${field.attribute}`}
            field={field}
            value={values[field.attribute] ?? ''}
            wrong={complaints[field.attribute]}
            isFirst={place === 0}
            onChange={(value) => set(field.attribute, value)}
          />
        ))}
        <button type="submit" hidden aria-hidden="true" tabIndex={-1} />
      </form>
    </Dialog>
  )
}

interface EditControlProps<Row> {
  readonly id: string
  readonly field: EditField<Row>
  readonly value: string
  /** Why the value is not valid. */
  readonly wrong: string | undefined
  /** The dialog opens with the focus here. */
  readonly isFirst: boolean
  onChange(value: string): void
}

/** A field with its label, hint and complaint. */
function EditControl<Row>({ id, field, value, wrong, isFirst, onChange }: EditControlProps<Row>) {
  const { t } = useLingui()
  const { kind = 'text', label, hint, options = [], required } = field
  const shared = {
    id,
    label,
    hint,
    error: wrong,
    required: required !== undefined,
    value,
    onChange: (event: { readonly target: { readonly value: string } }) => onChange(event.target.value),
    ...(isFirst && { 'data-autofocus': true }),
  }
  if (kind !== 'select') return <TextField {...shared} type={kind} autoComplete="off" maxLength={kind === 'date' ? undefined : 200} />
  return (
    <Select {...shared}>
      {required !== undefined && <option value="">{t`Choose…`}</option>}
      {options.map(([option, words]) => (
        <option key={option} value={option}>
          {words}
        </option>
      ))}
    </Select>
  )
}
