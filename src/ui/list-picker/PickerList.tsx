import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { type KeyboardEvent, useCallback, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { useFavourites } from '../../store/preferences/favourites.ts'
import { Button } from '../controls/Button.tsx'
import { Icon } from '../controls/Icon.tsx'
import { IconButton } from '../controls/IconButton.tsx'
import { Skeleton } from '../feedback/Skeleton.tsx'
import { canPick, PickRowView, rowHeight } from './PickRowView.tsx'
import { PickStar } from './PickStar.tsx'
import type { PickConfig } from './pickItem.ts'
import { placed } from './pickTree.ts'
import type { Picking } from './usePicking.ts'
import { type PickRow, usePickRows } from './usePickRows.ts'
import './list-picker.css'

/** Rows drawn beyond the visible edge, so that scrolling finds them ready. */
const spare = 6
/**
 * The greatest height of the list in a dialog that does not fill the screen, and the height of everything
 * around it in the window, px.
 */
const tallest = 26 * 16
const around = 21 * 16

const isLetter = (event: KeyboardEvent) => event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey && event.key !== ' '
const onTouch = () => window.matchMedia?.('(pointer: coarse)').matches === true

interface ListProps {
  readonly config: PickConfig
  readonly picking: Picking
  /** fill: all available height; fit: the height of its rows, up to a limit. */
  readonly height: 'fill' | 'fit'
}

/**
 * Search box and list; only visible rows are drawn, so that any length is fast. The keys work from the box
 * and from the list.
 */
export function PickerList({ config, picking, height }: ListProps) {
  const { t } = useLingui()
  const id = useId()
  const { multiSelect = false, informational = false, allowCreate, refresh, favourites: starsOf, loading, size } = config
  const { chosen, press } = picking
  const [text, setText] = useState('')
  const [favourites, toggleStar] = useFavourites(starsOf ?? '')
  const stars = starsOf === undefined ? none : favourites
  const rows = usePickRows(config, text, chosen, stars)
  const { count, at, isTree, toggle, found, total, filtering, pending } = rows

  const [moved, setMoved] = useState<number>()
  const [touch] = useState(onTouch)
  /** The active row is marked for keyboard users; touch needs no mark. */
  const [keyed, setKeyed] = useState(!touch)
  const active = Math.min(moved ?? rows.first, count - 1)
  const box = useRef<HTMLInputElement>(null)
  const scroll = useRef<HTMLDivElement>(null)
  /** Starts at the final height, so that no row is drawn needlessly. */
  const [view, setView] = useState(() => ({ top: 0, height: Math.min(window.innerHeight, height === 'fit' ? tallest : Infinity) }))
  /** Enter was pressed before the results of the typed text were ready. */
  const enters = useRef(false)
  const isEmpty = count === 0

  useLayoutEffect(() => {
    const element = scroll.current
    if (!element) return
    const look = () =>
      setView((old) => {
        const top = element.scrollTop
        const high = element.clientHeight || old.height
        return old.top === top && old.height === high ? old : { top, height: high }
      })
    look()
    const sizes = typeof ResizeObserver === 'function' ? new ResizeObserver(look) : undefined
    sizes?.observe(element)
    element.addEventListener('scroll', look, { passive: true })
    return () => {
      sizes?.disconnect()
      element.removeEventListener('scroll', look)
    }
  }, [isEmpty])

  useEffect(() => {
    setMoved(undefined)
    if (scroll.current) scroll.current.scrollTop = 0
  }, [text])

  /** The rows are drawn at once, not after the browser's scroll event. */
  const scrollTo = useCallback((top: number) => {
    if (scroll.current) scroll.current.scrollTop = top
    setView((old) => ({ ...old, top }))
  }, [])

  // Show the selected row when the list opens.
  const opened = useRef(false)
  useLayoutEffect(() => {
    if (opened.current || isEmpty) return
    opened.current = true
    if (chosen.size === 0) return
    for (let index = 0; index < count; index++) {
      const row = at(index)
      if (row?.kind !== 'item' || !chosen.has(row.item.id)) continue
      setMoved(index)
      scrollTo(Math.max(0, (index - 2) * rowHeight))
      return
    }
  }, [at, chosen, count, isEmpty, scrollTo])

  const go = (to: number) => {
    const next = Math.max(0, Math.min(count - 1, to))
    setMoved(next)
    const element = scroll.current
    if (!element) return
    if (next * rowHeight < element.scrollTop) scrollTo(next * rowHeight)
    else if ((next + 1) * rowHeight > element.scrollTop + element.clientHeight) scrollTo((next + 1) * rowHeight - element.clientHeight)
  }

  const open = ({ node }: PickRow) => {
    if (isTree && node && node.children.length > 0) toggle(node)
  }
  const pressed = (index: number, opener: boolean) => {
    const row = at(index)
    if (!row) return
    setMoved(index)
    if (opener || !canPick(row, informational)) open(row)
    else press(placed(row.item, row.node))
  }
  const handle = useRef(pressed)
  useLayoutEffect(() => {
    handle.current = pressed
  })
  const [onPress] = useState(() => (index: number, opener: boolean) => handle.current(index, opener))

  // Text and Enter in one go (a badge reader) pick a result of that text, not of an older one.
  useEffect(() => {
    if (pending || !enters.current) return
    enters.current = false
    if (count > 0) onPress(rows.first, false)
  }, [count, onPress, pending, rows.first])

  const key = (event: KeyboardEvent) => {
    setKeyed(true)
    enters.current = false
    const inBox = event.target === box.current
    const page = Math.max(1, Math.floor(view.height / rowHeight) - 1)
    const row = at(active)
    const group = isTree && row?.node && row.node.children.length > 0 ? row : undefined
    const arrows = !inBox || text === ''
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page }[event.key]
    if (step !== undefined) go(active + step)
    else if (!inBox && event.key === 'Home') go(0)
    else if (!inBox && event.key === 'End') go(count - 1)
    else if (event.key === 'Enter' && pending && moved === undefined) enters.current = true
    else if (event.key === 'Enter' || (!inBox && event.key === ' ')) {
      if (row) onPress(active, false)
    } else if (arrows && group && event.key === (group.closed ? 'ArrowRight' : 'ArrowLeft')) open(group)
    else if (arrows && isTree && event.key === 'ArrowLeft' && row?.node?.parent) {
      let above = active
      while (above > 0 && at(above)?.node !== row.node.parent) above--
      go(above)
    } else if (event.key === 'Escape' && text !== '') setText('')
    else {
      // Letters typed while the list has the focus go to the search box.
      if (!inBox && isLetter(event)) box.current?.focus()
      return
    }
    event.preventDefault()
    event.stopPropagation()
  }

  const from = Math.max(0, Math.floor(view.top / rowHeight) - spare)
  const to = Math.min(count, Math.ceil((view.top + view.height) / rowHeight) + spare)
  const shown = Array.from({ length: Math.max(0, to - from) }, (_, offset) => from + offset)
  /** DOM elements of rows that scroll out are reused for new rows. */
  const slots = Math.max(64, shown.length)
  const option = (index: number) => `${id}-${index}`
  const placeholder = allowCreate ? t`Search or Create...` : t`Search...`
  const most = size === 'catalogue' ? '40vh' : `max(9rem, min(${tallest}px, 100dvh - ${around}px))`
  const [tall] = useState(() => Math.max(3, count) * rowHeight)
  const words = filtering ? t`${found} of ${total}` : plural(total, { one: '# option', other: '# options' })

  return (
    // The keys of the box and of the list; both have their own roles.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- see above
    <div className="m-pick-column" onKeyDown={key}>
      <div className="m-pick-search">
        <div className="m-affix">
          <span className="m-affix-text" aria-hidden="true">
            <Icon name="search" size={20} />
          </span>
          <input
            ref={box}
            className="m-input"
            type="search"
            role="combobox"
            enterKeyHint="done"
            aria-expanded={!isEmpty}
            aria-controls={`${id}-list`}
            aria-haspopup={isTree ? 'tree' : 'listbox'}
            aria-autocomplete="list"
            aria-activedescendant={isEmpty ? undefined : option(active)}
            aria-label={placeholder}
            placeholder={placeholder}
            autoComplete="off"
            autoCorrect="off"
            autoCapitalize="off"
            spellCheck={false}
            data-autofocus={touch ? undefined : ''}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </div>
        {refresh && !isEmpty ? <IconButton icon="refresh" label={t`Refresh`} onClick={() => refresh()} /> : null}
      </div>
      <p className="m-pick-count" role="status">
        {loading || isEmpty ? '' : words}
      </p>
      {isEmpty && loading ? <Skeleton rows={5} /> : null}
      {isEmpty && !loading ? (
        <div className="m-pick-empty">
          <p role="status">{t`No items`}</p>
          {refresh ? (
            <Button icon="refresh" onClick={() => refresh()}>
              {t`Refresh`}
            </Button>
          ) : null}
        </div>
      ) : null}
      <div
        className="m-pick-scroll"
        ref={scroll}
        hidden={isEmpty}
        style={height === 'fit' ? { flex: 'none', height: `min(${tall}px, ${most})` } : undefined}
      >
        <div
          id={`${id}-list`}
          role={isTree ? 'tree' : 'listbox'}
          aria-label={t`Items`}
          aria-multiselectable={multiSelect || undefined}
          aria-activedescendant={option(active)}
          tabIndex={0}
          data-autofocus={touch ? '' : undefined}
          className="m-pick-list"
          style={{ height: count * rowHeight }}
        >
          {shown.map((index) => {
            const row = at(index)
            if (!row) return null
            return (
              <PickRowView
                key={index % slots}
                id={option(index)}
                row={row}
                index={index}
                count={count}
                active={keyed && index === active}
                atHand={index === active}
                chosen={row.kind === 'item' && chosen.has(row.item.id)}
                inTree={isTree && row.node !== undefined}
                many={multiSelect}
                informational={informational}
                starred={stars.has(row.item.id)}
                hasStar={starsOf !== undefined}
                onPress={onPress}
              />
            )
          })}
        </div>
        {starsOf === undefined
          ? null
          : shown.map((index) => {
              const row = at(index)
              if (row?.kind !== 'item' || row.item.preventListSelect === true) return null
              const { id: star, label } = row.item
              return (
                <PickStar
                  key={index % slots}
                  id={star}
                  label={label}
                  on={stars.has(star)}
                  index={index}
                  atHand={index === active}
                  onToggle={toggleStar}
                />
              )
            })}
      </div>
    </div>
  )
}

const none: ReadonlySet<string> = new Set()
