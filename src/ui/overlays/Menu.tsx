import { chakra } from '../chakra.ts'
import { useLingui } from '@lingui/react/macro'
import { type CSSProperties, type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Icon, type IconName } from '../controls/Icon.tsx'
import * as controls from '../controls/controls.module.css'

export interface MenuItem {
  readonly key: string
  readonly label: string
  readonly icon?: IconName | undefined
  readonly danger?: boolean | undefined
  /** The first press only asks: the row reads "Confirm …", and the second press runs the action. */
  readonly confirm?: boolean | undefined
  readonly disabled?: boolean | undefined
  readonly onPress: () => unknown
}

interface MenuProps {
  readonly id: string
  /**
   * The element that opens the menu. The menu is below it (above, if there is more room), at least as wide as
   * `wide`.
   */
  readonly anchor: RefObject<HTMLElement | null>
  readonly wide?: RefObject<HTMLElement | null> | undefined
  readonly label: string
  /** The label is also drawn above the items. */
  readonly hasHeading?: boolean | undefined
  readonly items: readonly MenuItem[]
  readonly onClose: () => void
}

const Root = chakra('div', {
  base: {
    position: 'fixed',
    inset: 'auto',
    margin: '0',
    padding: '1',
    border: '0',
    borderRadius: 'md',
    bg: 'bg.surface',
    color: 'fg.default',
    boxShadow: 'dialog',
    overflowY: 'auto',
    overscrollBehavior: 'contain',
    zIndex: 'toast',
  },
})

/** Seen only: the name of the menu says the same. */
const Heading = chakra('div', {
  base: {
    paddingInline: '4',
    paddingBlock: '2',
    color: 'fg.muted',
    fontSize: 'sm',
    fontWeight: 'semibold',
    overflowWrap: 'anywhere',
  },
})

/** Pixels between the menu and the edge of the window, and between it and its anchor. */
const edge = 8
const gap = 4

function placeAt(anchor: Element, wide: Element): CSSProperties {
  const at = anchor.getBoundingClientRect()
  const width = wide.getBoundingClientRect()
  const below = window.innerHeight - at.bottom - gap - edge
  const above = at.top - gap - edge
  const up = below < 200 && above > below
  return {
    minWidth: Math.min(width.width, window.innerWidth - 2 * edge),
    maxWidth: `min(26rem, ${window.innerWidth - 2 * edge}px)`,
    maxHeight: Math.max(96, up ? above : below),
    right: Math.max(edge, document.documentElement.clientWidth - at.right),
    ...(up ? { bottom: window.innerHeight - at.top + gap } : { top: at.bottom + gap }),
  }
}

/** Opens the menu at its anchor, focuses the first item, and calls `onClose` at a press outside. Returns its place. */
function usePlace(
  menu: RefObject<HTMLElement | null>,
  anchor: RefObject<HTMLElement | null>,
  wide: RefObject<HTMLElement | null>,
  onClose: () => void,
): CSSProperties {
  const [place, setPlace] = useState<CSSProperties>({ opacity: 0 })
  const close = useRef(onClose)
  useEffect(() => {
    close.current = onClose
  })

  useLayoutEffect(() => {
    const element = menu.current
    const { current: opener } = anchor
    if (!element || !opener) return
    // In the browser's top layer: no container of the opener can clip it, and it is above an open dialog.
    if (typeof element.showPopover === 'function') element.showPopover()
    const put = () => setPlace(placeAt(opener, wide.current ?? opener))
    put()
    element.querySelector<HTMLElement>('[role=menuitem]:not(:disabled)')?.focus({ preventScroll: true })
    const elsewhere = ({ target }: Event) => {
      if (target instanceof Node && !element.contains(target) && !opener.contains(target)) close.current()
    }
    document.addEventListener('pointerdown', elsewhere, true)
    document.addEventListener('scroll', put, true)
    window.addEventListener('resize', put)
    return () => {
      document.removeEventListener('pointerdown', elsewhere, true)
      document.removeEventListener('scroll', put, true)
      window.removeEventListener('resize', put)
    }
  }, [anchor, menu, wide])

  return place
}

/**
 * A menu over the page: arrow keys, Home, End and first letters move; Escape and a press outside close it and
 * return the focus.
 */
export function Menu({ id, anchor, wide = anchor, label: title, hasHeading, items, onClose }: MenuProps) {
  const { t } = useLingui()
  const menu = useRef<HTMLDivElement>(null)
  const [asking, setAsking] = useState<string>()
  const place = usePlace(menu, anchor, wide, onClose)

  // One item is in the tab order: a menu that scrolls can be reached with the keyboard alone.
  const first = items.find(({ disabled }) => !disabled)?.key

  const leave = () => {
    onClose()
    anchor.current?.focus()
  }

  const onKeyDown = (event: KeyboardEvent) => {
    const rows = [...(menu.current?.querySelectorAll<HTMLElement>('[role=menuitem]:not(:disabled)') ?? [])]
    const at = rows.indexOf(document.activeElement as HTMLElement)
    const go = (to: number) => rows[(to + rows.length) % rows.length]?.focus()
    const { key } = event
    if (key === 'Escape') leave()
    else if (key === 'Tab') onClose()
    else if (key === 'ArrowDown') go(at + 1)
    else if (key === 'ArrowUp') go(at - 1)
    else if (key === 'Home') go(0)
    else if (key === 'End') go(rows.length - 1)
    else if (key.length === 1 && key !== ' ') {
      const after = [...rows.slice(at + 1), ...rows.slice(0, at + 1)]
      after.find((row) => row.textContent?.trim().toLowerCase().startsWith(key.toLowerCase()))?.focus()
      return
    } else return
    if (key === 'Tab') return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <Root ref={menu} id={id} role="menu" aria-label={title} popover="manual" style={place} onKeyDown={onKeyDown}>
      {hasHeading && <Heading aria-hidden="true">{title}</Heading>}
      {items.map((item) => {
        const asks = asking === item.key
        const { label } = item
        return (
          <button
            key={item.key}
            className={controls.menuRow}
            type="button"
            role="menuitem"
            tabIndex={item.key === first ? 0 : -1}
            disabled={item.disabled}
            data-danger={asks || item.danger || undefined}
            onBlur={() => {
              if (asks) setAsking(undefined)
            }}
            onClick={() => {
              if (item.confirm && !asks) {
                setAsking(item.key)
                return
              }
              leave()
              item.onPress()
            }}
          >
            {item.icon && <Icon name={item.icon} size={20} />}
            {asks ? t`Confirm ${label}` : label}
          </button>
        )
      })}
    </Root>
  )
}
