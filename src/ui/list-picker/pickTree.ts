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
  readonly children: readonly PickNode[]
}

export interface PickTree {
  readonly roots: readonly PickNode[]
  /** Nodes with others below them. */
  readonly groups: readonly PickNode[]
  /** How many nodes there are in all. */
  readonly size: number
  /** By the item's place in the list. */
  readonly byIndex: readonly PickNode[]
}

interface Growing extends PickNode {
  item: PickItem
  index: number
  children: Growing[]
  /** The children by name, once one of them is a group: a group and an item of one name are one node. */
  names: Map<string, Growing> | undefined
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

const trees = new WeakMap<readonly PickItem[], PickTree | 'flat'>()

/** The hierarchy that the labels spell; undefined for a list without one. Worked out once for each list: people open the same one again and again. */
export function treeOf(items: readonly PickItem[]): PickTree | undefined {
  let tree = trees.get(items)
  if (tree === undefined) {
    tree = items.some(isNested) ? grow(items) : 'flat'
    trees.set(items, tree)
  }
  return tree === 'flat' ? undefined : tree
}

/** Most nodes have nothing below them, and share this. */
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
    // A second item of the same words stands beside the first.
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
  /** Groups by the words in front of the last step, as they are written; neighbours mostly stand in one. */
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

/** What is open to see: nothing below a closed group. */
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

/** Longer trees begin closed, but for what holds a choice. */
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

/** The item with what its place says about it. */
export function placed(item: PickItem, node: PickNode | undefined): PickItem {
  if (!node) return item
  const parents: string[] = []
  for (let above = node.parent; above; above = above.parent) parents.unshift(above.name)
  const isParent = node.children.length > 0
  return { ...item, isParent, leaf: !isParent, depth: node.depth, parents, ...(parents.length > 0 && { parentLabel: parents.at(-1) }) }
}
