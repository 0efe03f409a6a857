import { useLingui } from '@lingui/react/macro'
import { type FormEvent, useId, useState } from 'react'
import { Button } from '../ui/controls/Button.tsx'
import { Dialog } from '../ui/overlays/Dialog.tsx'
import { Notice } from '../ui/feedback/Notice.tsx'
import { complaintsOf, type EditField, type EditValues } from './editField.ts'

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
      <form className="m-edit-form" noValidate onSubmit={(event) => void save(event)}>
        {note !== undefined && <Notice>{note}</Notice>}
        {fields.map(({ attribute, label, kind = 'text', options = [], required, hint }, place) => {
          const own = `${id}-${attribute}`
          const wrong = complaints[attribute]
          const about = wrong !== undefined ? `${own}-wrong` : hint !== undefined ? `${own}-hint` : undefined
          const more = {
            id: own,
            value: values[attribute] ?? '',
            'aria-invalid': wrong !== undefined || undefined,
            'aria-describedby': about,
            'aria-required': required !== undefined || undefined,
            ...(place === 0 && { 'data-autofocus': true }),
          }
          return (
            <div key={attribute} className="m-field" data-invalid={wrong !== undefined || undefined}>
              <label className="m-label" htmlFor={own}>
                {label}
                {required !== undefined && (
                  <span className="m-required" aria-hidden="true">
                    *
                  </span>
                )}
              </label>
              {hint !== undefined && (
                <p className="m-hint" id={`${own}-hint`}>
                  {hint}
                </p>
              )}
              {kind === 'select' ? (
                <select {...more} className="m-select" onChange={(event) => set(attribute, event.target.value)}>
                  {required !== undefined && <option value="">{t`Choose…`}</option>}
                  {options.map(([value, words]) => (
                    <option key={value} value={value}>
                      {words}
                    </option>
                  ))}
                </select>
              ) : (
                <input
                  {...more}
                  className="m-input"
                  type={kind}
                  autoComplete="off"
                  maxLength={kind === 'date' ? undefined : 200}
                  onChange={(event) => set(attribute, event.target.value)}
                />
              )}
              {wrong !== undefined && (
                <p className="m-error" id={`${own}-wrong`} role="alert">
                  {wrong}
                </p>
              )}
            </div>
          )
        })}
        <button type="submit" hidden aria-hidden="true" tabIndex={-1} />
      </form>
    </Dialog>
  )
}
