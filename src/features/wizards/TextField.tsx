import { useId } from 'react'

interface TextFieldProps {
  readonly label: string
  readonly value: string
  onChange(value: string): void
  readonly hint?: string | undefined
  readonly error?: string | undefined
  readonly type?: 'text' | 'email' | undefined
  readonly autoComplete?: string | undefined
  /** Rows of a longer text. */
  readonly rows?: number | undefined
}

/** A text field of one or more lines, with its label above and its error below. */
export function TextField({ label, value, onChange, hint, error, type = 'text', autoComplete, rows }: TextFieldProps) {
  const id = useId()
  const about = [hint !== undefined && `${id}-hint`, error !== undefined && `${id}-error`].filter(Boolean).join(' ')
  const control = {
    id,
    value,
    maxLength: rows === undefined ? 200 : 4000,
    'aria-required': true,
    'aria-invalid': error !== undefined || undefined,
    'aria-describedby': about || undefined,
  }
  return (
    <div className="m-field" data-invalid={error !== undefined || undefined}>
      <label className="m-label" htmlFor={id}>
        {label}
      </label>
      {hint !== undefined && (
        <p className="m-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {rows === undefined ? (
        <input
          {...control}
          className="m-input"
          type={type}
          autoComplete={autoComplete}
          onChange={(event) => onChange(event.target.value)}
        />
      ) : (
        <textarea {...control} className="m-textarea" rows={rows} onChange={(event) => onChange(event.target.value)} />
      )}
      {error !== undefined && (
        <p className="m-error" id={`${id}-error`} role="alert">
          {error}
        </p>
      )}
    </div>
  )
}
