/** A field of the add and edit dialog of a table. */
export interface EditField<Row> {
  readonly attribute: string
  readonly label: string
  readonly kind?: 'text' | 'email' | 'date' | 'select' | undefined
  /** For a select: value and label. */
  readonly options?: readonly (readonly [value: string, label: string])[] | undefined
  /** The message for an empty value. */
  readonly required?: string | undefined
  /** Returns the message for an invalid value; undefined when it is valid. */
  readonly check?: ((value: string) => string | undefined) | undefined
  readonly hint?: string | undefined
  /** Returns the initial value from the edited row; without a row for a new one. */
  from(row: Row | undefined): string
}

export type EditValues = Readonly<Record<string, string>>

/** The error messages of the dialog by attribute; empty when it can be saved. */
export function complaintsOf<Row>(fields: readonly EditField<Row>[], values: EditValues): Readonly<Record<string, string>> {
  const said: Record<string, string> = {}
  for (const { attribute, required, check } of fields) {
    const value = (values[attribute] ?? '').trim()
    const complaint = value === '' ? required : check?.(value)
    if (complaint !== undefined) said[attribute] = complaint
  }
  return said
}
