export interface TreeNode {
  /** Unique in the tree: the names from the top. */
  readonly id: string
  readonly name: string
  readonly children?: readonly TreeNode[]
  readonly url?: string
  readonly type?: string
  readonly size?: number
}

/** A row of the tree as it is rendered. */
export interface Row {
  readonly node: TreeNode
  /** From 1. */
  readonly level: number
  readonly position: number
  readonly siblings: number
  readonly parent: string | undefined
}

type Loose = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Loose => typeof value === 'object' && value !== null && !Array.isArray(value)
const textOf = (...values: unknown[]): string | undefined =>
  values.find((value) => typeof value === 'string' && value !== '') as string | undefined

/** The list in an answer: the answer itself, or one of the usual properties for lists. */
function listOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value
  if (!isObject(value)) return []
  for (const name of ['files', 'items', 'children', 'results']) if (Array.isArray(value[name])) return value[name] as unknown[]
  return []
}

interface Folder {
  readonly folders: Map<string, Folder>
  readonly files: TreeNode[]
}
const folder = (): Folder => ({ folders: new Map(), files: [] })

function add(into: Folder, item: unknown, at: string): void {
  if (!isObject(item)) return
  const children = item['children'] ?? item['files'] ?? item['items']
  const path = textOf(item['path'])?.split('/').filter(Boolean) ?? []
  const url = textOf(item['url'], item['link'])
  const name = textOf(item['name'], item['filename'], item['title'], path.at(-1), url?.split('/').at(-1))
  if (name === undefined) return
  let target = into
  let id = at
  for (const part of Array.isArray(children) || path.length === 0 ? [] : path.slice(0, -1)) {
    target = enter(target, part)
    id = `${id}/${part}`
  }
  if (Array.isArray(children)) {
    const inner = enter(target, name)
    for (const child of children) add(inner, child, `${id}/${name}`)
  } else if (url !== undefined) {
    const twins = target.files.filter((file) => file.name === name).length
    target.files.push({ id: `${id}/${name}${twins > 0 ? `#${twins}` : ''}`, name, url, ...kindOf(item) })
  }
}

/** The type and the size of a file, as far as the item has them. */
function kindOf({ type, size }: Loose): Pick<TreeNode, 'type' | 'size'> {
  const given = textOf(type)
  return { ...(given && { type: given }), ...(typeof size === 'number' && { size }) }
}

function enter(into: Folder, name: string): Folder {
  const inner = into.folders.get(name) ?? folder()
  into.folders.set(name, inner)
  return inner
}

/** Folders first, then by name in numeric order: "2" before "10". */
function finish({ folders, files }: Folder, at: string, order: Intl.Collator): TreeNode[] {
  const inner = [...folders].map(
    ([name, content]): TreeNode => ({ id: `${at}/${name}`, name, children: finish(content, `${at}/${name}`, order) }),
  )
  const byName = (a: TreeNode, b: TreeNode) => order.compare(a.name, b.name)
  return [...inner.sort(byName), ...files.toSorted(byName)]
}

/**
 * Parses a list into folders and files: items with `children`, or flat ones with folders in their `path`.
 * Other items are left out.
 */
export function treeOf(value: unknown, language = 'en'): readonly TreeNode[] {
  const top = folder()
  for (const item of listOf(value)) add(top, item, '')
  return finish(top, '', new Intl.Collator(language, { numeric: true, sensitivity: 'base' }))
}

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** The rows to render: the content of open folders; during a search, matches with their folders. */
export function rowsOf(tree: readonly TreeNode[], open: ReadonlySet<string>, search = ''): readonly Row[] {
  const words = plain(search).split(/\s+/).filter(Boolean)
  const matches = (text: string) => words.every((word) => plain(text).includes(word))
  const keeps = (node: TreeNode): boolean => matches(node.id) || (node.children?.some(keeps) ?? false)
  const rows: Row[] = []
  const visit = (nodes: readonly TreeNode[], level: number, parent: string | undefined) => {
    const shown = words.length > 0 ? nodes.filter(keeps) : nodes
    for (const [index, node] of shown.entries()) {
      rows.push({ node, level, position: index + 1, siblings: shown.length, parent })
      if (node.children && (words.length > 0 || open.has(node.id))) visit(node.children, level + 1, node.id)
    }
  }
  visit(tree, 1, undefined)
  return rows
}

/** PDFs open in the app; other files open in their own window. */
export const isPdf = ({ name, type, url = '' }: TreeNode): boolean =>
  type === 'application/pdf' || /\.pdf$/i.test(name) || /\.pdf(?:$|[?#])/i.test(url)

export const countFiles = (tree: readonly TreeNode[]): number =>
  tree.reduce((sum, node) => sum + (node.children ? countFiles(node.children) : 1), 0)
