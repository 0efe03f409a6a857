import { useLingui } from '@lingui/react/macro'
import { memo } from 'react'
import { rowHeight } from './PickRowView.tsx'
import * as styles from './listPicker.module.css'

interface PickStarProps {
  readonly id: string
  readonly label: string
  readonly on: boolean
  readonly index: number
  /** Keyboard navigation reaches only the star of the active row. */
  readonly atHand: boolean
  readonly onToggle: (id: string) => void
}

/**
 * The star of a row. It is over the row, not inside it, because an option of a list must not contain buttons.
 */
export const PickStar = memo(function PickStar({ id, label, on, index, atHand, onToggle }: PickStarProps) {
  const { t } = useLingui()
  return (
    <button
      className={styles.star}
      type="button"
      aria-pressed={on}
      aria-label={t`Favourite: ${label}`}
      tabIndex={atHand ? 0 : -1}
      style={{ top: index * rowHeight, height: rowHeight }}
      onClick={() => onToggle(id)}
    >
      <svg
        width={20}
        height={20}
        viewBox="0 0 24 24"
        fill={on ? 'currentColor' : 'none'}
        stroke="currentColor"
        strokeWidth={1.9}
        strokeLinejoin="round"
        aria-hidden="true"
      >
        <path d="M12 3.5l2.6 5.4 5.9.8-4.3 4.1 1 5.9-5.2-2.8-5.2 2.8 1-5.9L3.5 9.7l5.9-.8Z" />
      </svg>
    </button>
  )
})
