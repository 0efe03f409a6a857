import { formJsonSchema } from '../../../contract/forms/formJsonSchema.ts'
import { lookupNames } from '../../../contract/endpoints/lists/lists.ts'
import { type FunctionRecord, functionRecord, functionReference } from '../../../contract/forms/functions/functionReference.ts'
import { trimEnd, trimStart } from '../../../contract/rules/trimEnds.ts'
import { childOf, entryOf, type JsonNode, nodeAt, type Path, type Spot, spotAt } from '../../../contract/forms/check/readJson.ts'

/** Completions and explanations for the editor, from the schema of form files and the form itself. */

type Json = Record<string, unknown>

/** Returns the last typed characters of a kind, with the character that may start them. */
function wordBefore(text: string, one: RegExp, begin = ''): string {
  const rest = trimEnd(text, one)
  return text.slice(begin !== '' && rest.endsWith(begin) ? rest.length - begin.length : rest.length)
}

/** A name starts with a letter or _. */
const nameBefore = (text: string): string => trimStart(wordBefore(text, /[\w.]/), /[^A-Za-z_]/)

export interface Offer {
  readonly label: string
  readonly detail?: string | undefined
  readonly info?: string | undefined
  readonly kind: 'property' | 'value' | 'type' | 'attribute' | 'function' | 'text'
  /**
   * The text that replaces the range; `${}` is the position of the cursor afterwards. Plain text if `plain`
   * is set.
   */
  readonly write: string
  readonly plain?: boolean
}

export interface Offers {
  readonly from: number
  readonly to: number
  readonly offers: readonly Offer[]
}

/** What the editor says about functions, types and settings, in the language of the reader. */
export interface EditorWords {
  functionHelp(this: void, record: FunctionRecord): string
  typeHelp(this: void, type: string, english: string): string
  settingHelp(this: void, owner: string, key: string, english: string): string
}

const english: EditorWords = {
  functionHelp: ({ description }) => description,
  typeHelp: (_, help) => help,
  settingHelp: (_, __, help) => help,
}

const expressionKeys: ReadonlySet<unknown> = new Set([
  'visible',
  'required',
  'readOnly',
  'valid',
  'value',
  'canRemove',
  'canDelete',
  'checkOutAll',
  'optionFilter',
  'when',
])
const templateKeys: ReadonlySet<unknown> = new Set([
  'text',
  'template',
  'message',
  'signatory',
  'itemTitle',
  'returnMessage',
  'recordTitle',
  'recordSubtitle',
  'feed',
  'notification',
  'title',
  'state',
  'default',
])
const attributeKeys: ReadonlySet<unknown> = new Set([
  'field',
  'preventDuplicates',
  'subformValidationAttribute',
  'start',
  'allowedAttributes',
])
const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)
const whole = () => formJsonSchema() as Json
const definition = (name: string) => (whole()['definitions'] as Record<string, Json>)[name]

/**
 * Returns the schemas that apply to this node: references are resolved, and the branch of its type is
 * selected.
 */
function settled(schema: unknown, node: JsonNode | undefined): Json[] {
  if (!isJson(schema)) return []
  const reference = schema['$ref']
  if (typeof reference === 'string') return settled(definition(reference.split('/').at(-1) ?? ''), node)
  if (schema['defaultSnippets']) {
    const type = childOf(node, 'type')?.value
    const own = typeof type === 'string' ? definition(type) : undefined
    return own && own['properties'] ? [own] : [schema]
  }
  const alternatives = (schema['anyOf'] ?? schema['oneOf']) as unknown[] | undefined
  return alternatives ? alternatives.flatMap((one) => settled(one, node)) : [schema]
}

function schemasAt(root: JsonNode, path: Path): Json[] {
  let schemas = settled(whole(), root)
  let node: JsonNode | undefined = root
  for (const key of path) {
    node = childOf(node, key)
    schemas = schemas.flatMap((schema) => {
      if (typeof key === 'number') return settled(schema['items'], node)
      const own = (schema['properties'] as Json | undefined)?.[String(key)]
      return settled(own ?? schema['additionalProperties'], node)
    })
  }
  return schemas
}

/** What the words of a setting are looked up by: the type of the part, the setting around it, or the form. */
function ownerAt(root: JsonNode, objectPath: Path): string {
  const type = childOf(nodeAt(root, objectPath), 'type')?.value
  return typeof type === 'string' ? type : String(objectPath.findLast((key) => typeof key === 'string') ?? 'form')
}

/** Returns the description of an object's key. */
function wordsFor(root: JsonNode, objectPath: Path, key: string, words: EditorWords): string | undefined {
  for (const schema of schemasAt(root, objectPath)) {
    const property = (schema['properties'] as Json | undefined)?.[key]
    if (isJson(property) && typeof property['description'] === 'string')
      return words.settingHelp(ownerAt(root, objectPath), key, property['description'])
  }
  return undefined
}

interface Attribute {
  readonly name: string
  readonly label: string
}

function attributesOf(root: JsonNode, path: Path): Attribute[] {
  const found: Attribute[] = []
  const walk = (list: JsonNode | undefined) => {
    for (const node of list?.items ?? []) {
      const name = childOf(node, 'attribute')?.value
      const label = childOf(node, 'label')?.value ?? childOf(node, 'type')?.value
      if (typeof name === 'string' && name !== '') found.push({ name, label: String(label ?? '') })
      walk(childOf(node, 'children'))
    }
  }
  const room = path.lastIndexOf('subform')
  if (room >= 0) walk(nodeAt(root, path.slice(0, room + 1)))
  walk(childOf(root, 'children'))
  return found.filter(({ name }, index) => found.findIndex((other) => other.name === name) === index)
}

const names = (root: JsonNode, path: Path): Offer[] =>
  attributesOf(root, path).map(({ name, label }) => ({ label: name, detail: label, kind: 'attribute', write: name, plain: true }))

const functions = (words: EditorWords): Offer[] =>
  functionReference.map((record) => ({
    label: record.name,
    detail: record.signature,
    info: words.functionHelp(record),
    kind: 'function',
    write: record.parameters.length === 0 ? `${record.name}()` : `${record.name}(\${})`,
  }))

const known: readonly Offer[] = ['person.name', 'person.mobile', 'date'].map((name) => ({
  label: name,
  kind: 'attribute',
  write: name,
  plain: true,
}))

/** Returns the template text for a value with this schema. */
function valueTemplate(schema: unknown): string {
  const [first] = settled(schema, undefined)
  if (isJson(schema) && Array.isArray(schema['anyOf']) && settled(schema, undefined).some((one) => one['type'] === 'boolean')) return 'true'
  switch (first?.['type']) {
    case 'boolean':
      return 'true'
    case 'array':
      return '[${}]'
    case 'object':
      return '{ ${} }'
    case 'number':
    case 'integer':
      return '${}'
    default:
      return first && 'allOf' in first ? '{ ${} }' : '"${}"'
  }
}

/** A position of a text, and the words for what is there. */
interface Place {
  readonly root: JsonNode
  readonly text: string
  readonly at: number
  readonly words: EditorWords
}

function keyOffers({ root, text, at, words }: Place, spot: Spot): Offers | undefined {
  const { object, objectPath, inKey } = spot
  if (!object) return undefined
  const present = new Set(object.entries.filter((entry) => entry !== inKey).map(({ key }) => key))
  const named = inKey !== undefined && inKey.node.kind !== 'missing'
  const before = wordBefore(text.slice(object.from + 1, at), /[\w$-]/, '"')
  const from = inKey ? inKey.from : at - before.length
  const to = inKey ? inKey.to : at
  const offers: Offer[] = []
  for (const schema of schemasAt(root, objectPath)) {
    const required = new Set((schema['required'] ?? []) as string[])
    for (const [key, property] of Object.entries((schema['properties'] ?? {}) as Record<string, Json>)) {
      if (present.has(key) || offers.some(({ label }) => label === key)) continue
      offers.push({
        label: key,
        info:
          typeof property['description'] === 'string'
            ? words.settingHelp(ownerAt(root, objectPath), key, property['description'])
            : undefined,
        detail: required.has(key) ? '•' : undefined,
        kind: 'property',
        write: named ? `"${key}"` : `"${key}": ${valueTemplate(property)}`,
      })
    }
  }
  return offers.length > 0 ? { from, to, offers } : undefined
}

const quoted = (value: unknown) => JSON.stringify(value).replaceAll('${', '$\\{').replaceAll('#{', '#\\{')

function nodeOffers(from: number, to: number, words: EditorWords): Offers {
  const snippets = (definition('node')?.['defaultSnippets'] ?? []) as { label: string; description: string; body: unknown }[]
  return {
    from,
    to,
    offers: snippets.map(({ label, description, body }) => ({
      label,
      info: words.typeHelp(label, description),
      kind: 'type',
      write: JSON.stringify(body, undefined, 2).replaceAll(/"\$(\d)"/g, '"${}"'),
    })),
  }
}

function expressionOffers({ root, text, at, words }: Place, spot: Spot): Offers {
  const word = nameBefore(text.slice(0, at))
  return { from: at - word.length, to: at, offers: [...names(root, spot.path), ...known, ...functions(words)] }
}

function typeOffers(words: EditorWords): Offer[] | undefined {
  const types = definition('node')?.['properties'] as { type: { enum: string[]; enumDescriptions: string[] } } | undefined
  if (!types || settled({ $ref: '#/definitions/node' }, undefined).length === 0) return undefined
  const { enum: all, enumDescriptions } = types.type
  return all.map((type, index) => ({
    label: type,
    info: words.typeHelp(type, enumDescriptions[index] ?? ''),
    kind: 'type',
    write: quoted(type),
  }))
}

function literalOffers(schema: Json): Offer[] {
  if (Array.isArray(schema['enum'])) return schema['enum'].map((value) => ({ label: String(value), kind: 'value', write: quoted(value) }))
  if (schema['type'] === 'boolean') return [true, false].map((value) => ({ label: String(value), kind: 'value', write: String(value) }))
  return []
}

/** Returns the property that a value belongs to, also for an item of its list. */
const propertyOf = (path: Path) => (typeof path.at(-1) === 'number' ? path.at(-2) : path.at(-1))

function valueOffers(place: Place, spot: Spot): Offers | undefined {
  const { root, text, at } = place
  const { node, path } = spot
  const key = propertyOf(path)
  const inText = node.kind === 'string' && at > node.from && at < node.to
  const { from, to } = node.kind === 'missing' ? { from: at, to: at } : node
  if (inText && expressionKeys.has(key)) return expressionOffers(place, spot)
  if (inText && templateKeys.has(key)) {
    const before = text.slice(node.from, at)
    return before.lastIndexOf('{{') > before.lastIndexOf('}}') ? expressionOffers(place, spot) : undefined
  }
  if (attributeKeys.has(key)) {
    return { from, to, offers: names(root, path).map((offer) => ({ ...offer, write: quoted(offer.label), plain: false })) }
  }
  if (key === 'lookup') return { from, to, offers: lookupNames.map((name) => ({ label: name, kind: 'value', write: quoted(name) })) }
  const offers = (key === 'type' && path.length > 1 && typeOffers(place.words)) || schemasAt(root, path).flatMap(literalOffers)
  return offers.length > 0 ? { from, to, offers } : undefined
}

/** Returns the completions at a position. */
export function offersAt(root: JsonNode, text: string, at: number, words: EditorWords = english): Offers | undefined {
  const place = { root, text, at, words }
  const spot = spotAt(root, at)
  const { node, inKey, path } = spot
  if (inKey) return keyOffers(place, spot)
  if (node.kind === 'array' && (path.at(-1) === 'children' || path.at(-1) === 'subform')) {
    const word = wordBefore(text.slice(node.from + 1, at), /[\w"-]/)
    return nodeOffers(at - word.length, at, words)
  }
  if (node.kind === 'object') {
    const pending = node.entries.findLast((entry) => entry.to <= at)
    // After a colon a value is expected, otherwise a key.
    if (pending && /:\s*$/.test(text.slice(pending.to, at)))
      return valueOffers(place, { ...spot, node: pending.node, path: [...path, pending.key] })
    return keyOffers(place, spot)
  }
  return valueOffers(place, spot)
}

export interface Explanation {
  readonly from: number
  readonly to: number
  readonly title: string
  readonly text: string
}

/** Returns the explanation of a position. */
export function explanationAt(root: JsonNode, text: string, at: number, words: EditorWords = english): Explanation | undefined {
  const { node, inKey, path, objectPath } = spotAt(root, at)
  if (inKey) {
    const help = wordsFor(root, objectPath, inKey.key, words)
    return help === undefined ? undefined : { from: inKey.from, to: inKey.to, title: inKey.key, text: help }
  }
  if (node.kind !== 'string') return undefined
  const key = path.at(-1)
  if (key === 'type' && path.length > 1) {
    const type = String(node.value)
    const help = definition(type)?.['description']
    return typeof help === 'string' ? { from: node.from, to: node.to, title: type, text: words.typeHelp(type, help) } : undefined
  }
  return expressionKeys.has(key) || templateKeys.has(key) ? nameExplanation({ root, text, at, words }, path) : undefined
}

/** Explains a function or an attribute in an expression. */
function nameExplanation({ root, text, at, words }: Place, path: Path): Explanation | undefined {
  const start = nameBefore(text.slice(0, at)).length
  const word = /^[\w.]+/.exec(text.slice(at - start))?.[0] ?? ''
  const range = { from: at - start, to: at - start + word.length }
  const record = text[range.to] === '(' ? functionRecord(word) : undefined
  if (record) return { ...range, title: record.signature, text: words.functionHelp(record) }
  const attribute = attributesOf(root, path).find(({ name }) => name === word)
  return attribute && { ...range, title: word, text: attribute.label }
}

interface Property {
  readonly key: string
  readonly schema: Json
  readonly required: boolean
}

function propertiesOf(schema: Json | undefined): Property[] {
  const required = new Set((schema?.['required'] ?? []) as string[])
  const properties = (schema?.['properties'] ?? {}) as Record<string, Json>
  return Object.entries(properties).map(([key, property]) => ({ key, schema: property, required: required.has(key) }))
}

/** Returns the settings of a node type, for the panel that edits them one by one. */
export const settingsOf = (type: string): Property[] => propertiesOf(definition(type))

/** Returns the settings of the form itself. */
export const formProperties = (): Property[] => propertiesOf(whole())

/** Returns every type that can be added, with its description and its minimal settings. */
export function nodeTypes(): { type: string; words: string; body: Json }[] {
  const snippets = (definition('node')?.['defaultSnippets'] ?? []) as { label: string; description: string; body: Json }[]
  return snippets.map(({ label, description, body }) => ({ type: label, words: description, body }))
}

export const hasEntry = (node: JsonNode | undefined, key: string): boolean => entryOf(node, key) !== undefined
