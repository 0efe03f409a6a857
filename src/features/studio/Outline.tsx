import { useLingui } from '@lingui/react/macro'
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import { Icon } from '../../ui/controls/Icon.tsx'
import type { Path } from './jsonTree.ts'
import { idOf, type OutlineNode, shownNodes } from './outlineNodes.ts'
import type { Finding } from './review.ts'

/** A position for a node: before the node with this index in a list. */
export interface Place {
  readonly list: Path
  readonly index: number
}

export interface OutlineActs {
  readonly onSelect: (path: Path) => void
  /** Opens the settings or the text of the selected node. */
  readonly onOpen: (path: Path) => void
  readonly onAdd: () => void
  readonly onRemove: (path: Path) => void
  readonly onDuplicate: (path: Path) => void
  readonly onMove: (path: Path, to: Place) => void
}

const placeOf = ({ path }: OutlineNode): Place => ({ list: path.slice(0, -1), index: Number(path.at(-1)) })

/** Returns the position to which Alt and an arrow key move a node; undefined if it can't move. */
export function stepOf(nodes: readonly OutlineNode[], node: OutlineNode, key: string): Place | undefined {
  const { list, index } = placeOf(node)
  const parentPath = list.slice(0, -1)
  const all = shownNodes(nodes, new Set())
  const siblings = all.filter(({ path }) => path.length === node.path.length && idOf(path.slice(0, -1)) === idOf(list))
  if (key === 'ArrowUp') return index > 0 ? { list, index: index - 1 } : undefined
  if (key === 'ArrowDown') return index < siblings.length - 1 ? { list, index: index + 2 } : undefined
  if (key === 'ArrowRight') {
    const before = siblings[index - 1]
    return before?.list ? { list: before.list, index: before.children.length } : undefined
  }
  const parent = all.find(({ id }) => id === idOf(parentPath))
  return key === 'ArrowLeft' && parent ? { list: parent.path.slice(0, -1), index: Number(parent.path.at(-1)) + 1 } : undefined
}

interface Drag {
  readonly id: string
  readonly over: string | undefined
  readonly where: 'before' | 'inside' | 'after'
}

/** The form as a tree for mouse, keyboard, and drag and drop. */
export function Outline({
  nodes,
  selected,
  findings,
  acts,
}: {
  readonly nodes: readonly OutlineNode[]
  readonly selected: Path
  readonly findings: readonly Finding[]
  readonly acts: OutlineActs
}) {
  const { t } = useLingui()
  const tree = useRef<HTMLUListElement>(null)
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  const [drag, setDrag] = useState<Drag>()
  const began = useRef<{ id: string; x: number; y: number }>(undefined)
  const shown = shownNodes(nodes, closed)
  const selectedId = idOf(selected)
  const current = shown.find(({ id }) => id === selectedId) ?? shown[0]

  // The selection may come from the text or the preview.
  useEffect(() => {
    tree.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' })
  }, [selectedId])

  const focusOn = (node: OutlineNode | undefined) => {
    if (!node) return
    acts.onSelect(node.path)
    requestAnimationFrame(() => tree.current?.querySelector<HTMLElement>(`[data-id="${node.id}"]`)?.focus())
  }
  const fold = (id: string, close: boolean) =>
    setClosed((last) => {
      const next = new Set(last)
      if (close) next.add(id)
      else next.delete(id)
      return next
    })

  const keys = (event: KeyboardEvent) => {
    if (!current) return
    const at = shown.indexOf(current)
    const done = () => event.preventDefault()
    if (event.altKey && event.key.startsWith('Arrow')) {
      done()
      const to = stepOf(nodes, current, event.key)
      if (to) acts.onMove(current.path, to)
      return
    }
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'd') {
      done()
      acts.onDuplicate(current.path)
      return
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return
    switch (event.key) {
      case 'ArrowDown':
        done()
        return focusOn(shown[at + 1])
      case 'ArrowUp':
        done()
        return focusOn(shown[at - 1])
      case 'Home':
        done()
        return focusOn(shown[0])
      case 'End':
        done()
        return focusOn(shown.at(-1))
      case 'ArrowRight':
        done()
        if (closed.has(current.id)) fold(current.id, false)
        else focusOn(current.children[0])
        return
      case 'ArrowLeft':
        done()
        if (current.children.length > 0 && !closed.has(current.id)) fold(current.id, true)
        else focusOn(shown.find(({ id }) => id === idOf(current.path.slice(0, -2))))
        return
      case 'Enter':
      case ' ':
        done()
        return acts.onOpen(current.path)
      case 'Delete':
      case 'Backspace':
        done()
        return acts.onRemove(current.path)
      case 'Insert':
      case '+':
        done()
        return acts.onAdd()
      default:
    }
  }

  const dragTo = (event: PointerEvent) => {
    const start = began.current
    if (!start || (!drag && Math.hypot(event.clientX - start.x, event.clientY - start.y) < 6)) return
    const row = document.elementFromPoint(event.clientX, event.clientY)?.closest<HTMLElement>('.m-outline-row')
    const id = row?.parentElement?.dataset['id']
    const over = id === undefined || id === start.id || id.startsWith(`${start.id}.`) ? undefined : id
    const node = shown.find((one) => one.id === over)
    const box = row?.getBoundingClientRect()
    const part = box ? (event.clientY - box.top) / box.height : 0
    const where = node?.list && part > 0.3 && part < 0.7 ? 'inside' : part < 0.5 ? 'before' : 'after'
    setDrag({ id: start.id, over, where })
  }
  const drop = () => {
    const node = shown.find(({ id }) => id === drag?.id)
    const over = shown.find(({ id }) => id === drag?.over)
    if (node && over && drag) {
      const { list, index } = placeOf(over)
      if (drag.where === 'inside' && over.list) acts.onMove(node.path, { list: over.list, index: over.children.length })
      else acts.onMove(node.path, { list, index: drag.where === 'before' ? index : index + 1 })
    }
    began.current = undefined
    setDrag(undefined)
  }

  const draw = (node: OutlineNode) => {
    const open = !closed.has(node.id)
    const level = findings.find(({ path }) => idOf(path) === node.id || idOf(path).startsWith(`${node.id}.`))?.level
    const name = node.title || node.attribute || node.type
    return (
      <li
        key={node.id}
        role="treeitem"
        data-id={node.id}
        tabIndex={node === current ? 0 : -1}
        aria-level={node.level}
        aria-selected={node.id === selectedId}
        aria-expanded={node.list ? open : undefined}
        aria-label={level && level !== 'info' ? t`${name}, ${node.type}, has problems` : t`${name}, ${node.type}`}
        data-drag={drag?.id === node.id || undefined}
        data-drop={drag?.over === node.id ? drag.where : undefined}
        onFocus={(event) => {
          if (event.target === event.currentTarget && node.id !== selectedId) acts.onSelect(node.path)
        }}
      >
        {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the tree handles the keys */}
        <div
          className="m-outline-row"
          style={{ paddingInlineStart: `${(node.level - 1) * 1.1 + 0.25}rem` }}
          onClick={() => focusOn(node)}
          onDoubleClick={() => acts.onOpen(node.path)}
        >
          <span
            className="m-outline-fold"
            aria-hidden="true"
            onClick={(event) => {
              if (!node.list) return
              event.stopPropagation()
              fold(node.id, open)
            }}
          >
            {node.list ? <Icon name={open ? 'chevronDown' : 'chevronRight'} size={16} /> : null}
          </span>
          <span className="m-outline-name">{name}</span>
          <span className="m-outline-type">{node.type}</span>
          {level ? <span className="m-outline-dot" data-level={level} /> : null}
          <span
            className="m-outline-grip"
            aria-hidden="true"
            onPointerDown={(event) => {
              event.currentTarget.setPointerCapture(event.pointerId)
              began.current = { id: node.id, x: event.clientX, y: event.clientY }
            }}
            onPointerMove={dragTo}
            onPointerUp={drop}
            onPointerCancel={() => {
              began.current = undefined
              setDrag(undefined)
            }}
          >
            <Icon name="more" size={16} />
          </span>
        </div>
        {node.list && open && node.children.length > 0 ? <ul role="group">{node.children.map((child) => draw(child))}</ul> : null}
      </li>
    )
  }

  return (
    <ul ref={tree} className="m-outline" role="tree" aria-label={t`Outline`} onKeyDown={keys}>
      {nodes.map((node) => draw(node))}
    </ul>
  )
}
