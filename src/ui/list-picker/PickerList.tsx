import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import {
  type CSSProperties,
  type KeyboardEvent,
  type RefObject,
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useFavourites } from '../../store/preferences/useFavourites.ts'
import { Button } from '../controls/Button.tsx'
import { Icon } from '../controls/Icon.tsx'
import { IconButton } from '../controls/IconButton.tsx'
import { TextField } from '../controls/TextField.tsx'
import { Skeleton } from '../feedback/Skeleton.tsx'
import { canPick, PickRowView, rowHeight } from './PickRowView.tsx'
import { PickStar } from './PickStar.tsx'
import type { PickConfig } from './pickItem.ts'
import { type PickNode, placed } from './pickTree.ts'
import type { Picking } from './usePicking.ts'
import { type PickRows, usePickRows } from './usePickRows.ts'
import * as styles from './listPicker.module.css'

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
  const { chosen } = picking
  const [text, setText] = useState('')
  const { stars, toggleStar } = useStars(starsOf)
  const rows = usePickRows(config, text, chosen, stars)
  const { count, at, isTree } = rows

  const [touch] = useState(onTouch)
  /** The active row is marked for keyboard users; touch needs no mark. */
  const [keyed, setKeyed] = useState(!touch)
  const box = useRef<HTMLInputElement>(null)
  const scroll = useRef<HTMLDivElement>(null)
  const { view, scrollTo } = useView(scroll, count === 0, height)
  const { active, isMoved, go, onPress, entersRef } = useActiveRow({ rows, picking, informational, text, scrollRef: scroll, scrollTo })

  const key = (event: KeyboardEvent) => {
    setKeyed(true)
    entersRef.current = false
    const inBox = event.target === box.current
    const step = stepOf(event.key, { rows, active, text, inBox, page: rowsPerPage(view), isMoved })
    if (step === undefined) {
      // Letters typed while the list has the focus go to the search box.
      if (!inBox && isLetter(event)) box.current?.focus()
      return
    }
    if (step.does === 'go') go(step.to)
    else if (step.does === 'press') onPress(active, false)
    else if (step.does === 'toggle') rows.toggle(step.node)
    else if (step.does === 'wait') entersRef.current = true
    else if (step.does === 'clear') setText('')
    event.preventDefault()
    event.stopPropagation()
  }

  const shown = shownIndexes(view, count)
  /** DOM elements of rows that scroll out are reused for new rows. */
  const slots = Math.max(64, shown.length)
  const style = useListHeight(count, height, size)
  return (
    // The keys of the box and of the list; both have their own roles.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- see above
    <div className={styles.column} onKeyDown={key}>
      <Search {...{ id, box, rows, active, touch, text, allowCreate, refresh }} onText={setText} />
      <Count rows={rows} loading={loading} />
      {count === 0 ? <NoItems loading={loading} refresh={refresh} /> : null}
      <div className={styles.scroll} ref={scroll} hidden={count === 0} style={style}>
        <div
          id={`${id}-list`}
          role={isTree ? 'tree' : 'listbox'}
          aria-label={t`Items`}
          aria-multiselectable={multiSelect || undefined}
          aria-activedescendant={optionId(id, active)}
          tabIndex={0}
          data-autofocus={touch ? '' : undefined}
          className={styles.list}
          style={{ height: count * rowHeight }}
        >
          {shown.map((index) => {
            const row = at(index)
            if (!row) return null
            return (
              <PickRowView
                key={index % slots}
                id={optionId(id, index)}
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
        {starsOf === undefined ? null : <Stars {...{ shown, slots, at, active, stars }} onToggle={toggleStar} />}
      </div>
    </div>
  )
}

function useStars(list: string | undefined) {
  const [favourites, toggleStar] = useFavourites(list ?? '')
  return { stars: list === undefined ? none : favourites, toggleStar }
}

const optionId = (list: string, index: number) => `${list}-${index}`

interface View {
  readonly top: number
  readonly height: number
}

const rowsPerPage = ({ height }: View) => Math.max(1, Math.floor(height / rowHeight) - 1)

function shownIndexes({ top, height }: View, count: number): number[] {
  const from = Math.max(0, Math.floor(top / rowHeight) - spare)
  const to = Math.min(count, Math.ceil((top + height) / rowHeight) + spare)
  return Array.from({ length: Math.max(0, to - from) }, (_, offset) => from + offset)
}

/** The height of a list that does not fill the screen: that of the rows that it opens with, up to a limit. */
function useListHeight(count: number, height: ListProps['height'], size: PickConfig['size']): CSSProperties | undefined {
  const [tall] = useState(() => Math.max(3, count) * rowHeight)
  if (height === 'fill') return undefined
  const most = size === 'catalogue' ? '40vh' : `max(9rem, min(${tallest}px, 100dvh - ${around}px))`
  return { flex: 'none', height: `min(${tall}px, ${most})` }
}

type Scroller = RefObject<HTMLDivElement | null>

/** The visible part of the list, px. */
function useView(scrollRef: Scroller, isEmpty: boolean, height: ListProps['height']): { view: View; scrollTo: (top: number) => void } {
  /** Starts at the final height, so that no row is drawn needlessly. */
  const [view, setView] = useState(() => ({ top: 0, height: Math.min(window.innerHeight, height === 'fit' ? tallest : Infinity) }))

  useLayoutEffect(() => {
    const element = scrollRef.current
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
  }, [scrollRef, isEmpty])

  /** The rows are drawn at once, not after the browser's scroll event. */
  const scrollTo = useCallback(
    (top: number) => {
      if (scrollRef.current) scrollRef.current.scrollTop = top
      setView((old) => ({ ...old, top }))
    },
    [scrollRef],
  )
  return { view, scrollTo }
}

interface ActiveRowOptions extends Omit<MovesOptions, 'chosen'> {
  readonly picking: Picking
  readonly informational: boolean
}

/** The row that the keys would pick, and how to move and to press. */
function useActiveRow({ rows, picking, informational, text, scrollRef, scrollTo }: ActiveRowOptions) {
  const { moved, setMoved, go } = useMoves({ rows, chosen: picking.chosen, text, scrollRef, scrollTo })
  const { onPress, entersRef } = usePress({ rows, informational, press: picking.press, setMoved })
  return { active: Math.min(moved ?? 0, rows.count - 1), isMoved: moved !== undefined, go, onPress, entersRef }
}

interface MovesOptions {
  readonly rows: PickRows
  readonly chosen: Picking['chosen']
  readonly text: string
  readonly scrollRef: Scroller
  readonly scrollTo: (top: number) => void
}

/** The row that the keys have moved to; undefined before. A new search begins at the top. */
function useMoves({ rows: { at, count }, chosen, text, scrollRef, scrollTo }: MovesOptions) {
  const [moved, setMoved] = useState<number>()
  useEffect(() => {
    setMoved(undefined)
    if (scrollRef.current) scrollRef.current.scrollTop = 0
  }, [scrollRef, text])

  // Show the selected row when the list opens.
  const opened = useRef(false)
  const isEmpty = count === 0
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
    const element = scrollRef.current
    if (!element) return
    if (next * rowHeight < element.scrollTop) scrollTo(next * rowHeight)
    else if ((next + 1) * rowHeight > element.scrollTop + element.clientHeight) scrollTo((next + 1) * rowHeight - element.clientHeight)
  }
  return { moved, setMoved, go }
}

interface PressOptions {
  readonly rows: PickRows
  readonly informational: boolean
  readonly press: Picking['press']
  readonly setMoved: (index: number) => void
}

/** Picks a row, or opens a group. `entersRef` is set when Enter was pressed before the results of the typed text were ready. */
function usePress({ rows, informational, press, setMoved }: PressOptions) {
  const { at, count, isTree, pending, toggle } = rows
  const pressed = (index: number, opener: boolean) => {
    const row = at(index)
    if (!row) return
    setMoved(index)
    if (!opener && canPick(row, informational)) press(placed(row.item, row.node))
    else if (isTree && row.node && row.node.children.length > 0) toggle(row.node)
  }
  const handle = useRef(pressed)
  useLayoutEffect(() => {
    handle.current = pressed
  })
  const [onPress] = useState(() => (index: number, opener: boolean) => handle.current(index, opener))

  // Text and Enter in one go (a badge reader) pick a result of that text, not of an older one.
  const entersRef = useRef(false)
  useEffect(() => {
    if (pending || !entersRef.current) return
    entersRef.current = false
    if (count > 0) onPress(0, false)
  }, [count, onPress, pending])
  return { onPress, entersRef }
}

/** What a key does. `wait`: the results of the typed text are not ready yet. */
type Step =
  | { readonly does: 'go'; readonly to: number }
  | { readonly does: 'toggle'; readonly node: PickNode }
  | { readonly does: 'press' | 'wait' | 'clear' | 'nothing' }

interface KeyState {
  readonly rows: PickRows
  readonly active: number
  readonly text: string
  /** The search box has the focus, not the list. */
  readonly inBox: boolean
  /** Rows of a page. */
  readonly page: number
  /** The keys or a press have moved the active row. */
  readonly isMoved: boolean
}

function stepOf(key: string, state: KeyState): Step | undefined {
  const { rows, active, text, inBox, isMoved } = state
  const to = targetOf(key, state)
  if (to !== undefined) return { does: 'go', to }
  if (key === 'Enter' && rows.pending && !isMoved) return { does: 'wait' }
  if (key === 'Enter' || (!inBox && key === ' ')) return { does: rows.at(active) ? 'press' : 'nothing' }
  if (rows.isTree && (!inBox || text === '')) {
    const step = treeStepOf(key, rows, active)
    if (step) return step
  }
  return key === 'Escape' && text !== '' ? { does: 'clear' } : undefined
}

function targetOf(key: string, { rows: { count }, active, inBox, page }: KeyState): number | undefined {
  const step = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page }[key]
  if (step !== undefined) return active + step
  if (inBox) return undefined
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : undefined
}

/** The arrows to the sides open and close a group, and go to the group of a row. */
function treeStepOf(key: string, { at }: PickRows, active: number): Step | undefined {
  const row = at(active)
  const node = row?.node
  if (!node) return undefined
  if (node.children.length > 0 && key === (row.closed ? 'ArrowRight' : 'ArrowLeft')) return { does: 'toggle', node }
  if (key !== 'ArrowLeft' || !node.parent) return undefined
  let above = active
  while (above > 0 && at(above)?.node !== node.parent) above--
  return { does: 'go', to: above }
}

interface SearchProps extends Pick<PickConfig, 'allowCreate' | 'refresh'> {
  readonly id: string
  readonly box: RefObject<HTMLInputElement | null>
  readonly rows: PickRows
  readonly active: number
  readonly touch: boolean
  readonly text: string
  onText(text: string): void
}

function Search({ id, box, rows: { count, isTree }, active, touch, text, allowCreate, refresh, onText }: SearchProps) {
  const { t } = useLingui()
  const isEmpty = count === 0
  const placeholder = allowCreate ? t`Search or Create...` : t`Search...`
  return (
    <div className={styles.search}>
      <div>
        <TextField
          ref={box}
          affix={<Icon name="search" size={20} />}
          type="search"
          role="combobox"
          enterKeyHint="done"
          aria-expanded={!isEmpty}
          aria-controls={`${id}-list`}
          aria-haspopup={isTree ? 'tree' : 'listbox'}
          aria-autocomplete="list"
          aria-activedescendant={isEmpty ? undefined : optionId(id, active)}
          aria-label={placeholder}
          placeholder={placeholder}
          autoComplete="off"
          autoCorrect="off"
          autoCapitalize="off"
          spellCheck={false}
          data-autofocus={touch ? undefined : ''}
          value={text}
          onChange={(event) => onText(event.target.value)}
        />
      </div>
      {refresh && !isEmpty ? <IconButton icon="refresh" label={t`Refresh`} onClick={() => refresh()} /> : null}
    </div>
  )
}

function Count({
  rows: { count, found, total, filtering },
  loading,
}: {
  readonly rows: PickRows
  readonly loading: PickConfig['loading']
}) {
  const { t } = useLingui()
  const words = filtering ? t`${found} of ${total}` : plural(total, { one: '# option', other: '# options' })
  return (
    <p className={styles.count} role="status">
      {loading || count === 0 ? '' : words}
    </p>
  )
}

function NoItems({ loading, refresh }: Pick<PickConfig, 'loading' | 'refresh'>) {
  const { t } = useLingui()
  if (loading) return <Skeleton rows={5} />
  return (
    <div className={styles.empty}>
      <p role="status">{t`No items`}</p>
      {refresh ? (
        <Button icon="refresh" onClick={() => refresh()}>
          {t`Refresh`}
        </Button>
      ) : null}
    </div>
  )
}

interface StarsProps extends Pick<PickRows, 'at'> {
  readonly shown: readonly number[]
  readonly slots: number
  readonly active: number
  readonly stars: ReadonlySet<string>
  readonly onToggle: (id: string) => void
}

/** The stars over the rows: a row of a list may contain no button. */
function Stars({ shown, slots, at, active, stars, onToggle }: StarsProps) {
  return shown.map((index) => {
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
        onToggle={onToggle}
      />
    )
  })
}

const none: ReadonlySet<string> = new Set()
