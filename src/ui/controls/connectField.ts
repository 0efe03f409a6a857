import type { ReactNode } from 'react'

/** The texts around a control. */
export interface FieldTexts {
  readonly label: NonNullable<ReactNode>
  /** Helps to answer; above the control. */
  readonly hint?: ReactNode
  /** Below the control, such as a count of characters. */
  readonly note?: ReactNode
  /** What is wrong with the answer. */
  readonly error?: ReactNode
  /** Marks the answer as wrong; by default when there is an error. */
  readonly invalid?: boolean | undefined
  /** Draws the mark and announces that an answer is required. The browser does not check it. */
  readonly required?: boolean | undefined
}

type Without<T> = { readonly [part in keyof T]?: undefined }

/** A control with a label is drawn as a field; `aria-label`, or the id of a Field, names one that is drawn alone. */
export type Named =
  | (FieldTexts & { readonly id?: string | undefined })
  | (Without<FieldTexts> & { readonly 'aria-label': string; readonly id?: string | undefined })
  | (Without<FieldTexts> & { readonly id: string })

export interface Connected {
  readonly id: string
  readonly 'aria-describedby': string | undefined
  readonly 'aria-invalid': true | undefined
  readonly 'aria-required'?: true
}

interface ConnectFieldProps extends Omit<FieldTexts, 'label'> {
  readonly id: string
  /** Id of another text about the control. */
  readonly describedBy?: string | undefined
}

/** Returns the attributes that connect a control with the texts around it. */
export function connectField({ id, hint, note, error, invalid = Boolean(error), required, describedBy }: ConnectFieldProps): Connected {
  const texts = [describedBy, hint && `${id}-hint`, note && `${id}-note`, error && `${id}-error`]
  return {
    id,
    'aria-describedby': texts.filter(Boolean).join(' ') || undefined,
    'aria-invalid': invalid || undefined,
    ...(required && { 'aria-required': true as const }),
  }
}
