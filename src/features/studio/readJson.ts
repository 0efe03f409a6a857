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

const space = /[ \t\r\n]*/y
const plain = /[^\s,:[\]{}"]+/y
function plainValue(word: string): boolean | null | number {
  if (word === 'null') return null
  return word === 'true' || word === 'false' ? word === 'true' : Number(word)
}

const numberPattern = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/
/** Deeper than any form may be; guards against a text full of brackets. */
const deepest = 200

class Reader {
  at = 0
  depth = 0
  fault: JsonReading['fault']
  readonly text: string

  constructor(text: string) {
    this.text = text
  }

  skip(): string {
    space.lastIndex = this.at
    space.exec(this.text)
    this.at = space.lastIndex
    return this.text[this.at] ?? ''
  }

  say(at: number, message: string): void {
    this.fault ??= { at, message }
  }

  string(): JsonNode {
    const from = this.at
    let end = from + 1
    while (end < this.text.length && this.text[end] !== '"' && this.text[end] !== '\n') end += this.text[end] === '\\' ? 2 : 1
    end = Math.min(end, this.text.length)
    if (this.text[end] !== '"') this.say(from, 'expected a closing " for this text')
    else end += 1
    this.at = end
    const raw = this.text.slice(from, end)
    let value = raw.replaceAll('"', '')
    try {
      value = JSON.parse(raw) as string
    } catch {
      this.say(from, 'expected text without tabs, and \\ only as \\" \\\\ \\/ \\n \\t \\u0000')
    }
    return { kind: 'string', from, to: end, value, items: [], entries: [] }
  }

  missing(message: string): JsonNode {
    this.say(this.at, message)
    return { kind: 'missing', from: this.at, to: this.at, items: [], entries: [] }
  }

  value(): JsonNode {
    const sign = this.skip()
    if (sign === '"') return this.string()
    if (sign === '{' || sign === '[') {
      if (this.depth >= deepest) {
        const node = this.missing('expected fewer levels')
        this.at = this.text.length
        return node
      }
      this.depth += 1
      const node = sign === '{' ? this.object() : this.array()
      this.depth -= 1
      return node
    }
    plain.lastIndex = this.at
    const [word] = plain.exec(this.text) ?? []
    if (word === undefined) return this.missing(sign === '' ? 'expected more; the file ends here' : 'expected a value')
    const from = this.at
    this.at += word.length
    const value = plainValue(word)
    if (typeof value === 'number' && !numberPattern.test(word)) {
      this.say(from, `expected text in quotes, a number, true, false or null instead of ${word.slice(0, 30)}`)
    }
    return { kind: 'plain', from, to: this.at, value, items: [], entries: [] }
  }

  /** Reads the parts between two brackets, separated by commas. */
  parts(closing: '}' | ']', part: () => boolean): void {
    this.at += 1
    let next = this.skip()
    if (next === closing) {
      this.at += 1
      return
    }
    while (next !== '') {
      const before = this.at
      const good = part()
      next = this.skip()
      if (next === closing) {
        this.at += 1
        return
      }
      if (next === ',') {
        const comma = this.at
        this.at += 1
        next = this.skip()
        if (next === closing) {
          this.say(comma, `expected no comma before ${closing}`)
          this.at += 1
          return
        }
      } else if (next === '}' || next === ']') {
        // The other kind of bracket closes the enclosing node.
        this.say(this.at, `expected ${closing} instead of ${next}`)
        return
      } else if (next !== '') {
        if (good) this.say(this.at, 'expected a comma')
        if (this.at === before) this.at += 1
        next = this.skip()
      }
    }
    this.say(this.text.length, `expected ${closing}; the file ends here`)
  }

  object(): JsonNode {
    const from = this.at
    const entries: JsonEntry[] = []
    this.parts('}', () => {
      if (this.skip() !== '"') {
        this.say(this.at, 'expected a name in quotes')
        plain.lastIndex = this.at
        if (plain.exec(this.text)) this.at = plain.lastIndex
        else if (!'{}[],'.includes(this.text[this.at] ?? '')) this.at += 1
        if (this.skip() === ':') {
          this.at += 1
          this.value()
        }
        return false
      }
      const name = this.string()
      let node: JsonNode
      if (this.skip() === ':') {
        this.at += 1
        node = this.value()
      } else node = this.missing('expected : and a value after the name')
      entries.push({ key: String(name.value), from: name.from, to: name.to, node })
      return node.kind !== 'missing'
    })
    return { kind: 'object', from, to: this.at, items: [], entries }
  }

  array(): JsonNode {
    const from = this.at
    const items: JsonNode[] = []
    this.parts(']', () => {
      const node = this.value()
      items.push(node)
      return node.kind !== 'missing'
    })
    return { kind: 'array', from, to: this.at, items, entries: [] }
  }
}

export function readJson(text: string): JsonReading {
  const reader = new Reader(text)
  const root = reader.value()
  const rest = reader.skip()
  if (rest !== '') reader.say(reader.at, `expected nothing after the form instead of ${rest}`)
  return { root, fault: reader.fault }
}

/** Returns the value as JSON.parse does; missing values are left out. */
export function valueOf(node: JsonNode): unknown {
  if (node.kind === 'array') return node.items.filter(({ kind }) => kind !== 'missing').map((item) => valueOf(item))
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
