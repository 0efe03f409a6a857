/** What the add and edit dialog of a table asks for. */
export interface EditField<Row> {
  readonly attribute: string
  readonly label: string
  readonly kind?: 'text' | 'email' | 'date' | 'select' | undefined
  /** Of a select: value and words. */
  readonly options?: readonly (readonly [value: string, label: string])[] | undefined
  /** What is said where nothing was given. */
  readonly required?: string | undefined
  /** What else is wrong with what was typed; undefined: nothing. */
  readonly check?: ((value: string) => string | undefined) | undefined
  readonly hint?: string | undefined
  /** Of the row that is edited; of a new one, without a row. */
  from(row: Row | undefined): string
}

export type EditValues = Readonly<Record<string, string>>

/** The red lines of the dialog by attribute; empty where it may be saved. */
export function complaintsOf<Row>(fields: readonly EditField<Row>[], values: EditValues): Readonly<Record<string, string>> {
  const said: Record<string, string> = {}
  for (const { attribute, required, check } of fields) {
    const value = (values[attribute] ?? '').trim()
    const complaint = value === '' ? required : check?.(value)
    if (complaint !== undefined) said[attribute] = complaint
  }
  return said
}
