import type { PickItem } from './pickItem.ts'

/** An item at its place, or a group that exists only in the labels of other items (`index` -1). */
export interface PickNode {
  readonly item: PickItem
  /** Index in the items of the list. */
  readonly index: number
  /** Last step of the label. */
  readonly name: string
  readonly depth: number
  readonly parent: PickNode | undefined
  readonly children: readonly PickNode[]
}

export interface PickTree {
  readonly roots: readonly PickNode[]
  /** Nodes with children. */
  readonly groups: readonly PickNode[]
  /** The number of all nodes. */
  readonly size: number
  /** Nodes by the index of the item in the list. */
  readonly byIndex: readonly PickNode[]
}

interface Growing extends PickNode {
  item: PickItem
  index: number
  children: Growing[]
  /**
   * The children by name, once one of them is a group: a group and an item with the same name are one node.
   */
  names: Map<string, Growing> | undefined
}

/** Splits "Tower > Level 2 > Stair A" into its steps. */
export function stepsOf({ label, parents }: PickItem): string[] {
  const steps = label
    .split('>')
    .map((step) => step.trim())
    .filter(Boolean)
  return parents && steps.length < 2 ? [...parents, label] : steps
}

const isNested = (item: PickItem) => item.label.includes('>') || (item.parents?.length ?? 0) > 0

/** Returns the last step of a label, and its parents. */
export function nameOf(item: PickItem): { name: string; above: string } {
  if (!isNested(item)) return { name: item.label, above: '' }
  const steps = stepsOf(item)
  return { name: steps.at(-1) ?? item.label, above: steps.slice(0, -1).join(' > ') }
}

const trees = new WeakMap<readonly PickItem[], PickTree | 'flat'>()

/**
 * Returns the hierarchy in the labels; undefined for a list without one. Computed once for each list, because
 * people open the same list again and again.
 */
export function treeOf(items: readonly PickItem[]): PickTree | undefined {
  let tree = trees.get(items)
  if (tree === undefined) {
    tree = items.some(isNested) ? grow(items) : 'flat'
    trees.set(items, tree)
  }
  return tree === 'flat' ? undefined : tree
}

/** Most nodes have no children and share this array. */
const nothing: Growing[] = []

const growing = (item: PickItem, index: number, name: string, parent: Growing | undefined, depth: number): Growing => ({
  item,
  index,
  name,
  depth,
  parent,
  children: nothing,
  names: undefined,
})

function namesBelow(node: Growing): Map<string, Growing> {
  if (!node.names) {
    node.names = new Map()
    for (const child of node.children) if (!node.names.has(child.name)) node.names.set(child.name, child)
  }
  return node.names
}

function grow(items: readonly PickItem[]): PickTree {
  const top = growing({ id: '', label: '' }, -1, '', undefined, -1)
  const groups: PickNode[] = []
  const byIndex: PickNode[] = []
  let size = 0

  const add = (name: string, above: Growing, item: PickItem, index: number): Growing => {
    const node = growing(item, index, name, above === top ? undefined : above, above.depth + 1)
    size++
    if (above.children === nothing) {
      above.children = []
      if (above !== top) groups.push(above)
    }
    above.children.push(node)
    // A second item with the same label is a sibling of the first.
    if (above.names && !above.names.has(name)) above.names.set(name, node)
    return node
  }
  const groupOf = (steps: readonly string[]): Growing => {
    let at = top
    steps.forEach((step, depth) => {
      const upTo = steps.slice(0, depth + 1)
      at =
        namesBelow(at).get(step) ?? add(step, at, { id: `\u0000${upTo.join('>')}`, label: upTo.join(' > '), preventListSelect: true }, -1)
    })
    return at
  }
  /** Groups by the text before the last step; neighboring items are mostly in the same group. */
  const known = new Map<string, Growing>()
  let before = { written: '', group: top }
  const aboveOf = (item: PickItem, written: string): Growing => {
    let group = known.get(written)
    if (!group) {
      group = groupOf(stepsOf(item).slice(0, -1))
      known.set(written, group)
    }
    before = { written, group }
    return group
  }

  items.forEach((item, index) => {
    const { label, parents } = item
    const last = label.lastIndexOf('>')
    const name = (last < 0 ? label : label.slice(last + 1)).trim()
    let above = top
    if (name === '') above = top
    else if (last > 0) {
      const neighbours = before.written.length === last && label.startsWith(before.written)
      above = neighbours ? before.group : aboveOf(item, label.slice(0, last))
    } else if (last < 0 && parents && parents.length > 0) above = aboveOf(item, parents.join('>'))
    const called = name || label
    const there = above.names?.get(called)
    if (there?.index === -1) {
      there.item = item
      there.index = index
      byIndex.push(there)
    } else byIndex.push(add(called, above, item, index))
  })
  return { roots: top.children, groups, size, byIndex }
}

/** Returns the visible nodes: none below a closed group. */
export function openNodes({ roots }: PickTree, closed: ReadonlySet<PickNode>): readonly PickNode[] {
  const open: PickNode[] = []
  const walk = (nodes: readonly PickNode[]) => {
    for (const node of nodes) {
      open.push(node)
      if (node.children.length > 0 && !closed.has(node)) walk(node.children)
    }
  }
  walk(roots)
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

/** Longer trees start closed, except for groups that contain a selected item. */
const shortTree = 60

export function closedAtFirst({ size, groups, byIndex }: PickTree, chosen: ReadonlyMap<string, PickItem>): ReadonlySet<PickNode> {
  if (size <= shortTree) return new Set()
  const closed = new Set(groups)
  if (chosen.size === 0) return closed
  for (const node of byIndex) {
    if (!chosen.has(node.item.id)) continue
    for (let above = node.parent; above; above = above.parent) closed.delete(above)
  }
  return closed
}

/** Returns the item with the values that follow from its place. */
export function placed(item: PickItem, node: PickNode | undefined): PickItem {
  if (!node) return item
  const parents: string[] = []
  for (let above = node.parent; above; above = above.parent) parents.unshift(above.name)
  const isParent = node.children.length > 0
  return { ...item, isParent, leaf: !isParent, depth: node.depth, parents, ...(parents.length > 0 && { parentLabel: parents.at(-1) }) }
}
