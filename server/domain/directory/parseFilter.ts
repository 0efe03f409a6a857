import { ScimError, type ScimType } from './ScimError.ts'

/** An attribute as a filter or a path names it, in lower case: `emails[type eq "work"].value`. */
export interface AttributePath {
  readonly name: string
  readonly filter?: Filter | undefined
  readonly sub?: string | undefined
}

export const operators = ['eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le'] as const
export type Operator = (typeof operators)[number]
export type Value = string | number | boolean | null

export type Filter =
  | { readonly kind: 'compare'; readonly attribute: AttributePath; readonly operator: Operator; readonly value: Value }
  | { readonly kind: 'present'; readonly attribute: AttributePath }
  | { readonly kind: 'and' | 'or'; readonly left: Filter; readonly right: Filter }
  | { readonly kind: 'not'; readonly filter: Filter }

/** Longest filter or path, most of its signs and words, and how deep its brackets nest: parsing stays cheap. */
const mostCharacters = 2_000
const mostTokens = 200
const mostNested = 8

interface Token {
  readonly kind: 'word' | 'text' | 'sign'
  readonly text: string
}

/** Sticky, so that each character is read once. */
const patterns = { space: /[ \t]+/y, text: /"(?:[^"\\]|\\.)*"/y, sign: /[()[\]]/y, word: /[^\s()[\]"]+/y }

function tokensOf(source: string, fail: (detail: string) => ScimError): Token[] {
  if (source.length > mostCharacters) throw fail(`A filter or path has at most ${mostCharacters} characters.`)
  const tokens: Token[] = []
  let at = 0
  const match = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at
    const found = pattern.exec(source)?.[0]
    at += found?.length ?? 0
    return found
  }
  while (at < source.length) {
    if (match(patterns.space) !== undefined) continue
    const token = readToken(match)
    if (!token) throw fail(`The filter or path cannot be read at character ${at + 1}.`)
    tokens.push(token)
    if (tokens.length > mostTokens) throw fail(`A filter or path has at most ${mostTokens} parts.`)
  }
  return tokens
}

function readToken(match: (pattern: RegExp) => string | undefined): Token | undefined {
  for (const kind of ['text', 'sign', 'word'] as const) {
    const text = match(patterns[kind])
    if (text !== undefined) return { kind, text }
  }
  return undefined
}

class Reader {
  readonly #tokens: readonly Token[]
  readonly #type: ScimType
  #at = 0
  #nested = 0
  constructor(source: string, type: ScimType) {
    this.#type = type
    this.#tokens = tokensOf(source, (detail) => new ScimError(400, detail, type))
  }

  fail(): ScimError {
    return new ScimError(400, 'The filter or path is not complete or not valid.', this.#type)
  }
  get isAtEnd(): boolean {
    return this.#at >= this.#tokens.length
  }
  #takes(sign: string): boolean {
    const token = this.#tokens[this.#at]
    if (token?.kind === 'text' || token?.text.toLowerCase() !== sign) return false
    this.#at += 1
    return true
  }
  #expect(sign: string): void {
    if (!this.#takes(sign)) throw this.fail()
  }
  #word(): string {
    const token = this.#tokens[this.#at]
    if (token?.kind !== 'word') throw this.fail()
    this.#at += 1
    return token.text
  }
  #inside<T>(read: () => T, end: string): T {
    this.#nested += 1
    if (this.#nested > mostNested) throw this.fail()
    const result = read()
    this.#nested -= 1
    this.#expect(end)
    return result
  }

  or(): Filter {
    let left = this.#and()
    while (this.#takes('or')) left = { kind: 'or', left, right: this.#and() }
    return left
  }
  #and(): Filter {
    let left = this.#term()
    while (this.#takes('and')) left = { kind: 'and', left, right: this.#term() }
    return left
  }
  #term(): Filter {
    if (this.#takes('not')) {
      this.#expect('(')
      return { kind: 'not', filter: this.#inside(() => this.or(), ')') }
    }
    if (this.#takes('(')) return this.#inside(() => this.or(), ')')
    const attribute = this.path()
    // `emails[type eq "work"]` alone: there is such an address.
    if (this.#takes('pr') || (attribute.filter && attribute.sub === undefined && this.isAtEnd)) return { kind: 'present', attribute }
    const word = this.#word().toLowerCase()
    const operator = operators.find((one) => one === word)
    if (!operator) throw this.fail()
    return { kind: 'compare', attribute, operator, value: this.#value() }
  }
  path(): AttributePath {
    const { name, sub } = nameOf(this.#word())
    if (sub !== undefined || !this.#takes('[')) return { name, sub }
    const filter = this.#inside(() => this.or(), ']')
    const next = this.#tokens[this.#at]
    if (next?.kind !== 'word' || !next.text.startsWith('.')) return { name, filter }
    this.#at += 1
    return { name, filter, sub: next.text.slice(1).toLowerCase() }
  }
  #value(): Value {
    const token = this.#tokens[this.#at]
    this.#at += 1
    if (token?.kind === 'text') return this.#json(token.text) as string
    const word = token?.kind === 'word' ? token.text : ''
    const known: Readonly<Record<string, Value>> = { true: true, false: false, null: null }
    const lower = word.toLowerCase()
    if (Object.hasOwn(known, lower)) return known[lower] as Value
    if (/^-?\d{1,15}(?:\.\d{1,10})?$/.test(word)) return Number(word)
    throw this.fail()
  }
  #json(text: string): unknown {
    try {
      return JSON.parse(text)
    } catch {
      throw this.fail()
    }
  }
}

/** The schemas of this server, whose names may stand before an attribute. */
const schemaNames = /^urn:ietf:params:scim:schemas:(?:core:2\.0:(?:user|group)|extension:enterprise:2\.0:user)(?::|$)/i

/** The attribute of a name with or without its schema: `urn:…:2.0:User:name.givenName`, `name.givenName`. */
function nameOf(word: string): Pick<AttributePath, 'name' | 'sub'> {
  const plain = word.replace(schemaNames, '').toLowerCase()
  // The schema alone is the name of its object.
  if (plain === '') return { name: word.toLowerCase(), sub: undefined }
  const [name = '', sub, ...more] = plain.startsWith('urn:') ? [plain] : plain.split('.')
  return { name, sub: sub === undefined ? undefined : [sub, ...more].join('.') }
}

/** @throws ScimError invalidFilter */
export function parseFilter(source: string): Filter {
  const reader = new Reader(source, 'invalidFilter')
  const filter = reader.or()
  if (!reader.isAtEnd) throw reader.fail()
  return filter
}

/** The path of an operation of a PATCH. @throws ScimError invalidPath */
export function parsePath(source: string): AttributePath {
  const reader = new Reader(source, 'invalidPath')
  const path = reader.path()
  if (!reader.isAtEnd) throw reader.fail()
  return path
}

/** True if an element of a list (`emails`) fits. Texts are compared without case. */
export function matches(filter: Filter, element: Readonly<Record<string, unknown>>): boolean {
  switch (filter.kind) {
    case 'and':
      return matches(filter.left, element) && matches(filter.right, element)
    case 'or':
      return matches(filter.left, element) || matches(filter.right, element)
    case 'not':
      return !matches(filter.filter, element)
    case 'present':
      return valueOf(element, filter.attribute.name) !== undefined
    case 'compare':
      return compares(filter.operator, valueOf(element, filter.attribute.name), filter.value)
  }
}

const valueOf = (element: Readonly<Record<string, unknown>>, name: string): unknown =>
  Object.entries(element).find(([key]) => key.toLowerCase() === name)?.[1]

const plainOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value ?? null)).toLowerCase()

function compares(operator: Operator, held: unknown, asked: Value): boolean {
  const [own, other] = [plainOf(held), plainOf(asked)]
  const results: Readonly<Record<Operator, boolean>> = {
    eq: own === other,
    ne: own !== other,
    co: own.includes(other),
    sw: own.startsWith(other),
    ew: own.endsWith(other),
    gt: own > other,
    ge: own >= other,
    lt: own < other,
    le: own <= other,
  }
  return results[operator]
}
