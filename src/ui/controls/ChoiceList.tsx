import type { HTMLAttributes } from 'react'
import * as controls from './controls.module.css'

interface ChoiceListProps extends Omit<HTMLAttributes<HTMLDivElement>, 'className'> {
  readonly isRow?: boolean
}

/** The cards of a choice, below each other or in a row. */
export function ChoiceList({ isRow = false, ...rest }: ChoiceListProps) {
  return <div {...rest} className={controls.choices} data-display={isRow ? 'buttons' : undefined} />
}
