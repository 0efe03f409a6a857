import { settingsOf } from '../../../contract/forms/fieldShapes.ts'
import { childOf, entryOf, type JsonNode, nodeAt, type Path, readJson, valueOf } from '../../../contract/forms/check/readJson.ts'

/**
 * Edits a form file as text: only the affected list or value is rewritten, everything else keeps the author's
 * formatting. Each function returns the new text and the path of the change, or undefined if the change is
 * not possible.
 */
export interface Edited {
  readonly text: string
  readonly path: Path
}

const step = '  '

/** Returns the white space at the start of the line that contains `at`. */
function indentAt(text: string, at: number): string {
  const start = text.lastIndexOf('\n', at - 1) + 1
  return /^[ \t]*/.exec(text.slice(start, at))?.[0] ?? ''
}

const reindent = (part: string, from: string, to: string) =>
  part
    .split('\n')
    .map((line, index) => (index > 0 && line.startsWith(from) ? to + line.slice(from.length) : line))
    .join('\n')

const splice = (text: string, { from, to }: { from: number; to: number }, part: string) => text.slice(0, from) + part + text.slice(to)

/** Returns JSON formatted for this depth. */
const written = (value: unknown, indent: string) => JSON.stringify(value, undefined, step).replaceAll('\n', `\n${indent}`)

/** Returns the source texts of a list's items, with the indent adjusted. */
const partsOf = (text: string, list: JsonNode, indent: string) =>
  list.items.map(({ from, to }) => reindent(text.slice(from, to), indentAt(text, from), indent))

function withParts(text: string, list: JsonNode, change: (parts: string[], indent: string) => void): string {
  const outer = indentAt(text, list.from)
  const indent = outer + step
  const parts = partsOf(text, list, indent)
  change(parts, indent)
  return splice(text, list, parts.length === 0 ? '[]' : `[\n${parts.map((part) => indent + part).join(',\n')}\n${outer}]`)
}

const isIndex = (key: PropertyKey | undefined): key is number => typeof key === 'number'

/** Returns the list that contains a node, and the node's index in it. */
function placeOf(root: JsonNode, path: Path): { list: JsonNode; listPath: Path; index: number } | undefined {
  const index = path.at(-1)
  const listPath = path.slice(0, -1)
  const list = nodeAt(root, listPath)
  return isIndex(index) && list?.kind === 'array' && index < list.items.length ? { list, listPath, index } : undefined
}

/** Returns the key of a node's child list. */
export const listKeyOf = (value: unknown): 'children' | 'subform' | undefined => {
  const type = (value as { type?: unknown } | null)?.type
  if (type === 'group') return 'children'
  const list = settingsOf(type)?.list
  if (list) return list
  return typeof value === 'object' && value !== null && Array.isArray((value as { subform?: unknown }).subform) ? 'subform' : undefined
}

export function insertNode(text: string, listPath: Path, index: number, value: unknown): Edited | undefined {
  const { root, fault } = readJson(text)
  if (fault) return undefined
  const list = nodeAt(root, listPath)
  if (!list) {
    const whole = setValue(text, listPath, [value])
    return whole && { text: whole.text, path: [...listPath, 0] }
  }
  if (list.kind !== 'array') return undefined
  const at = Math.max(0, Math.min(index, list.items.length))
  return {
    text: withParts(text, list, (parts, indent) => parts.splice(at, 0, written(value, indent))),
    path: [...listPath, at],
  }
}

export function removeNode(text: string, path: Path): Edited | undefined {
  const { root, fault } = readJson(text)
  const place = placeOf(root, path)
  if (fault || !place) return undefined
  const { list, listPath, index } = place
  const left = list.items.length - 1
  return {
    text: withParts(text, list, (parts) => parts.splice(index, 1)),
    path: left > 0 ? [...listPath, Math.min(index, left - 1)] : listPath.slice(0, -1),
  }
}

const startsWith = (path: Path, start: Path) => start.every((key, index) => path[index] === key)

/** Moves a node before position `to`, which is counted before the move. */
export function moveNode(text: string, path: Path, to: { readonly list: Path; readonly index: number }): Edited | undefined {
  const { root, fault } = readJson(text)
  const place = placeOf(root, path)
  if (fault || !place || startsWith(to.list, path)) return undefined
  const moved = nodeAt(root, path)
  const target = nodeAt(root, to.list)
  if (!moved || (target && target.kind !== 'array')) return undefined
  const sameList = place.listPath.length === to.list.length && startsWith(place.listPath, to.list)
  if (sameList) {
    const index = to.index > place.index ? to.index - 1 : to.index
    if (index === place.index) return undefined
    const next = withParts(text, place.list, (parts) => {
      const [part = ''] = parts.splice(place.index, 1)
      parts.splice(index, 0, part)
    })
    return { text: next, path: [...to.list, index] }
  }
  const slice = text.slice(moved.from, moved.to)
  const indent = indentAt(text, moved.from)
  const taken = removeNode(text, path)
  if (!taken) return undefined
  // Nodes after the removed node have moved up by one.
  const list = shifted(to.list, place.listPath, place.index)
  const after = readJson(taken.text).root
  const room = nodeAt(after, list)
  if (!room) {
    const made = setValue(taken.text, list, [valueOf(readJson(slice).root)])
    return made && { text: made.text, path: [...list, 0] }
  }
  const at = Math.max(0, Math.min(to.index, room.items.length))
  return {
    text: withParts(taken.text, room, (parts, own) => parts.splice(at, 0, reindent(slice, indent, own))),
    path: [...list, at],
  }
}

function shifted(path: Path, listPath: Path, index: number): Path {
  const key = path[listPath.length]
  return startsWith(path, listPath) && isIndex(key) && key > index ? [...listPath, key - 1, ...path.slice(listPath.length + 1)] : path
}

function attributesIn(value: unknown, found = new Set<string>()): Set<string> {
  if (Array.isArray(value)) for (const part of value) attributesIn(part, found)
  else if (typeof value === 'object' && value !== null) {
    const { attribute, children } = value as { attribute?: unknown; children?: unknown }
    if (typeof attribute === 'string') found.add(attribute)
    attributesIn(children, found)
  }
  return found
}

/** Returns the first free name: `gate` → `gate_2`. */
export function freeAttribute(wanted: string, taken: ReadonlySet<string>): string {
  if (!taken.has(wanted)) return wanted
  const stem = wanted.replace(/_\d+$/, '')
  let number = 2
  while (taken.has(`${stem}_${number}`)) number += 1
  return `${stem}_${number}`
}

/** Returns all attributes of the form or sub-form that contains a list. */
export function attributesAround(root: JsonNode, listPath: Path): Set<string> {
  const room = listPath.lastIndexOf('subform')
  return attributesIn(valueOf(nodeAt(root, room < 0 ? ['children'] : listPath.slice(0, room + 1)) ?? root))
}

export function duplicateNode(text: string, path: Path): Edited | undefined {
  const { root, fault } = readJson(text)
  const place = placeOf(root, path)
  const node = nodeAt(root, path)
  if (fault || !place || !node) return undefined
  const taken = attributesAround(root, place.listPath)
  let copy = text.slice(node.from, node.to)
  const names: { from: number; to: number; name: string }[] = []
  const walk = (part: JsonNode) => {
    const attribute = childOf(part, 'attribute')
    if (attribute?.kind === 'string') {
      const name = freeAttribute(String(attribute.value), taken)
      taken.add(name)
      names.push({ from: attribute.from - node.from, to: attribute.to - node.from, name })
    }
    for (const child of childOf(part, 'children')?.items ?? []) walk(child)
  }
  walk(node)
  for (const { name, ...range } of names.toSorted((a, b) => b.from - a.from)) copy = splice(copy, range, JSON.stringify(name))
  const { index, listPath, list } = place
  const from = indentAt(text, node.from)
  return {
    text: withParts(text, list, (parts, indent) => parts.splice(index + 1, 0, reindent(copy, from, indent))),
    path: [...listPath, index + 1],
  }
}

/** Sets a property, or removes it if the value is undefined. */
export function setValue(text: string, path: Path, value: unknown): Edited | undefined {
  const { root, fault } = readJson(text)
  if (fault) return undefined
  const key = path.at(-1)
  const held = nodeAt(root, path.slice(0, -1))
  if (key === undefined || !held) return undefined
  if (held.kind === 'array') {
    const item = isIndex(key) ? held.items[key] : undefined
    return item && { text: splice(text, item, written(value, indentAt(text, item.from))), path }
  }
  if (held.kind !== 'object') return undefined
  const entry = entryOf(held, key)
  if (value === undefined)
    return entry ? { text: withoutEntry(text, held, entry.from, entry.node.to), path: path.slice(0, -1) } : { text, path }
  if (entry) return { text: splice(text, entry.node, written(value, indentAt(text, entry.from))), path }
  return { text: withEntry(text, held, String(key), value), path }
}

/** Adds a property at the end of an object, in the layout that the object has. */
function withEntry(text: string, held: JsonNode, key: string, value: unknown): string {
  const last = held.entries.at(-1)
  const oneLine = last !== undefined && !text.slice(held.from, held.to).includes('\n')
  const indent = last && !oneLine ? indentAt(text, last.from) : indentAt(text, held.from) + step
  const name = `${JSON.stringify(key)}: ${written(value, oneLine ? '' : indent)}`
  if (!last) return splice(text, held, `{\n${indent}${name}\n${indentAt(text, held.from)}}`)
  return splice(text, { from: last.node.to, to: last.node.to }, oneLine ? `, ${name}` : `,\n${indent}${name}`)
}

function withoutEntry(text: string, held: JsonNode, from: number, to: number): string {
  const index = held.entries.findIndex((entry) => entry.from === from)
  const next = held.entries[index + 1]
  const before = held.entries[index - 1]
  if (next) return splice(text, { from, to: next.from }, '')
  if (before) return splice(text, { from: before.node.to, to }, '')
  return splice(text, held, '{}')
}
