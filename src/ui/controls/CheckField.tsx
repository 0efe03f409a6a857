import { type ComponentProps, type ReactNode, useId } from 'react'
import { connectField, type FieldTexts } from './connectField.ts'
import { ErrorText } from './ErrorText.tsx'
import { RequiredMark } from './RequiredMark.tsx'
import type { Native } from './withField.tsx'
import * as controls from './controls.module.css'

type CheckFieldProps = Native<ComponentProps<'input'>> &
  Omit<FieldTexts, 'note'> & {
    readonly id?: string | undefined
    readonly type?: 'checkbox' | 'radio'
    /** The label and its box as a card. */
    readonly isCard?: boolean
    /** Smaller text of a card, below its label. */
    readonly note?: ReactNode
  }

/** A check box, or a radio button that has its own label, with the texts below it. */
export function CheckField({ label, hint, error, invalid, required, note, isCard = false, type = 'checkbox', ...native }: CheckFieldProps) {
  const own = useId()
  const id = native.id ?? own
  const texts = { hint, error, invalid, required }
  const { id: _, ...connected } = connectField({ id, ...texts, describedBy: native['aria-describedby'] })
  const input = <input {...native} {...connected} type={type} />
  const mark = required ? <RequiredMark /> : null
  const check = isCard ? (
    <label className={controls.choice}>
      {input}
      <span className={controls.choiceText}>
        {label}
        {mark}
        {note && <span className={controls.choiceNote}>{note}</span>}
      </span>
    </label>
  ) : (
    <label className={controls.check}>
      {input}
      <span>
        {label}
        {mark}
      </span>
    </label>
  )
  if (!hint && !error) return check
  return (
    <div className={controls.field} data-invalid={connected['aria-invalid']}>
      {check}
      {hint && (
        <p className={controls.hint} id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error && <ErrorText id={`${id}-error`}>{error}</ErrorText>}
    </div>
  )
}
