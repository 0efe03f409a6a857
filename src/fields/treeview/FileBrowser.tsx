import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { type KeyboardEvent, lazy, Suspense, useRef, useState } from 'react'
import { safeHref } from '../../lib/safeHref.ts'
import { FullScreen } from '../../ui/overlays/FullScreen.tsx'
import { Icon } from '../../ui/controls/Icon.tsx'
import { sizeText } from '../../ui/watched/KeepLine.tsx'
import { countFiles, isPdf, type Row, rowsOf, type TreeNode } from './tree.ts'
import './treeview.css'

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

/**
 * Folders and files in full screen. One tab stop; arrow keys move, Enter opens, letters jump (WAI-ARIA tree).
 */
export function FileBrowser({ title, tree, onClose }: FileBrowserProps) {
  const { t, i18n } = useLingui()
  const list = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState<ReadonlySet<string>>(() => new Set(tree.length === 1 && tree[0]?.children ? [tree[0].id] : []))
  const [search, setSearch] = useState('')
  const [active, setActive] = useState<string>()
  const [reading, setReading] = useState<TreeNode>()
  const rows = rowsOf(tree, open, search)
  const at = Math.max(
    0,
    rows.findIndex(({ node }) => node.id === active),
  )

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
    switch (event.key) {
      case 'ArrowDown':
        focusRow(rows[index + 1])
        break
      case 'ArrowUp':
        focusRow(rows[index - 1])
        break
      case 'Home':
        focusRow(rows[0])
        break
      case 'End':
        focusRow(rows.at(-1))
        break
      case 'ArrowRight':
        if (isOpen) focusRow(rows[index + 1])
        else if (row.node.children) toggle(row.node.id, true)
        break
      case 'ArrowLeft':
        if (isOpen && search === '') toggle(row.node.id, false)
        else focusRow(rows.find(({ node }) => node.id === row.parent))
        break
      case 'Enter':
      case ' ':
        enter(row)
        break
      default: {
        if (event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey) return
        const letter = event.key.toLowerCase()
        const order = [...rows.slice(index + 1), ...rows.slice(0, index)]
        focusRow(order.find(({ node }) => node.name.toLowerCase().startsWith(letter)))
      }
    }
    event.preventDefault()
  }

  const found = rows.filter(({ node }) => !node.children).length
  return (
    <FullScreen
      label={title}
      className="m-tree"
      head={<h2 className="m-full-title">{title}</h2>}
      onClose={onClose}
      onKey={(key) => {
        if (key !== 'Escape' || search === '') return false
        setSearch('')
        return true
      }}
    >
      <div className="m-tree-search">
        <input
          className="m-input"
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
        <p className="m-hint" role="status">
          {search === ''
            ? plural(countFiles(tree), { one: '# file', other: '# files' })
            : plural(found, { 0: 'Nothing found', one: '# file', other: '# files' })}
        </p>
      </div>
      <div ref={list} className="m-tree-list" role="tree" aria-label={title}>
        {rows.map((row, index) => {
          const { node, level, position, siblings } = row
          const expanded = node.children ? search !== '' || open.has(node.id) : undefined
          const inside = node.children ? countFiles(node.children) : 0
          return (
            <div
              key={node.id}
              role="treeitem"
              className="m-tree-row"
              data-folder={node.children ? '' : undefined}
              aria-level={level}
              aria-posinset={position}
              aria-setsize={siblings}
              aria-expanded={expanded}
              aria-selected={index === at}
              tabIndex={index === at ? 0 : -1}
              style={{ paddingInlineStart: `${0.75 + (level - 1) * 1.25}rem` }}
              onClick={() => enter(row)}
              onKeyDown={(event) => onKeyDown(event, row)}
              onFocus={() => setActive(node.id)}
            >
              <Icon name={node.children ? (expanded ? 'chevronDown' : 'chevronRight') : 'file'} />
              <span className="m-tree-name">{node.name}</span>
              <span className="m-hint">
                {node.children ? inside : node.size === undefined ? '' : sizeText(node.size, i18n.locale)}
                {node.children || readable(node) ? null : <span className="m-tree-out">{t`new window`}</span>}
              </span>
            </div>
          )
        })}
      </div>
      {reading?.url ? (
        <Suspense fallback={null}>
          <PdfReader source={new URL(reading.url, location.origin).href} title={reading.name} onClose={() => setReading(undefined)} />
        </Suspense>
      ) : null}
    </FullScreen>
  )
}
