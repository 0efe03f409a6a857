import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { createFinder, type Finder } from '../../lib/search/finder.ts'
import { lineOf } from '../../lib/search/searchIndex.ts'
import { typedWords } from '../../lib/search/searchTerms.ts'
import type { PickConfig, PickItem } from './pickItem.ts'
import { closedAtFirst, nameOf, openNodes, type PickNode, type PickTree, toggled, treeOf } from './pickTree.ts'

export interface PickRow {
  readonly kind: 'item' | 'create' | 'clear'
  readonly item: PickItem
  readonly name: string
  /** The parents in the hierarchy, if the list does not show them. */
  readonly above: string
  readonly depth: number
  /** Its node in the hierarchy; undefined in a list without one. */
  readonly node: PickNode | undefined
  readonly closed: boolean
}

export interface PickRows {
  readonly count: number
  /** The number of items in the list, and of those found. */
  readonly total: number
  readonly found: number
  readonly at: (index: number) => PickRow | undefined
  /** The whole hierarchy is drawn, without a filter. */
  readonly isTree: boolean
  readonly toggle: (node: PickNode) => void
  readonly filtering: boolean
  /** The results of the last typed text are not ready yet. */
  readonly pending: boolean
}

const none: readonly PickItem[] = []
/** In longer lists selected items are at the top: they are visible, and so is (Clear Selection). */
const shortList = 10

const wordsFor = ({ shortLabel, searchTerms, email_address: mail, login }: PickItem) => {
  if (searchTerms === undefined && mail === undefined && login === undefined && shortLabel === undefined) return ''
  return [shortLabel, ...(typeof searchTerms === 'string' ? [searchTerms] : (searchTerms ?? [])), mail, login].filter(Boolean).join(' ')
}

/** How long the index of a closed list is cached, in case the list is opened again, ms. */
const idleTime = 120_000
const idle = new Map<readonly PickItem[], { readonly finder: Finder; readonly timer: ReturnType<typeof setTimeout> }>()

/** Returns the finder of a list: the cached one if the list was closed a moment ago, otherwise a new one. */
function takeFinder(items: readonly PickItem[]): Finder {
  const there = idle.get(items)
  if (there) {
    clearTimeout(there.timer)
    idle.delete(items)
    return there.finder
  }
  return createFinder(items.length, (index) => {
    const item = items[index] as PickItem
    return lineOf(item.parents && !item.label.includes('>') ? [...item.parents, item.label].join(' > ') : item.label, wordsFor(item))
  })
}

function leaveFinder(items: readonly PickItem[], finder: Finder): void {
  finder.rest()
  idle.get(items)?.finder.close()
  const timer = setTimeout(() => {
    idle.delete(items)
    finder.close()
  }, idleTime)
  idle.set(items, { finder, timer })
}

interface Hits {
  readonly items: readonly PickItem[]
  /** The search words. */
  readonly key: string
  readonly found: Uint32Array
}

/**
 * Returns the indexes of the found items. Older results stay until new ones are ready; undefined before the
 * first ones, and while there is no search text.
 */
function useHits(items: readonly PickItem[], words: readonly string[]): Hits | undefined {
  const [hits, setHits] = useState<Hits>()
  const finder = useRef<{ items: readonly PickItem[]; finder: Finder }>(undefined)
  const key = words.join(' ')

  useEffect(() => {
    const taken = takeFinder(items)
    finder.current = { items, finder: taken }
    return () => {
      leaveFinder(items, taken)
      if (finder.current?.finder === taken) finder.current = undefined
    }
  }, [items])

  useLayoutEffect(() => {
    if (key === '') {
      setHits(undefined)
      return
    }
    const look = () => finder.current?.finder.find(key.split(' '), (found) => setHits({ items, key, found }))
    if (finder.current?.items === items) look()
    // The finder of a newly opened list is created after this.
    else queueMicrotask(look)
  }, [items, key])

  return key === '' || hits?.items !== items ? undefined : hits
}

const fixedPlaces = new WeakMap<readonly PickItem[], readonly number[]>()

/** Returns the indexes of the fixed items; computed once for each list. */
function fixedIn(items: readonly PickItem[]): readonly number[] {
  let places = fixedPlaces.get(items)
  if (!places) {
    places = items.flatMap(({ fixed }, index) => (fixed ? [index] : []))
    fixedPlaces.set(items, places)
  }
  return places
}

/**
 * Returns the rows of the list, created on demand: an array of rows would cost 50,000 objects for each key
 * press.
 */
export function usePickRows(
  config: PickConfig,
  text: string,
  chosen: ReadonlyMap<string, PickItem>,
  favourites: ReadonlySet<string>,
): PickRows {
  const { items, fixedItems = none, allowClear, allowCreate } = config
  const words = useMemo(() => typedWords(text), [text])
  const answer = useHits(items, words)
  // Until the first results are ready, the list stays as it is.
  const filtering = answer !== undefined
  const hits = answer?.found
  const pending = words.length > 0 && answer?.key !== words.join(' ')

  const tree = useMemo(() => treeOf(items), [items])
  const [start] = useState(chosen)
  const [closed, setClosed] = useState<{ tree: typeof tree; groups: ReadonlySet<PickNode> }>()
  const groups = useMemo(() => {
    if (closed?.tree === tree && closed) return closed.groups
    return tree ? closedAtFirst(tree, start) : new Set<PickNode>()
  }, [closed, start, tree])

  /**
   * Indexes of the items at the top: fixed ones, those selected when a longer list opened, and those with a
   * star.
   */
  const top = useMemo(() => {
    const fixed = fixedIn(items)
    const before: number[] = []
    const starred: number[] = []
    const raises = items.length > shortList && !tree && start.size > 0
    if (raises || favourites.size > 0) {
      items.forEach((item, index) => {
        if (item.fixed) return
        if (raises && start.has(item.id)) before.push(index)
        else if (favourites.has(item.id)) starred.push(index)
      })
    }
    return { fixed, before, starred }
  }, [items, favourites, start, tree])

  // Without a create row, the list does not change until the results of the typed text are ready.
  const typed = allowCreate ? text.trim().replace(/\s+/g, ' ') : ''
  const rows = useMemo(
    () =>
      rowsOf({
        items,
        fixedItems,
        allowClear: allowClear === true,
        create: typed,
        filtering,
        hits,
        top,
        tree,
        groups,
        toggle: (group) => setClosed({ tree, groups: toggled(groups, group) }),
      }),
    [allowClear, filtering, fixedItems, groups, hits, items, top, tree, typed],
  )
  return { ...rows, pending }
}

interface Given {
  readonly items: readonly PickItem[]
  readonly fixedItems: readonly PickItem[]
  readonly allowClear: boolean
  /** The text that can be created; empty if none can. */
  readonly create: string
  readonly filtering: boolean
  readonly hits: Uint32Array | undefined
  readonly top: { readonly fixed: readonly number[]; readonly before: readonly number[]; readonly starred: readonly number[] }
  readonly tree: PickTree | undefined
  readonly groups: ReadonlySet<PickNode>
  readonly toggle: (node: PickNode) => void
}

/** Results before the create row: people tap a result, and still see that they can add a new entry. */
const resultsBeforeCreate = 5

/** Rows of lists without a hierarchy: the same item is the same row object at every position. */
const plainRows = new WeakMap<PickItem, PickRow>()

function rowsOf({ items, fixedItems, allowClear, create, filtering, hits, top, tree, groups, toggle }: Given): Omit<PickRows, 'pending'> {
  const rowOf = (item: PickItem, kind: PickRow['kind'] = 'item', node?: PickNode): PickRow => ({
    kind,
    item,
    ...(kind === 'item' ? nameOf(item) : { name: item.label, above: '' }),
    depth: 0,
    node,
    closed: false,
  })
  const rowAt = (index: number) => {
    const item = items[index] as PickItem
    if (tree) return rowOf(item, 'item', tree.byIndex[index])
    const known = plainRows.get(item)
    if (known) return known
    const row = rowOf(item)
    plainRows.set(item, row)
    return row
  }
  const head: PickRow[] = []
  const found = hits ?? new Uint32Array(0)
  // If the list has the exact name, there is nothing to create.
  const creates = create !== '' && !hasLabel(items, found, create)
  if (allowClear && !filtering) head.push(rowOf({ id: '', label: '', clear: true }, 'clear'))
  for (const item of fixedItems) head.push(rowOf(item))
  for (const index of top.fixed) head.push(rowAt(index))
  const up = new Set([...top.fixed, ...top.starred, ...(filtering ? [] : top.before)])
  const shared = { toggle, filtering, total: items.length }

  const rows = (count: number, at: (index: number) => PickRow, more: { found: number; isTree: boolean }): Omit<PickRows, 'pending'> => {
    /** Drawn rows keep their identity, so that scrolling draws only new rows. */
    const drawn = new Map<number, PickRow>(head.entries())
    const all = head.length + count
    const make = (index: number) => {
      const row = at(index - head.length)
      drawn.set(index, row)
      return row
    }
    return {
      ...shared,
      ...more,
      count: all,
      at: (index) => (index < 0 || index >= all ? undefined : (drawn.get(index) ?? make(index))),
    }
  }

  if (filtering) {
    const rest = up.size === 0 ? found : found.filter((index) => !up.has(index))
    for (const index of starredIn(found, top.starred)) head.push(rowAt(index))
    const ofSearch = { found: found.length, isTree: false }
    if (!creates) return rows(rest.length, (index) => rowAt(rest[index] as number), ofSearch)
    const place = Math.min(resultsBeforeCreate, rest.length)
    const at = (index: number) => {
      if (index === place) return rowOf({ id: create, label: create, create: true }, 'create')
      return rowAt(rest[index > place ? index - 1 : index] as number)
    }
    return rows(rest.length + 1, at, ofSearch)
  }
  for (const index of [...top.before, ...top.starred]) head.push(rowAt(index))
  if (tree) {
    const open = openNodes(tree, groups)
    const at = (index: number): PickRow => {
      const here = open[index] as PickNode
      return { kind: 'item', item: here.item, name: here.name, above: '', depth: here.depth, node: here, closed: groups.has(here) }
    }
    return rows(open.length, at, { found: items.length, isTree: true })
  }
  if (up.size === 0) return rows(items.length, rowAt, { found: items.length, isTree: false })
  const rest = indexesWithout(up, items.length)
  return rows(rest.length, (index) => rowAt(rest[index] as number), { found: items.length, isTree: false })
}

/** Looks at the best results only. */
function hasLabel(items: readonly PickItem[], results: Uint32Array, label: string): boolean {
  const same = label.toLowerCase()
  return results.subarray(0, 50).some((index) => items[index]?.label.toLowerCase() === same)
}

/** In the order of the results. */
function starredIn(results: Uint32Array, starred: readonly number[]): Uint32Array {
  if (starred.length === 0) return new Uint32Array(0)
  const wanted = new Set(starred)
  return results.filter((index) => wanted.has(index))
}

function indexesWithout(left: ReadonlySet<number>, total: number): Uint32Array {
  const rest = new Uint32Array(total - left.size)
  let length = 0
  for (let index = 0; index < total; index++) if (!left.has(index)) rest[length++] = index
  return rest.subarray(0, length)
}
