import { useLingui } from '@lingui/react/macro'
import { type CSSProperties, memo } from 'react'
import { Icon, type IconName } from '../controls/Icon.tsx'
import { Markdown } from '../data/Markdown.tsx'
import type { PickRow } from './usePickRows.ts'
import * as styles from './listPicker.module.css'

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
  const { item, node } = row
  const group = inTree && hasChildren(node)
  const picks = canPick(row, informational)
  return (
    // The search box and the list around it handle its keys.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events -- the role is treeitem or option
    <div
      className={styles.row}
      id={id}
      role={inTree ? 'treeitem' : 'option'}
      aria-selected={chosen}
      aria-disabled={(!picks && !group) || undefined}
      {...(inTree ? placeInTree(row, group) : undefined)}
      aria-setsize={count}
      aria-posinset={index + 1}
      aria-description={starred ? t`Favourite` : undefined}
      data-active={active || undefined}
      data-hand={atHand || undefined}
      {...pressMarks(picks, group)}
      title={item.label}
      style={styleOf(row, index, hasStar)}
      onClick={(event) => onPress(index, (event.target as Element).closest('[data-opener]') !== null)}
    >
      {group ? (
        <span className={styles.opener} data-opener="" data-open={row.closed ? undefined : ''} aria-hidden="true">
          <Icon name="chevronRight" size={18} />
        </span>
      ) : null}
      {many && picks ? <RowBox row={row} chosen={chosen} /> : null}
      <RowWords row={row} />
      {!many && chosen ? <Icon name="check" size={20} /> : null}
    </div>
  )
})

const hasChildren = (node: PickRow['node']) => node !== undefined && node.children.length > 0

const placeInTree = ({ closed, depth }: PickRow, group: boolean) => ({
  'aria-expanded': group ? !closed : undefined,
  'aria-level': depth + 1,
})

/** A row that can't be pressed, and a group that can only be opened. */
function pressMarks(picks: boolean, group: boolean): { 'data-still'?: ''; 'data-group'?: '' } {
  if (picks) return {}
  return group ? { 'data-group': '' } : { 'data-still': '' }
}

const styleOf = ({ depth }: PickRow, index: number, hasStar: boolean): CSSProperties => ({
  top: index * rowHeight,
  height: rowHeight,
  ...(depth > 0 && { paddingInlineStart: 12 + Math.min(depth, 6) * indent }),
  ...(hasStar && { paddingInlineEnd: 52 }),
})

/** The check box of a list where several rows can be picked. */
function RowBox({ row, chosen }: Pick<RowProps, 'row' | 'chosen'>) {
  if (row.kind !== 'item') return null
  return (
    <span className={styles.box} data-on={chosen || undefined} aria-hidden="true">
      {chosen ? <Icon name="check" size={16} strokeWidth={3} /> : null}
    </span>
  )
}

/** The label of a row, with the icon of a row that is no item of the list. */
function RowWords({ row }: Pick<RowProps, 'row'>) {
  const { t } = useLingui()
  const { item, kind } = row
  if (kind === 'create') return <IconAndWords icon="plus" words={t`Create ${item.label}`} below={row.above} />
  if (kind === 'clear') return <IconAndWords icon="close" words={t`(Clear Selection)`} below={row.above} />
  if (item.markdown !== undefined)
    return (
      <div className={styles.rich}>
        <Markdown text={item.markdown} />
      </div>
    )
  const [words = '', below] = item.shortLabel ? item.shortLabel.split('\n', 2) : [row.name, row.above]
  return <IconAndWords words={words} below={below} />
}

function IconAndWords({ icon, words, below }: { readonly icon?: IconName; readonly words: string; readonly below: string | undefined }) {
  return (
    <>
      {icon ? <Icon name={icon} size={20} /> : null}
      <span className={styles.words}>
        <span>{words}</span>
        {below ? <small>{below}</small> : null}
      </span>
    </>
  )
}
