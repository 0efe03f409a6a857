import { useLingui } from '@lingui/react/macro'
import { memo } from 'react'
import { Icon } from '../controls/Icon.tsx'
import { Markdown } from '../data/Markdown.tsx'
import type { PickRow } from './usePickRows.ts'

/** Height of a row, px (spec/1 §9). */
export const rowHeight = 48
const indent = 20

interface RowProps {
  readonly id: string
  readonly row: PickRow
  readonly index: number
  readonly count: number
  readonly active: boolean
  /** The row that the keys would pick. */
  readonly atHand: boolean
  readonly chosen: boolean
  /** It has a place in the open hierarchy, where it can be opened and closed. */
  readonly inTree: boolean
  /** Check boxes instead of a tick. */
  readonly many: boolean
  readonly informational: boolean
  readonly starred: boolean
  /** Leaves room at the end for the star over it. */
  readonly hasStar: boolean
  readonly onPress: (index: number, opener: boolean) => void
}

/** Returns true if the row can be picked, not only read or opened. */
export const canPick = ({ item }: PickRow, informational: boolean) => !informational && item.preventListSelect !== true

/** A row has all information for assistive technology; its other buttons are outside the list. */
export const PickRowView = memo(function PickRowView(props: RowProps) {
  const { id, row, index, count, active, atHand, chosen, inTree, many, informational, starred, hasStar, onPress } = props
  const { t } = useLingui()
  const { item, kind, node } = row
  const group = inTree && (node?.children.length ?? 0) > 0
  const picks = canPick(row, informational)
  const [first = '', second] = kind === 'item' && item.shortLabel ? item.shortLabel.split('\n', 2) : [row.name, row.above]
  return (
    // The search box and the list around it handle its keys.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events -- the role is treeitem or option
    <div
      className="m-pick"
      id={id}
      role={inTree ? 'treeitem' : 'option'}
      aria-selected={chosen}
      aria-disabled={(!picks && !group) || undefined}
      aria-expanded={group ? !row.closed : undefined}
      aria-level={inTree ? row.depth + 1 : undefined}
      aria-setsize={count}
      aria-posinset={index + 1}
      aria-description={starred ? t`Favourite` : undefined}
      data-active={active || undefined}
      data-hand={atHand || undefined}
      data-still={picks || group ? undefined : ''}
      data-group={group && !picks ? '' : undefined}
      title={item.label}
      style={{
        top: index * rowHeight,
        height: rowHeight,
        ...(row.depth > 0 && { paddingInlineStart: 12 + Math.min(row.depth, 6) * indent }),
        ...(hasStar && { paddingInlineEnd: 52 }),
      }}
      onClick={(event) => onPress(index, (event.target as Element).closest('[data-opener]') !== null)}
    >
      {group ? (
        <span className="m-pick-opener" data-opener="" data-open={row.closed ? undefined : ''} aria-hidden="true">
          <Icon name="chevronRight" size={18} />
        </span>
      ) : null}
      {many && picks && kind === 'item' ? (
        <span className="m-pick-box" data-on={chosen || undefined} aria-hidden="true">
          {chosen ? <Icon name="check" size={16} strokeWidth={3} /> : null}
        </span>
      ) : null}
      {kind === 'create' ? <Icon name="plus" size={20} /> : null}
      {kind === 'clear' ? <Icon name="close" size={20} /> : null}
      {kind === 'item' && item.markdown !== undefined ? (
        <div className="m-pick-rich">
          <Markdown text={item.markdown} />
        </div>
      ) : (
        <span className="m-pick-words">
          <span>{kind === 'create' ? t`Create ${item.label}` : kind === 'clear' ? t`(Clear Selection)` : first}</span>
          {second ? <small>{second}</small> : null}
        </span>
      )}
      {!many && chosen ? <Icon name="check" size={20} /> : null}
    </div>
  )
})
