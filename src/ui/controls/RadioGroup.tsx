import { type ReactNode, useId } from 'react'
import { CheckField } from './CheckField.tsx'
import { ChoiceList } from './ChoiceList.tsx'
import type { FieldTexts } from './connectField.ts'
import { FieldGroup } from './FieldGroup.tsx'

interface RadioOption<Value> {
  readonly value: Value
  readonly label: NonNullable<ReactNode>
  readonly note?: ReactNode
  readonly disabled?: boolean | undefined
}

interface OptionsProps<Value> {
  readonly options: readonly RadioOption<Value>[]
  /** The chosen option, if the caller holds it. */
  readonly value?: Value | undefined
  readonly onChoose: (value: Value) => void
  /** The options in a row instead of below each other. */
  readonly isRow?: boolean
  /** Name of the answer in a form that the browser sends. */
  readonly name?: string | undefined
}

type RadioGroupProps<Value> = OptionsProps<Value> &
  ((Omit<FieldTexts, 'note'> & { readonly 'aria-label'?: undefined }) | { readonly label?: undefined; readonly 'aria-label': string })

/** A choice of one option; all options are visible. */
export function RadioGroup<Value extends string | number | boolean | undefined>(props: RadioGroupProps<Value>) {
  const id = useId()
  const { options, value, onChoose, isRow = false, name = id } = props
  const cards = options.map((option) => (
    <CheckField
      key={String(option.value)}
      isCard
      type="radio"
      name={name}
      label={option.label}
      note={option.note}
      disabled={option.disabled}
      checked={option.value === value}
      onChange={() => onChoose(option.value)}
    />
  ))
  if (props.label === undefined)
    return (
      <ChoiceList isRow={isRow} role="radiogroup" aria-label={props['aria-label']}>
        {cards}
      </ChoiceList>
    )
  const { label, hint, error, invalid, required } = props
  return (
    <FieldGroup isRadio label={label} hint={hint} error={error} invalid={invalid} required={required}>
      <ChoiceList isRow={isRow}>{cards}</ChoiceList>
    </FieldGroup>
  )
}
