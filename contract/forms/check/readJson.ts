import { createScanner, type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser'

/**
 * A JSON text with the position of every node. The parser continues after an error, so that an outline and
 * completions work while the author types; the first error is described in words. Offsets count UTF-16 units
 * from 0.
 */
export interface JsonNode {
  readonly kind: 'object' | 'array' | 'string' | 'plain' | 'missing'
  readonly from: number
  readonly to: number
  /** Value of a string, number, true, false, null. */
  readonly value?: string | number | boolean | null | undefined
  readonly items: readonly JsonNode[]
  readonly entries: readonly JsonEntry[]
}

export interface JsonEntry {
  readonly key: string
  /** Start of the key, with its quotes. */
  readonly from: number
  readonly to: number
  readonly node: JsonNode
}

export interface JsonReading {
  readonly root: JsonNode
  readonly fault: { readonly at: number; readonly message: string } | undefined
}

export type Path = readonly PropertyKey[]

/** Deeper than any form may be; guards the recursive parser against a text full of brackets. */
const deepest = 200

const isClosing = (sign: string | undefined) => sign === '}' || sign === ']'

/** The brackets that are open at `end`, the innermost last; it stops at the first one that is too deep. */
function openBrackets(text: string, end: number): readonly number[] {
  const scanner = createScanner(text, true)
  const open: number[] = []
  while (scanner.getPosition() < text.length && open.length <= deepest) {
    scanner.scan()
    const at = scanner.getTokenOffset()
    if (at >= end) break
    const sign = text[at]
    if (sign === '{' || sign === '[') open.push(at)
    else if (isClosing(sign)) open.pop()
  }
  return open
}

/** Returns the position of the first bracket that is too deep. */
const tooDeepAt = (text: string): number | undefined => openBrackets(text, text.length)[deepest]

const missingAt = (at: number): JsonNode => ({ kind: 'missing', from: at, to: at, items: [], entries: [] })

const kinds: Partial<Record<Node['type'], JsonNode['kind']>> = { object: 'object', array: 'array', string: 'string' }

function nodeOf(node: Node): JsonNode {
  const kind = kinds[node.type] ?? 'plain'
  const children = node.children ?? []
  return {
    kind,
    from: node.offset,
    to: node.offset + node.length,
    value: node.value as JsonNode['value'],
    items: kind === 'array' ? children.map(nodeOf) : [],
    entries: kind === 'object' ? children.map(entryFrom) : [],
  }
}

function entryFrom({ colonOffset, children: [name, value] = [] }: Node): JsonEntry {
  const { offset: from = 0, length = 0 } = name ?? {}
  const to = from + length
  const after = colonOffset === undefined ? to : colonOffset + 1
  return { key: String(name?.value), from, to, node: value ? nodeOf(value) : missingAt(after) }
}

const noValue = 'expected text in quotes, a number, true, false or null instead of'
const noText = 'expected text without tabs, and \\ only as \\" \\\\ \\/ \\n \\t \\u0000'

/** The errors whose message needs nothing else, by their names in jsonc-parser. */
const messages: ReadonlyMap<string, string> = new Map([
  ['PropertyNameExpected', 'expected a name in quotes, for example "label"'],
  ['ColonExpected', 'expected : and a value after the name, for example "label": "Ladder"'],
  ['UnexpectedEndOfString', 'expected a closing " for this text in the same line; a new line in a text is written \\n'],
  ['InvalidEscapeCharacter', noText],
  ['InvalidUnicode', noText],
  ['InvalidCharacter', noText],
  ['InvalidCommentToken', 'expected no comment, because JSON has none: remove it'],
])

/** Says what a word that is no JSON should have been; the names of the errors after it show it. */
function wrongWord(text: string, at: number, end: number, others: readonly string[]): string | undefined {
  if (end > 0 && at >= end) return nothingAfter(text[at])
  const word = /^[^\s:,{}[\]"]{1,40}/.exec(text.slice(at, at + 40))?.[0] ?? ''
  if (word.startsWith("'")) return `expected double quotes: write "${word.replaceAll("'", '')}" instead of ${word}`
  if (text[at - 1] === '"') return `expected no " inside a text, because it ends the text before ${word}: write ' instead`
  const meant = plainWords.get(word.toLowerCase())
  if (meant !== undefined) return `${noValue} ${word}; did you mean ${meant}?`
  const next = others.find((name) => name !== 'InvalidSymbol')
  return next === 'PropertyNameExpected' ? `expected a name in quotes: "${word}"` : undefined
}

/** What other languages call the words of JSON. */
const plainWords: ReadonlyMap<string, string> = new Map([
  ['true', 'true'],
  ['yes', 'true'],
  ['false', 'false'],
  ['no', 'false'],
  ['null', 'null'],
  ['none', 'null'],
  ['undefined', 'null'],
])

const nothingAfter = (sign: string | undefined) => `expected nothing after the form instead of ${sign}`
const closingOf = (sign: string | undefined) => (sign === '{' ? '}' : ']')

/** ` for the [ of line 3` */
function innermostAt(text: string, at: number): { readonly closing: string; readonly opened: string } {
  const open = openBrackets(text, at).at(-1)
  return {
    closing: closingOf(open === undefined ? undefined : text[open]),
    opened: open === undefined ? '' : ` for the ${text[open]} of line ${lineOf(text, open).line}`,
  }
}

/** A comma is missing at the end of the text before; a person looks for it there. */
function commaExpected(text: string, at: number): { at: number; message: string } {
  const { closing, opened } = innermostAt(text, at)
  if (isClosing(text[at])) return { at, message: `expected ${closing}${opened} instead of ${text[at]}` }
  const before = text.slice(0, at).trimEnd()
  const line = before.slice(before.lastIndexOf('\n') + 1).trim()
  return { at: before.length - 1, message: `expected a comma after ${line.length > 40 ? `…${line.slice(-40)}` : line}` }
}

function messageOf(name: string, text: string, { offset: at, length }: ParseError): string {
  switch (name) {
    case 'ValueExpected':
      return at >= text.length ? 'expected more; the file ends here' : 'expected a value'
    case 'CloseBraceExpected':
    case 'CloseBracketExpected': {
      const { closing, opened } = innermostAt(text, text.length)
      return `expected ${closing}${opened}; the file ends here`
    }
    case 'EndOfFileExpected':
      return nothingAfter(text[at])
    default:
      return messages.get(name) ?? `${noValue} ${text.slice(at, at + Math.min(length, 30))}`
  }
}

/** Describes the first error. `end` is the end of the root value. */
function faultIn(text: string, errors: readonly ParseError[], end: number): JsonReading['fault'] {
  const [first] = errors
  if (!first) return undefined
  const at = first.offset
  const [name = '', ...others] = errors.map(({ error }) => printParseErrorCode(error))
  const before = text.slice(0, at).trimEnd()
  if ((name === 'PropertyNameExpected' || name === 'ValueExpected') && isClosing(text[at]) && before.endsWith(','))
    return { at: before.length - 1, message: `expected no comma before ${text[at]}: remove this comma after the last one` }
  if (name === 'CommaExpected') return commaExpected(text, at)
  const word = name === 'InvalidSymbol' ? wrongWord(text, at, end, others) : undefined
  return { at, message: word ?? messageOf(name, text, first) }
}

export function readJson(text: string): JsonReading {
  const deep = tooDeepAt(text)
  if (deep !== undefined) return { root: missingAt(deep), fault: { at: deep, message: 'expected fewer levels' } }
  const errors: ParseError[] = []
  const tree = parseTree(text, errors, { disallowComments: true })
  const root = tree ? nodeOf(tree) : missingAt(errors[0]?.offset ?? 0)
  return { root, fault: faultIn(text, errors, root.to) }
}

/** Returns the value as JSON.parse does; missing values are left out. */
export function valueOf(node: JsonNode): unknown {
  if (node.kind === 'array') return node.items.map((item) => valueOf(item))
  if (node.kind !== 'object') return node.value
  const object: Record<string, unknown> = {}
  for (const { key, node: held } of node.entries) {
    // A plain assignment of `__proto__` would change the prototype instead of adding a property.
    if (held.kind !== 'missing')
      Object.defineProperty(object, key, { value: valueOf(held), enumerable: true, configurable: true, writable: true })
  }
  return object
}

/** The last entry with a name counts, as in JSON.parse. */
export const entryOf = (node: JsonNode | undefined, key: PropertyKey): JsonEntry | undefined =>
  node?.entries.findLast((entry) => entry.key === key)

export const childOf = (node: JsonNode | undefined, key: PropertyKey): JsonNode | undefined =>
  typeof key === 'number' ? node?.items[key] : entryOf(node, key)?.node

export const nodeAt = (root: JsonNode, path: Path): JsonNode | undefined =>
  path.reduce<JsonNode | undefined>((node, key) => childOf(node, key), root)

/** Returns the node at a path, or the nearest existing parent if the node is missing. */
export function nearestAt(root: JsonNode, path: Path): JsonNode {
  let node = root
  for (const key of path) node = childOf(node, key) ?? node
  return node
}

/**
 * Converts `children[3].options[0].name` to a path. Names with dots are recognized by the text that contains
 * them.
 */
export function pathOf(root: JsonNode, place: string): Path {
  const path: PropertyKey[] = []
  let node: JsonNode | undefined = root
  let rest = place
  while (rest !== '') {
    const index = /^\[(\d+)\]\.?/.exec(rest)
    if (index) {
      path.push(Number(index[1]))
      node = childOf(node, Number(index[1]))
      rest = rest.slice(index[0].length)
      continue
    }
    const known: JsonEntry | undefined = node?.entries
      .filter(({ key }) => rest === key || rest.startsWith(`${key}.`) || rest.startsWith(`${key}[`))
      .sort((a, b) => b.key.length - a.key.length)[0]
    const key: string = known?.key ?? /^[^.[]+/.exec(rest)?.[0] ?? rest
    path.push(key)
    node = childOf(node, key)
    rest = rest.slice(key.length).replace(/^\./, '')
  }
  return path
}

export interface Spot {
  /** Path of the innermost object, list or value around the position. */
  readonly path: Path
  readonly node: JsonNode
  /** The innermost object around the position, which may be the node itself. */
  readonly object: JsonNode | undefined
  readonly objectPath: Path
  /** The entry if the position is in its key, or where a key belongs. */
  readonly inKey: JsonEntry | undefined
}

/** Describes a position of the text. */
export function spotAt(root: JsonNode, at: number): Spot {
  let node = root
  let path: Path = []
  let object: JsonNode | undefined = root.kind === 'object' ? root : undefined
  let objectPath: Path = []
  for (;;) {
    const key = node.entries.find(({ from, to }) => at > from && at <= to)
    if (key) return { path, node, object, objectPath, inKey: key }
    const index = node.items.findIndex((item) => holds(item, at))
    const entry = node.entries.find((one) => holds(one.node, at))
    const inner = index >= 0 ? node.items[index] : entry?.node
    if (!inner) return { path, node, object, objectPath, inKey: undefined }
    path = [...path, index >= 0 ? index : (entry?.key ?? '')]
    node = inner
    if (node.kind === 'object') {
      object = node
      objectPath = path
    }
  }
}

const holds = ({ kind, from, to }: JsonNode, at: number) =>
  kind === 'object' || kind === 'array' ? at > from && at < to : at >= from && at <= to

/** Returns line and column, counted from 1 as editors do. */
export function lineOf(text: string, at: number): { line: number; column: number } {
  const before = text.slice(0, at).split('\n')
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 }
}
