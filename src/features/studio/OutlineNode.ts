import { listKeyOf } from './Edited.ts'
import { childOf, type JsonNode, type Path, valueOf } from '../../../contract/forms/check/readJson.ts'

/** One row of the outline. */
export interface OutlineNode {
  readonly id: string
  readonly path: Path
  readonly type: string
  readonly settings: Readonly<Record<string, unknown>>
  /** The title that people see. */
  readonly title: string
  readonly attribute: string | undefined
  readonly level: number
  /** The list of child nodes; undefined if the node can't have any. */
  readonly list: Path | undefined
  readonly children: readonly OutlineNode[]
}

export const idOf = (path: Path): string => path.join('.')

const texts = ['label', 'text', 'template', 'title', 'message', 'attribute', 'field']

/** The first line of a text, without the marks of a heading and of bold words. */
const plainLine = (text: string) => (text.split('\n')[0] ?? '').replace(/^#+ |\*\*/g, '')

function outlineOf(node: JsonNode, path: Path, level: number): OutlineNode {
  const value = valueOf(node) as Record<string, unknown> | undefined
  const type = typeof value?.['type'] === 'string' ? value['type'] : '?'
  const key = listKeyOf(value)
  const words = texts.map((name) => value?.[name]).find((text): text is string => typeof text === 'string' && text.trim() !== '')
  const list = key && [...path, key]
  return {
    id: idOf(path),
    path,
    type,
    settings: value ?? {},
    title: plainLine(words ?? '').slice(0, 80),
    attribute: typeof value?.['attribute'] === 'string' ? value['attribute'] : undefined,
    level,
    list,
    children: key && list ? nodesOf(childOf(node, key), list, level + 1) : [],
  }
}

const nodesOf = (list: JsonNode | undefined, path: Path, level: number): OutlineNode[] =>
  list?.kind === 'array' ? list.items.map((item, index) => outlineOf(item, [...path, index], level)) : []

export const outline = (root: JsonNode): OutlineNode[] => nodesOf(childOf(root, 'children'), ['children'], 1)

/** Returns the visible nodes in reading order; children of closed groups are omitted. */
export function shownNodes(nodes: readonly OutlineNode[], closed: ReadonlySet<string>): OutlineNode[] {
  return nodes.flatMap((node) => [node, ...(closed.has(node.id) ? [] : shownNodes(node.children, closed))])
}
