import { useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import { PickButton } from '../../ui/list-picker/PickButton.tsx'
import type { PickItem } from '../../ui/list-picker/pickItem.ts'
import { ariaOf, type ControlState } from '../useField.ts'
import type { Option } from './rules.ts'

interface PickChoiceProps {
  readonly field: ControlState
  readonly options: readonly Option[]
  /** Stored values of the chosen options. */
  readonly chosen: readonly unknown[]
  readonly text: string
  readonly placeholder: string | undefined
  /** The lookup of the options: its favorites are first. */
  readonly list: string | undefined
  readonly many?: boolean
  /** Called with [] if nothing is chosen. */
  readonly onPick: (options: readonly Option[]) => void
}

/** A choice from many options: the control opens the list picker. */
export function PickChoice({ field, options, chosen, text, placeholder, list, many, onPick }: PickChoiceProps) {
  const { t } = useLingui()
  const items = useMemo(
    () =>
      options.map(({ name, value, description, fixed }): PickItem => {
        return { id: String(value), label: name, fixed, ...(description && { shortLabel: `${name}\n${description}` }) }
      }),
    [options],
  )
  return (
    <PickButton
      control={{ ...ariaOf(field), 'aria-labelledby': `${field.id}-label` }}
      text={text}
      placeholder={placeholder ?? t`Choose…`}
      readOnly={field.readOnly}
      config={() => ({
        title: field.label,
        items,
        selected: chosen.map(String),
        multiSelect: many,
        allowClear: !field.required && chosen.length > 0,
        favourites: list,
      })}
      onPick={(picked) => {
        const ids = new Set(picked.map(({ id }) => id))
        onPick(options.filter(({ value }) => ids.has(String(value))))
      }}
    />
  )
}
