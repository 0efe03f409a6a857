import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { type KeyboardEvent, lazy, Suspense, useRef, useState } from 'react'
import { safeHref } from '../../lib/safeHref.ts'
import { FullScreen } from '../../ui/overlays/FullScreen.tsx'
import { Icon } from '../../ui/controls/Icon.tsx'
import { sizeText } from '../../ui/watched/KeepLine.tsx'
import { countFiles, isPdf, type Row, rowsOf, type TreeNode } from './treeOf.ts'
import * as fullScreenStyles from '../../ui/overlays/fullScreen.module.css'
import * as styles from './treeview.module.css'
import * as controls from '../../ui/controls/controls.module.css'

const PdfReader = lazy(() => import('../../ui/pdf-pages/PdfReader.tsx').then((module) => ({ default: module.PdfReader })))

interface FileBrowserProps {
  readonly title: string
  readonly tree: readonly TreeNode[]
  onClose(): void
}

/** A PDF on our own server; scripts cannot read one of another server, so it opens in a window. */
const readable = (node: TreeNode) =>
  node.url !== undefined &&
  isPdf(node) &&
  URL.canParse(node.url, location.origin) &&
  new URL(node.url, location.origin).origin === location.origin

/** `expanded`: undefined for a file. */
function iconOf(expanded: boolean | undefined): 'chevronDown' | 'chevronRight' | 'file' {
  if (expanded === undefined) return 'file'
  return expanded ? 'chevronDown' : 'chevronRight'
}

/** The number of files in a folder, or the size of a file. */
function extentOf({ children, size }: TreeNode, language: string): number | string {
  if (children) return countFiles(children)
  return size === undefined ? '' : sizeText(size, language)
}

/**
 * Folders and files in full screen. One tab stop; arrow keys move, Enter opens, letters jump (WAI-ARIA tree).
 */
export function FileBrowser({ title, tree, onClose }: FileBrowserProps) {
  const { t } = useLingui()
  const { list, rows, search, setSearch, reading, setReading, open, active, setActive, focusRow, enter, onKeyDown } = useTree(tree)
  const at = Math.max(
    0,
    rows.findIndex(({ node }) => node.id === active),
  )
  const found = rows.filter(({ node }) => !node.children).length
  return (
    <FullScreen
      label={title}
      head={<h2 className={fullScreenStyles.title}>{title}</h2>}
      onClose={onClose}
      onKey={(key) => {
        if (key !== 'Escape' || search === '') return false
        setSearch('')
        return true
      }}
    >
      <div className={styles.search}>
        <input
          className={controls.input}
          type="search"
          value={search}
          placeholder={t`Search`}
          aria-label={t`Search files`}
          onChange={(event) => setSearch(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'ArrowDown') {
              event.preventDefault()
              focusRow(rows[0])
            }
          }}
        />
        <p className={controls.hint} role="status">
          {search === ''
            ? plural(countFiles(tree), { one: '# file', other: '# files' })
            : plural(found, { 0: 'Nothing found', one: '# file', other: '# files' })}
        </p>
      </div>
      <div ref={list} className={styles.list} role="tree" aria-label={title}>
        {rows.map((row, index) => (
          <TreeRow
            key={row.node.id}
            row={row}
            expanded={row.node.children ? search !== '' || open.has(row.node.id) : undefined}
            current={index === at}
            onOpen={enter}
            onKeyDown={onKeyDown}
            onActive={setActive}
          />
        ))}
      </div>
      {reading?.url ? (
        <Suspense fallback={null}>
          <PdfReader source={new URL(reading.url, location.origin).href} title={reading.name} onClose={() => setReading(undefined)} />
        </Suspense>
      ) : null}
    </FullScreen>
  )
}

interface TreeRowProps {
  readonly row: Row
  /** Undefined for a file. */
  readonly expanded: boolean | undefined
  /** The one tab stop of the tree. */
  readonly current: boolean
  onOpen(row: Row): void
  onKeyDown(event: KeyboardEvent, row: Row): void
  onActive(id: string): void
}

function TreeRow({ row, expanded, current, onOpen, onKeyDown, onActive }: TreeRowProps) {
  const { t, i18n } = useLingui()
  const { node, level, position, siblings } = row
  return (
    <div
      role="treeitem"
      className={styles.row}
      data-folder={node.children ? '' : undefined}
      aria-level={level}
      aria-posinset={position}
      aria-setsize={siblings}
      aria-expanded={expanded}
      aria-selected={current}
      tabIndex={current ? 0 : -1}
      style={{ paddingInlineStart: `${0.75 + (level - 1) * 1.25}rem` }}
      onClick={() => onOpen(row)}
      onKeyDown={(event) => onKeyDown(event, row)}
      onFocus={() => onActive(node.id)}
    >
      <Icon name={iconOf(expanded)} />
      <span className={styles.name}>{node.name}</span>
      <span className={controls.hint}>
        {extentOf(node, i18n.locale)}
        {node.children || readable(node) ? null : <span className={styles.out}>{t`new window`}</span>}
      </span>
    </div>
  )
}

/** The rows of a tree, and how keys and presses change them. */
function useTree(tree: readonly TreeNode[]) {
  const list = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState<ReadonlySet<string>>(() => new Set(tree.length === 1 && tree[0]?.children ? [tree[0].id] : []))
  const [search, setSearch] = useState('')
  const [active, setActive] = useState<string>()
  const [reading, setReading] = useState<TreeNode>()
  const rows = rowsOf(tree, open, search)

  const focusRow = (row: Row | undefined) => {
    if (!row) return
    setActive(row.node.id)
    list.current?.querySelectorAll<HTMLElement>('[role=treeitem]')[rows.indexOf(row)]?.focus()
  }
  const toggle = (id: string, to?: boolean) => {
    const next = new Set(open)
    if (to ?? !open.has(id)) next.add(id)
    else next.delete(id)
    setOpen(next)
  }
  const enter = ({ node }: Row) => {
    setActive(node.id)
    if (node.children) return toggle(node.id)
    if (readable(node)) return setReading(node)
    const address = safeHref(node.url)
    if (address !== undefined) window.open(address, '_blank', 'noopener,noreferrer')
  }
  const onKeyDown = (event: KeyboardEvent, row: Row) => {
    const index = rows.indexOf(row)
    const isOpen = row.node.children !== undefined && (search !== '' || open.has(row.node.id))
    const goIn = () => {
      if (isOpen) focusRow(rows[index + 1])
      else if (row.node.children) toggle(row.node.id, true)
    }
    const goOut = () => {
      if (isOpen && search === '') toggle(row.node.id, false)
      else focusRow(rows.find(({ node }) => node.id === row.parent))
    }
    const keys = new Map<string, () => void>([
      ['ArrowDown', () => focusRow(rows[index + 1])],
      ['ArrowUp', () => focusRow(rows[index - 1])],
      ['Home', () => focusRow(rows[0])],
      ['End', () => focusRow(rows.at(-1))],
      ['ArrowRight', goIn],
      ['ArrowLeft', goOut],
      ['Enter', () => enter(row)],
      [' ', () => enter(row)],
    ])
    const run = keys.get(event.key)
    if (!run && (event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey)) return
    if (run) run()
    else focusRow(nextWith(event.key.toLowerCase(), rows, index))
    event.preventDefault()
  }
  return { list, rows, search, setSearch, reading, setReading, open, active, setActive, focusRow, enter, onKeyDown }
}

/** The next row after `index`, going round, with a name that begins with the letter. */
const nextWith = (letter: string, rows: readonly Row[], index: number) =>
  [...rows.slice(index + 1), ...rows.slice(0, index)].find(({ node }) => node.name.toLowerCase().startsWith(letter))
