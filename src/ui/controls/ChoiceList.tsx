import type { HTMLAttributes } from 'react'

interface ChoiceListProps extends Omit<HTMLAttributes<HTMLDivElement>, 'className'> {
  readonly isRow?: boolean
}

/** The cards of a choice, below each other or in a row. */
export function ChoiceList({ isRow = false, ...rest }: ChoiceListProps) {
  return <div {...rest} className="m-choices" data-display={isRow ? 'buttons' : undefined} />
}
