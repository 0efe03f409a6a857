import { chakra } from '../chakra.ts'
import { useLingui } from '@lingui/react/macro'
import { type KeyboardEvent, useDeferredValue, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { PickItem } from './pickItem.ts'
import { Icon } from '../Icon.tsx'
import { matches, searchTerms, typedWords } from '../../lib/searchTerms.ts'

/** Height of a row, px (spec/1 §9). */
export const rowHeight = 48
const spare = 6

const Box = chakra('div', { base: { display: 'flex', flexDirection: 'column', flex: '1', minHeight: '0', gap: '3' } })
const Scroll = chakra('div', {
  base: {
    position: 'relative',
    flex: '1',
    minHeight: '12rem',
    maxHeight: '100%',
    overflowY: 'auto',
    overscrollBehavior: 'contain',
    borderRadius: 'md',
    contain: 'strict',
  },
})
const Row = chakra('div', {
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
    '& > span': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap', flex: '1' },
    _hover: { bg: 'bg.hover' },
    '&[data-active]': { bg: 'bg.hover', outline: '2px solid', outlineColor: 'focus', outlineOffset: '-2px' },
    '&[data-still]': { cursor: 'default', _hover: { bg: 'transparent' } },
  },
})
const Empty = chakra('p', { base: { padding: '6', textAlign: 'center', color: 'fg.muted' } })

/** A list to search and pick from; only the rows in sight are drawn, so that any length is quick. Without `onPick` it only informs. */
export function PickerList({
  items,
  onPick,
}: {
  readonly items: readonly PickItem[]
  readonly onPick?: ((item: PickItem) => void) | undefined
}) {
  const { t } = useLingui()
  const id = useId()
  const [text, setText] = useState('')
  const typed = useDeferredValue(text)
  const [active, setActive] = useState(0)
  const scroll = useRef<HTMLDivElement>(null)
  const [view, setView] = useState({ top: 0, height: 600 })

  const terms = useMemo(() => items.map((item) => searchTerms(item.label)), [items])
  const shown = useMemo(() => {
    const words = typedWords(typed)
    return words.length === 0 ? items : items.filter((_, index) => matches(terms[index] ?? [], words))
  }, [items, terms, typed])

  useLayoutEffect(() => {
    const element = scroll.current
    if (!element) return
    const look = () => setView({ top: element.scrollTop, height: element.clientHeight || 600 })
    look()
    const sizes = typeof ResizeObserver === 'function' ? new ResizeObserver(look) : undefined
    sizes?.observe(element)
    element.addEventListener('scroll', look, { passive: true })
    return () => {
      sizes?.disconnect()
      element.removeEventListener('scroll', look)
    }
  }, [])

  useEffect(() => {
    setActive(0)
    if (scroll.current) scroll.current.scrollTop = 0
  }, [typed])

  const go = (to: number) => {
    const next = Math.max(0, Math.min(shown.length - 1, to))
    setActive(next)
    const element = scroll.current
    if (!element) return
    if (next * rowHeight < element.scrollTop) element.scrollTop = next * rowHeight
    else if ((next + 1) * rowHeight > element.scrollTop + element.clientHeight)
      element.scrollTop = (next + 1) * rowHeight - element.clientHeight
  }

  const key = (event: KeyboardEvent) => {
    const page = Math.max(1, Math.floor(view.height / rowHeight) - 1)
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page }[event.key]
    if (step !== undefined) {
      event.preventDefault()
      go(active + step)
    } else if (event.key === 'Enter') {
      const item = shown[active]
      if (item) {
        event.preventDefault()
        onPick?.(item)
      }
    }
  }

  const from = Math.max(0, Math.floor(view.top / rowHeight) - spare)
  const to = Math.min(shown.length, Math.ceil((view.top + view.height) / rowHeight) + spare)
  const option = (index: number) => `${id}-${index}`
  return (
    <Box>
      <input
        className="m-input"
        type="search"
        role="combobox"
        aria-expanded="true"
        aria-controls={`${id}-list`}
        aria-activedescendant={shown.length > 0 ? option(active) : undefined}
        aria-label={t`Search...`}
        placeholder={t`Search...`}
        autoComplete="off"
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={key}
      />
      {shown.length === 0 && <Empty role="status">{t`No items`}</Empty>}
      <Scroll ref={scroll} id={`${id}-list`} role="listbox" aria-label={t`Items`} tabIndex={-1} hidden={shown.length === 0}>
        <div style={{ height: shown.length * rowHeight }} />
        {shown.slice(from, to).map((item, offset) => {
          const index = from + offset
          return (
            <Row
              key={item.id}
              id={option(index)}
              role="option"
              aria-selected={index === active}
              aria-setsize={shown.length}
              aria-posinset={index + 1}
              data-active={index === active || undefined}
              data-still={onPick ? undefined : ''}
              style={{ top: index * rowHeight, height: rowHeight }}
              onClick={() => {
                setActive(index)
                onPick?.(item)
              }}
            >
              <span>{item.label}</span>
              {onPick && <Icon name="chevronRight" size={18} style={{ color: 'var(--m-colors-fg-subtle)' }} />}
            </Row>
          )
        })}
      </Scroll>
    </Box>
  )
}
