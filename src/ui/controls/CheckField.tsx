import { type ComponentProps, type ReactNode, useId } from 'react'
import { connectField, type FieldTexts } from './connectField.ts'
import { ErrorText } from './ErrorText.tsx'
import { RequiredMark } from './RequiredMark.tsx'
import type { Native } from './withField.tsx'

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
    <label className="m-choice">
      {input}
      <span className="m-choice-text">
        {label}
        {mark}
        {note && <span className="m-choice-note">{note}</span>}
      </span>
    </label>
  ) : (
    <label className="m-check">
      {input}
      <span>
        {label}
        {mark}
      </span>
    </label>
  )
  if (!hint && !error) return check
  return (
    <div className="m-field" data-invalid={connected['aria-invalid']}>
      {check}
      {hint && (
        <p className="m-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error && <ErrorText id={`${id}-error`}>{error}</ErrorText>}
    </div>
  )
}
