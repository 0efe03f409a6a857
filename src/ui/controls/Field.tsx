import { type ReactNode, useId } from 'react'
import { type Connected, connectField, type FieldTexts } from './connectField.ts'
import { ErrorText } from './ErrorText.tsx'
import { RequiredMark } from './RequiredMark.tsx'
import * as controls from './controls.module.css'

interface FieldProps extends FieldTexts {
  /** Id of the control. */
  readonly id?: string | undefined
  /** Id of another text about the control. */
  readonly describedBy?: string | undefined
  /** Draws the control; the attributes connect it with the texts. */
  children(connected: Connected): ReactNode
}

/** The label, the hints and the error text of one control. */
export function Field({ id: given, label, hint, note, error, required, children, ...rest }: FieldProps) {
  const own = useId()
  const id = given ?? own
  const connected = connectField({ id, hint, note, error, required, ...rest })
  return (
    <div className={controls.field} data-invalid={connected['aria-invalid']}>
      <label className={controls.label} htmlFor={id}>
        {label}
        {required && <RequiredMark />}
      </label>
      {hint && (
        <p className={controls.hint} id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {children(connected)}
      {note && (
        <p className={controls.hint} id={`${id}-note`}>
          {note}
        </p>
      )}
      {error && <ErrorText id={`${id}-error`}>{error}</ErrorText>}
    </div>
  )
}
