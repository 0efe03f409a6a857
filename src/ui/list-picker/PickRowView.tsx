import { useLingui } from '@lingui/react/macro'
import { memo } from 'react'
import { chakra } from '../chakra.ts'
import { Icon } from '../Icon.tsx'
import { Markdown } from '../Markdown.tsx'
import type { PickRow } from './usePickRows.ts'

/** Height of a row, px (spec/1 §9). */
export const rowHeight = 48
const indent = 20

const Root = chakra('div', {
  base: {
    position: 'absolute',
    insetInline: '0',
    display: 'flex',
    alignItems: 'center',
    gap: '3',
    paddingInline: '3',
    borderRadius: 'md',
    overflow: 'hidden',
    cursor: 'pointer',
    userSelect: 'none',
    _hover: { bg: 'bg.hover' },
    '&[aria-selected=true]': { bg: 'bg.sunken', fontWeight: 'semibold' },
    '&[data-active]': { bg: 'bg.hover', outline: '2px solid', outlineColor: 'focus', outlineOffset: '-2px' },
    '&[data-still]': { cursor: 'default', _hover: { bg: 'transparent' } },
    '&[data-group]': { fontWeight: 'semibold', color: 'fg.muted' },
  },
})
const Words = chakra('span', {
  base: {
    flex: '1',
    minWidth: '0',
    display: 'flex',
    flexDirection: 'column',
    lineHeight: '1.25',
    '& > *': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
    '& > small': { fontSize: 'sm', fontWeight: 'normal', color: 'fg.muted' },
  },
})
const Rich = chakra('div', {
  base: { flex: '1', minWidth: '0', maxHeight: '44px', overflow: 'hidden', lineHeight: '1.25', '& *': { pointerEvents: 'none' } },
})
const Box = chakra('span', {
  base: {
    display: 'grid',
    placeItems: 'center',
    flex: 'none',
    width: '1.5rem',
    height: '1.5rem',
    border: '2px solid',
    borderColor: 'border.strong',
    borderRadius: '6px',
    color: 'fg.inverted',
    '&[data-on]': { bg: 'bg.inverted', borderColor: 'bg.inverted' },
  },
})
const Opener = chakra('span', {
  base: {
    display: 'grid',
    placeItems: 'center',
    flex: 'none',
    width: '2.25rem',
    height: '100%',
    marginInlineStart: '-2',
    color: 'fg.muted',
    transition: 'transform var(--m-durations-fast)',
    '@media (prefers-reduced-motion: reduce)': { transition: 'none' },
    '&[data-open]': { transform: 'rotate(90deg)' },
  },
})

interface RowProps {
  readonly id: string
  readonly row: PickRow
  readonly index: number
  readonly count: number
  readonly active: boolean
  readonly chosen: boolean
  /** It has a place in the open hierarchy: it can be opened and closed there. */
  readonly inTree: boolean
  /** Check boxes instead of a tick. */
  readonly many: boolean
  readonly informational: boolean
  readonly starred: boolean
  /** Room at the end for what stands over it. */
  readonly hasStar: boolean
  readonly onPress: (index: number, opener: boolean) => void
}

/** Can it be picked, or only read or opened? */
export const canPick = ({ item }: PickRow, informational: boolean) => !informational && item.preventListSelect !== true

/** A row says all that assistive technology needs by itself; what can be pressed on it beside the row stands outside the list. */
export const PickRowView = memo(function PickRowView(props: RowProps) {
  const { id, row, index, count, active, chosen, inTree, many, informational, starred, hasStar, onPress } = props
  const { t } = useLingui()
  const { item, kind, node } = row
  const group = inTree && (node?.children.length ?? 0) > 0
  const picks = canPick(row, informational)
  const [first = '', second] = kind === 'item' && item.shortLabel ? item.shortLabel.split('\n', 2) : [row.name, row.above]
  return (
    <Root
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
        <Opener data-opener="" data-open={row.closed ? undefined : ''} aria-hidden="true">
          <Icon name="chevronRight" size={18} />
        </Opener>
      ) : null}
      {many && picks && kind === 'item' ? (
        <Box data-on={chosen || undefined} aria-hidden="true">
          {chosen ? <Icon name="check" size={16} strokeWidth={3} /> : null}
        </Box>
      ) : null}
      {kind === 'create' ? <Icon name="plus" size={20} /> : null}
      {kind === 'clear' ? <Icon name="close" size={20} /> : null}
      {kind === 'item' && item.markdown !== undefined ? (
        <Rich>
          <Markdown text={item.markdown} />
        </Rich>
      ) : (
        <Words>
          <span>{kind === 'create' ? t`Create ${item.label}` : kind === 'clear' ? t`(Clear Selection)` : first}</span>
          {second ? <small>{second}</small> : null}
        </Words>
      )}
      {!many && chosen ? <Icon name="check" size={20} /> : null}
    </Root>
  )
})
