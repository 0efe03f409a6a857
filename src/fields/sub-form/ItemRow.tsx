import { useLingui } from '@lingui/react/macro'
import { memo } from 'react'
import { Icon } from '../../ui/Icon.tsx'
import { IconButton } from '../../ui/IconButton.tsx'

interface ItemRowProps {
  readonly index: number
  readonly count: number
  readonly title: string
  readonly summary: string
  readonly editLabel: string | undefined
  /** Undefined: the list has no check boxes. */
  readonly selected: boolean | undefined
  readonly removable: boolean
  readonly readOnly: boolean
  onOpen(index: number): void
  onRemove(index: number): void
  onSelect(index: number, selected: boolean): void
}

/** One item of the list; the row opens it. */
export const ItemRow = memo(function ItemRow(props: ItemRowProps) {
  const { index, count, title, summary, editLabel, selected, removable, readOnly, onOpen, onRemove, onSelect } = props
  const { t } = useLingui()
  return (
    <li className="m-item" data-row={index} aria-setsize={count} aria-posinset={index + 1}>
      {selected !== undefined && (
        <label className="m-check m-item-check">
          <input
            type="checkbox"
            aria-label={t`Select ${title}`}
            checked={selected}
            disabled={readOnly}
            onChange={(event) => onSelect(index, event.target.checked)}
          />
        </label>
      )}
      <button type="button" className="m-item-open" onClick={() => onOpen(index)}>
        <span className="m-item-text">
          <span className="m-item-title">{title}</span>
          {summary && <span className="m-item-summary">{summary}</span>}
        </span>
        {editLabel && !readOnly ? <span className="m-item-edit">{editLabel}</span> : null}
        <Icon name="chevronRight" size={18} />
      </button>
      {removable && <IconButton icon="trash" label={t`Remove ${title}`} onClick={() => onRemove(index)} />}
    </li>
  )
})
