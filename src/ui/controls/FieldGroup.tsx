import { type ReactNode, useId } from 'react'
import { connectField, type FieldTexts } from './connectField.ts'
import { ErrorText } from './ErrorText.tsx'
import { RequiredMark } from './RequiredMark.tsx'
import * as controls from './controls.module.css'

interface FieldGroupProps extends FieldTexts {
  /** True if the group is one answer, of which people choose one option. */
  readonly isRadio?: boolean
  readonly children: ReactNode
}

/** The label, the hints and the error text of several controls that belong together. */
export function FieldGroup({ isRadio = false, label, hint, note, error, invalid, required, children }: FieldGroupProps) {
  const id = useId()
  const connected = connectField({ id, hint, note, error, invalid, required })
  const answer = isRadio && { role: 'radiogroup', 'aria-invalid': connected['aria-invalid'], 'aria-required': connected['aria-required'] }
  return (
    <fieldset
      className={controls.field}
      data-invalid={connected['aria-invalid']}
      aria-labelledby={`${id}-label`}
      aria-describedby={connected['aria-describedby']}
      {...answer}
    >
      <legend className={controls.label} id={`${id}-label`}>
        {label}
        {required && <RequiredMark />}
      </legend>
      {hint && (
        <p className={controls.hint} id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {children}
      {note && (
        <p className={controls.hint} id={`${id}-note`}>
          {note}
        </p>
      )}
      {error && <ErrorText id={`${id}-error`}>{error}</ErrorText>}
    </fieldset>
  )
}
