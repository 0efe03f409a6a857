import type { PickItem } from './pickItem.ts'

/** An item at its place, or a group that is only named in the labels of others (`index` -1). */
export interface PickNode {
  readonly item: PickItem
  /** Among the items of the list. */
  readonly index: number
  /** Last step of the label. */
  readonly name: string
  readonly depth: number
  readonly parent: PickNode | undefined
  readonly children: PickNode[]
}

export interface PickTree {
  /** Every node below the one that it stands under, in the list's order. */
  readonly nodes: readonly PickNode[]
  /** By the item's place in the list. */
  readonly byIndex: readonly PickNode[]
}

interface Growing extends PickNode {
  item: PickItem
  index: number
}

/** "Tower > Level 2 > Stair A" → its steps. */
export function stepsOf({ label, parents }: PickItem): string[] {
  const steps = label
    .split('>')
    .map((step) => step.trim())
    .filter(Boolean)
  return parents && steps.length < 2 ? [...parents, label] : steps
}

const isNested = (item: PickItem) => item.label.includes('>') || (item.parents?.length ?? 0) > 0

/** Last step of a label, and what stands above it. */
export function nameOf(item: PickItem): { name: string; above: string } {
  if (!isNested(item)) return { name: item.label, above: '' }
  const steps = stepsOf(item)
  return { name: steps.at(-1) ?? item.label, above: steps.slice(0, -1).join(' > ') }
}

/** The hierarchy that the labels spell; undefined for a list without one. */
export function treeOf(items: readonly PickItem[]): PickTree | undefined {
  if (!items.some(isNested)) return undefined
  const known = new Map<string, Growing>()
  /** Groups by the words in front of the last step, as they are written. */
  const groups = new Map<string, Growing>()
  const roots: PickNode[] = []
  const byIndex: PickNode[] = []

  const add = (name: string, parent: PickNode | undefined, item: PickItem, index: number): Growing => {
    const node: Growing = { item, index, name, depth: parent ? parent.depth + 1 : 0, parent, children: [] }
    if (parent) parent.children.push(node)
    else roots.push(node)
    return node
  }
  const place = (steps: readonly string[]): Growing => {
    const path = steps.join('>')
    const there = known.get(path)
    if (there) return there
    const above = steps.length > 1 ? place(steps.slice(0, -1)) : undefined
    const item: PickItem = { id: `\u0000${path}`, label: steps.join(' > '), preventListSelect: true }
    const node = add(steps.at(-1) ?? '', above, item, -1)
    known.set(path, node)
    return node
  }
  const group = (written: string, steps: () => readonly string[]): Growing => {
    const there = groups.get(written)
    if (there) return there
    const node = place(steps())
    groups.set(written, node)
    return node
  }

  items.forEach((item, index) => {
    const steps = () => stepsOf(item)
    const last = item.label.lastIndexOf('>')
    const written = last < 0 ? (item.parents?.join('>') ?? '') : item.label.slice(0, last)
    const name = last < 0 ? item.label.trim() : item.label.slice(last + 1).trim()
    const above = written === '' || name === '' ? undefined : group(written, () => steps().slice(0, -1))
    const called = name || item.label
    const path = pathOf(above, called)
    const there = known.get(path)
    let node: Growing
    if (there?.index === -1) {
      node = there
      node.item = item
      node.index = index
    } else {
      // A second item of the same words stands beside the first.
      node = add(called, above, item, index)
      if (!there) known.set(path, node)
    }
    byIndex.push(node)
  })

  const nodes: PickNode[] = []
  const walk = (node: PickNode) => {
    nodes.push(node)
    for (const child of node.children) walk(child)
  }
  for (const root of roots) walk(root)
  return { nodes, byIndex }
}

const paths = new WeakMap<PickNode, string>()

/** Where something of this name stands below a group. */
function pathOf(above: PickNode | undefined, name: string): string {
  if (!above) return name
  let path = paths.get(above)
  if (path === undefined) {
    path = pathOf(above.parent, above.name)
    paths.set(above, path)
  }
  return `${path}>${name}`
}

/** What is open to see: nothing below a closed group. */
export function openNodes({ nodes }: PickTree, closed: ReadonlySet<PickNode>): readonly PickNode[] {
  if (closed.size === 0) return nodes
  const open: PickNode[] = []
  let below = Number.POSITIVE_INFINITY
  for (const node of nodes) {
    if (node.depth > below) continue
    below = closed.has(node) ? node.depth : Number.POSITIVE_INFINITY
    open.push(node)
  }
  return open
}

function groupsIn(node: PickNode): PickNode[] {
  return node.children.length === 0 ? [] : [node, ...node.children.flatMap(groupsIn)]
}

/** Opens a closed group, or closes an open one together with all groups below it (spec/1 §4.10). */
export function toggled(closed: ReadonlySet<PickNode>, node: PickNode): ReadonlySet<PickNode> {
  const next = new Set(closed)
  if (closed.has(node)) next.delete(node)
  else for (const group of groupsIn(node)) next.add(group)
  return next
}

/** Longer trees begin closed, but for what holds a choice. */
const shortTree = 60

export function closedAtFirst(tree: PickTree, isChosen: (item: PickItem) => boolean): ReadonlySet<PickNode> {
  if (tree.nodes.length <= shortTree) return new Set()
  const open = new Set<PickNode>()
  for (const node of tree.nodes) {
    if (node.index < 0 || !isChosen(node.item)) continue
    for (let above = node.parent; above; above = above.parent) open.add(above)
  }
  return new Set(tree.nodes.filter((node) => node.children.length > 0 && !open.has(node)))
}

/** The item with what its place says about it. */
export function placed(item: PickItem, node: PickNode | undefined): PickItem {
  if (!node) return item
  const parents: string[] = []
  for (let above = node.parent; above; above = above.parent) parents.unshift(above.name)
  const isParent = node.children.length > 0
  return { ...item, isParent, leaf: !isParent, depth: node.depth, parents, ...(parents.length > 0 && { parentLabel: parents.at(-1) }) }
}
