import type { ReactNode } from 'react'
import type { FieldTexts, Named } from './connectField.ts'
import { Field } from './Field.tsx'

/** The attributes of a native element that are its own: the kit sets the class. */
export type Native<Props> = Omit<Props, 'className' | 'id' | 'children' | keyof FieldTexts>

interface NativeProps {
  readonly 'aria-describedby'?: string | undefined
}

/** Draws a native control in its field, or alone if it has no label. */
export function withField<Props extends NativeProps & Named>(props: Props, draw: (native: Omit<Props, keyof FieldTexts>) => ReactNode) {
  const { label, hint, note, error, invalid, required, ...native } = props
  if (label === undefined) return draw(native)
  const texts = { label, hint, note, error, invalid, required }
  return (
    <Field {...texts} id={native.id} describedBy={native['aria-describedby']}>
      {(connected) => draw({ ...native, ...connected })}
    </Field>
  )
}
