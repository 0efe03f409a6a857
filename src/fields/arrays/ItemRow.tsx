import { useLingui } from '@lingui/react/macro'
import { memo, type ReactNode } from 'react'
import { Icon } from '../../ui/controls/Icon.tsx'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import type { Item } from './itemsOf.ts'
import * as styles from './arrays.module.css'
import * as controls from '../../ui/controls/controls.module.css'

/** Props of a row's part below its title: an availability, a check-out. */
export interface RowPart {
  readonly item: Item
  readonly title: string
  readonly readOnly: boolean
  /** Replaces the item in the list, and saves if the list saves each change. */
  change(next: Item): void
}

interface ItemRowProps {
  readonly item: Item
  readonly index: number
  readonly count: number
  readonly title: string
  readonly summary: string
  readonly editLabel: string | undefined
  /** Undefined: the list has no check boxes. */
  readonly selected: boolean | undefined
  readonly removable: boolean
  readonly readOnly: boolean
  readonly part: ((props: RowPart) => ReactNode) | undefined
  onOpen(index: number): void
  onRemove(index: number): void
  onSelect(index: number, selected: boolean): void
  onChange(index: number, item: Item): void
}

/** One item of the list; a press on the row opens it. */
export const ItemRow = memo(function ItemRow(props: ItemRowProps) {
  const { item, index, count, title, summary, editLabel, selected, removable, readOnly, part, onOpen, onRemove, onSelect, onChange } = props
  const { t } = useLingui()
  return (
    <li className={styles.item} data-row={index} aria-setsize={count} aria-posinset={index + 1}>
      {selected !== undefined && (
        <label className={`${controls.check} ${styles.itemCheck}`}>
          <input
            type="checkbox"
            aria-label={t`Select ${title}`}
            checked={selected}
            disabled={readOnly}
            onChange={(event) => onSelect(index, event.target.checked)}
          />
        </label>
      )}
      <button type="button" className={styles.itemOpen} onClick={() => onOpen(index)}>
        <span className={styles.itemText}>
          <span className={styles.itemTitle}>{title}</span>
          {summary && <span className={styles.itemSummary}>{summary}</span>}
        </span>
        {editLabel && !readOnly ? <span className={styles.itemEdit}>{editLabel}</span> : null}
        <Icon name="chevronRight" size={18} />
      </button>
      {part && <div className={styles.itemPart}>{part({ item, title, readOnly, change: (next) => onChange(index, next) })}</div>}
      {removable && <IconButton icon="trash" label={t`Remove ${title}`} onClick={() => onRemove(index)} />}
    </li>
  )
})
