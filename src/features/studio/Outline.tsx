import { useLingui } from '@lingui/react/macro'
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import { Icon } from '../../ui/controls/Icon.tsx'
import type { Path } from '../../../contract/forms/check/readJson.ts'
import { idOf, type OutlineNode, shownNodes } from './OutlineNode.ts'
import { partName } from './parts/allParts.ts'
import type { Finding } from './review.ts'
import * as styles from './studio.module.css'

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

/** Returns where a dragged node would be dropped, by the height of the pointer in the row under it. */
function dropPlace(row: DOMRect | undefined, y: number, isGroup: boolean): Drag['where'] {
  const part = row ? (y - row.top) / row.height : 0
  if (isGroup && part > 0.3 && part < 0.7) return 'inside'
  return part < 0.5 ? 'before' : 'after'
}

function droppedAt(over: OutlineNode, where: Drag['where']): Place {
  if (where === 'inside' && over.list) return { list: over.list, index: over.children.length }
  const { list, index } = placeOf(over)
  return { list, index: where === 'before' ? index : index + 1 }
}

/** Moves nodes by their grip. */
function useDragging(shown: readonly OutlineNode[], onMove: OutlineActs['onMove']) {
  const [drag, setDrag] = useState<Drag>()
  const began = useRef<{ id: string; x: number; y: number }>(undefined)

  const begin = ({ id }: OutlineNode, event: PointerEvent) => {
    began.current = { id, x: event.clientX, y: event.clientY }
  }
  const end = () => {
    began.current = undefined
    setDrag(undefined)
  }
  const dragTo = (event: PointerEvent) => {
    const start = began.current
    if (!start || (!drag && Math.hypot(event.clientX - start.x, event.clientY - start.y) < 6)) return
    const row = document.elementFromPoint(event.clientX, event.clientY)?.closest<HTMLElement>(`.${styles.outlineRow}`)
    const id = row?.parentElement?.dataset['id']
    const over = id === undefined || id === start.id || id.startsWith(`${start.id}.`) ? undefined : id
    const node = shown.find((one) => one.id === over)
    setDrag({ id: start.id, over, where: dropPlace(row?.getBoundingClientRect(), event.clientY, node?.list !== undefined) })
  }
  const drop = () => {
    const node = shown.find(({ id }) => id === drag?.id)
    const over = shown.find(({ id }) => id === drag?.over)
    if (node && over && drag) onMove(node.path, droppedAt(over, drag.where))
    end()
  }
  return { drag, begin, dragTo, drop, end }
}

/** What all items of the tree share. */
interface Tree {
  readonly current: OutlineNode | undefined
  readonly selectedId: string
  readonly closed: ReadonlySet<string>
  readonly findings: readonly Finding[]
  readonly acts: OutlineActs
  readonly dragging: ReturnType<typeof useDragging>
  focusOn(node: OutlineNode): void
  fold(id: string, close: boolean): void
}

interface OutlineProps {
  readonly nodes: readonly OutlineNode[]
  readonly selected: Path
  readonly findings: readonly Finding[]
  readonly acts: OutlineActs
}

/** The form as a tree for mouse, keyboard, and drag and drop. */
export function Outline({ nodes, selected, findings, acts }: OutlineProps) {
  const { t } = useLingui()
  const list = useRef<HTMLUListElement>(null)
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  const shown = shownNodes(nodes, closed)
  const dragging = useDragging(shown, acts.onMove)
  const selectedId = idOf(selected)
  const current = shown.find(({ id }) => id === selectedId) ?? shown[0]

  // The selection may come from the text or the preview.
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' })
  }, [selectedId])

  const focusOn = (node: OutlineNode | undefined) => {
    if (!node) return
    acts.onSelect(node.path)
    // At once: on a busy device a later frame would take the focus from the box that a person types in meanwhile.
    list.current?.querySelector<HTMLElement>(`[data-id="${node.id}"]`)?.focus()
  }
  const fold = (id: string, close: boolean) =>
    setClosed((last) => {
      const next = new Set(last)
      if (close) next.add(id)
      else next.delete(id)
      return next
    })

  const handlers = keyHandlers({ shown, closed, acts, focusOn, fold })
  const keys = (event: KeyboardEvent) => {
    if (!current) return
    const mod = event.ctrlKey || event.metaKey
    if (event.altKey && event.key.startsWith('Arrow')) {
      event.preventDefault()
      const to = stepOf(nodes, current, event.key)
      if (to) acts.onMove(current.path, to)
    } else if (mod && event.key.toLowerCase() === 'd') {
      event.preventDefault()
      acts.onDuplicate(current.path)
    } else if (!mod && !event.altKey) {
      const handle = handlers[event.key]
      if (!handle) return
      event.preventDefault()
      handle(current)
    }
  }

  const tree: Tree = { current, selectedId, closed, findings, acts, dragging, focusOn, fold }
  return (
    <ul ref={list} className={styles.outline} role="tree" aria-label={t`Outline`} onKeyDown={keys}>
      {nodes.map((node) => (
        <OutlineItem key={node.id} node={node} tree={tree} />
      ))}
    </ul>
  )
}

interface KeyTargets extends Pick<Tree, 'closed' | 'acts' | 'fold'> {
  readonly shown: readonly OutlineNode[]
  focusOn(node: OutlineNode | undefined): void
}

/** Returns the handlers of the keys that a tree has without Ctrl and Alt. */
function keyHandlers({ shown, closed, acts, focusOn, fold }: KeyTargets): Readonly<Record<string, (current: OutlineNode) => void>> {
  const open = ({ path }: OutlineNode) => acts.onOpen(path)
  const remove = ({ path }: OutlineNode) => acts.onRemove(path)
  const add = () => acts.onAdd()
  return {
    ArrowDown: (current) => focusOn(shown[shown.indexOf(current) + 1]),
    ArrowUp: (current) => focusOn(shown[shown.indexOf(current) - 1]),
    Home: () => focusOn(shown[0]),
    End: () => focusOn(shown.at(-1)),
    ArrowRight(current) {
      if (closed.has(current.id)) fold(current.id, false)
      else focusOn(current.children[0])
    },
    ArrowLeft(current) {
      if (current.children.length > 0 && !closed.has(current.id)) fold(current.id, true)
      else focusOn(shown.find(({ id }) => id === idOf(current.path.slice(0, -2))))
    },
    Enter: open,
    ' ': open,
    Delete: remove,
    Backspace: remove,
    Insert: add,
    '+': add,
  }
}

/** Returns the level of the first finding in a node or below it. */
const levelOf = ({ id }: OutlineNode, findings: readonly Finding[]): Finding['level'] | undefined =>
  findings.find(({ path }) => idOf(path) === id || idOf(path).startsWith(`${id}.`))?.level

interface OutlineItemProps {
  readonly node: OutlineNode
  readonly tree: Tree
}

function OutlineItem({ node, tree }: OutlineItemProps) {
  const { t, i18n } = useLingui()
  const { drag } = tree.dragging
  const open = !tree.closed.has(node.id)
  const level = levelOf(node, tree.findings)
  const hasProblems = level !== undefined && level !== 'info'
  const part = partName(i18n, node.settings)
  const name = node.title || node.attribute || part
  return (
    <li
      role="treeitem"
      data-id={node.id}
      tabIndex={node === tree.current ? 0 : -1}
      aria-level={node.level}
      aria-selected={node.id === tree.selectedId}
      aria-expanded={node.list ? open : undefined}
      aria-label={hasProblems ? t`${name}, ${part}, has problems` : t`${name}, ${part}`}
      data-drag={drag?.id === node.id || undefined}
      data-drop={drag?.over === node.id ? drag.where : undefined}
      onFocus={(event) => {
        if (event.target === event.currentTarget && node.id !== tree.selectedId) tree.acts.onSelect(node.path)
      }}
    >
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the tree handles the keys */}
      <div
        className={styles.outlineRow}
        style={{ paddingInlineStart: `${(node.level - 1) * 1.1 + 0.25}rem` }}
        onClick={() => tree.focusOn(node)}
        onDoubleClick={() => tree.acts.onOpen(node.path)}
      >
        <Fold node={node} open={open} fold={tree.fold} />
        <span className={styles.outlineName}>{name}</span>
        <span className={styles.outlineType}>{part}</span>
        {level ? <span className={styles.outlineDot} data-level={level} /> : null}
        <Grip node={node} dragging={tree.dragging} />
      </div>
      {node.list && open && node.children.length > 0 ? (
        <ul role="group">
          {node.children.map((child) => (
            <OutlineItem key={child.id} node={child} tree={tree} />
          ))}
        </ul>
      ) : null}
    </li>
  )
}

interface FoldProps extends Pick<Tree, 'fold'> {
  readonly node: OutlineNode
  readonly open: boolean
}

/** Opens and closes a group with the pointer; the arrow keys do it in the tree. */
function Fold({ node, open, fold }: FoldProps) {
  return (
    <span
      className={styles.outlineFold}
      aria-hidden="true"
      onClick={(event) => {
        if (!node.list) return
        event.stopPropagation()
        fold(node.id, open)
      }}
    >
      {node.list ? <Icon name={open ? 'chevronDown' : 'chevronRight'} size={16} /> : null}
    </span>
  )
}

function Grip({ node, dragging }: { readonly node: OutlineNode; readonly dragging: Tree['dragging'] }) {
  return (
    <span
      className={styles.outlineGrip}
      aria-hidden="true"
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        dragging.begin(node, event)
      }}
      onPointerMove={dragging.dragTo}
      onPointerUp={dragging.drop}
      onPointerCancel={dragging.end}
    >
      <Icon name="more" size={16} />
    </span>
  )
}
