import { useLingui } from '@lingui/react/macro'
import { useLayoutEffect, useState } from 'react'
import { formatTime } from '../../lib/formatDate.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Icon } from '../../ui/controls/Icon.tsx'
import { TimePickerDialog } from '../../ui/controls/TimePickerDialog.tsx'
import type { FieldProps } from '../defineField.ts'
import { showErrorText } from '../showErrorText.ts'
import { ariaOf, controlOf, useValue } from '../useField.ts'
import * as controls from '../../ui/controls/controls.module.css'

/** A time of day: with `step` 1 in the control of the browser, which has every minute, else picked in a dialog. */
export function TimePickerField(props: FieldProps<'time-picker'>) {
  return props.setting.step === 1 && !props.readOnly ? <ExactTime {...props} /> : <PickedTime {...props} />
}

function ExactTime(props: FieldProps<'time-picker'>) {
  const { form, node } = props
  const path = node.path ?? ''
  const value = useValue(form, path)
  useLayoutEffect(() => showErrorText(form, node), [form, node])
  return (
    <input
      {...ariaOf(controlOf(props))}
      className={controls.input}
      type="time"
      value={typeof value === 'string' ? value : ''}
      onChange={(event) => form.set(path, event.target.value.slice(0, 5) || null)}
    />
  )
}

/** A time of day, picked in a dialog with large targets; stored as HH:mm (24 hours), shown as h:mm AM/PM. */
function PickedTime(props: FieldProps<'time-picker'>) {
  const { form, node, setting, required, readOnly } = props
  const { t } = useLingui()
  const path = node.path ?? ''
  const held = useValue(form, path)
  const value = typeof held === 'string' ? held : ''
  const [open, setOpen] = useState(false)
  const field = controlOf(props)
  useLayoutEffect(() => showErrorText(form, node), [form, node])
  const ask = () => {
    if (!readOnly) setOpen(true)
  }
  return (
    <>
      <div className={controls.affix}>
        <input
          {...ariaOf(field)}
          className={controls.input}
          data-picker={readOnly ? undefined : ''}
          type="text"
          inputMode="none"
          readOnly
          value={formatTime(value)}
          placeholder={readOnly ? '–' : (setting.placeholder ?? t`Choose a time`)}
          onClick={ask}
          onKeyDown={(event) => {
            if (!['Enter', ' ', 'ArrowDown'].includes(event.key)) return
            event.preventDefault()
            ask()
          }}
        />
        {readOnly ? null : (
          <button
            type="button"
            className={controls.affixButton}
            aria-label={t`Choose a time: ${field.label}`}
            aria-haspopup="dialog"
            onClick={ask}
          >
            <Icon name="clock" />
          </button>
        )}
      </div>
      {value && !required && !readOnly ? (
        <div>
          <Button kind="quiet" icon="close" onClick={() => form.set(path, null)}>
            {t`Clear`}
          </Button>
        </div>
      ) : null}
      {open ? (
        <TimePickerDialog
          value={value || undefined}
          step={setting.step === 5 ? 5 : 15}
          onPick={(time) => {
            form.set(path, time)
            setOpen(false)
          }}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  )
}
