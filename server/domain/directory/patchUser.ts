import { matches, parsePath } from './parseFilter.ts'
import { ScimError } from './ScimError.ts'
import {
  type Attribute,
  attributeOf,
  enterprisePart,
  enterpriseSchema,
  isSkipped,
  type Item,
  partOf,
  readAttribute,
  readBoolean,
  readText,
  type UserDocument,
} from './UserDocument.ts'

export interface Operation {
  readonly op: 'add' | 'replace' | 'remove'
  readonly path?: string | undefined
  readonly value?: unknown
}

/** A PATCH of 1,000 members has one operation, or one for each member. */
const mostOperations = 1_000

/** Reads the body of a PATCH. Entra ID writes `Add`, `Replace` and `Remove`. @throws ScimError */
export function readOperations(body: unknown): Operation[] {
  const entry = Object.entries((body ?? {}) as Record<string, unknown>).find(([key]) => key.toLowerCase() === 'operations')
  if (!Array.isArray(entry?.[1])) throw new ScimError(400, 'A PATCH has a list of Operations.', 'invalidSyntax')
  if (entry[1].length > mostOperations) throw new ScimError(400, `A PATCH has at most ${mostOperations} operations.`, 'tooMany')
  return entry[1].map((given: unknown) => {
    const { op, path, value } = (given ?? {}) as Record<string, unknown>
    const name = typeof op === 'string' ? op.toLowerCase() : ''
    if (name !== 'add' && name !== 'replace' && name !== 'remove')
      throw new ScimError(400, 'The op of an operation is add, replace or remove.', 'invalidSyntax')
    if (path !== undefined && path !== null && typeof path !== 'string')
      throw new ScimError(400, 'The path of an operation is a text.', 'invalidPath')
    if (name === 'remove' && (path === undefined || path === null || path === ''))
      throw new ScimError(400, 'An operation that removes needs a path.', 'noTarget')
    return { op: name, path: path || undefined, value }
  })
}

/** Returns the document after all operations. @throws ScimError; then none of them counts */
export function patchUser(document: UserDocument, operations: readonly Operation[]): UserDocument {
  const patched = structuredClone(document)
  for (const operation of operations) apply(patched, operation)
  return patched
}

function apply(document: UserDocument, { op, path, value }: Operation): void {
  if (path !== undefined) return change(document, op, path, value)
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new ScimError(400, 'An operation without a path has an object of attributes as its value.', 'invalidValue')
  // The names of such an object may be paths: Entra ID sends `name.givenName` and `emails[type eq "work"].value`.
  for (const [key, given] of Object.entries(value)) change(document, op, key, given)
}

const isSchema = (name: string) => name === enterpriseSchema.toLowerCase()

function change(document: UserDocument, op: Operation['op'], path: string, value: unknown): void {
  const { name, filter, sub } = parsePath(path)
  const part = enterprisePart(name)
  const attribute = attributeOf(part === undefined ? name : enterpriseSchema)
  if (!attribute) {
    if (isSkipped(name) && !isSchema(name)) return
    throw new ScimError(400, 'The path names an attribute that does not exist.', 'invalidPath')
  }
  const target = document as Record<string, unknown>
  const inItems = part === undefined && (filter !== undefined || (sub !== undefined && attribute.kind === 'list'))
  if (inItems) return changeItems(target, attribute, { op, filter, sub, value })
  const single = part ?? sub
  if (single !== undefined) return setPart(target, attribute, single, op === 'remove' ? undefined : value)
  changeWhole(target, attribute, op, value)
}

function changeWhole(target: Record<string, unknown>, attribute: Attribute, op: Operation['op'], value: unknown): void {
  if (op === 'remove') return set(target, attribute, undefined)
  const read = readAttribute(attribute, value)
  if (op === 'add' && attribute.kind === 'list') return set(target, attribute, withItems(target[attribute.name], read))
  // What a complex attribute does not name stays (RFC 7644 §3.5.2.3).
  const isMerged = attribute.kind === 'complex' && read !== undefined
  set(target, attribute, isMerged ? { ...(target[attribute.name] as object | undefined), ...(read as object) } : read)
}

function set(target: Record<string, unknown>, { name }: Attribute, value: unknown): void {
  if (value === undefined || (Array.isArray(value) && value.length === 0)) delete target[name]
  else target[name] = value
}

function setPart(target: Record<string, unknown>, attribute: Attribute, given: string, value: unknown): void {
  const part = partOf(attribute, given)
  if (part === undefined) {
    if (isSkipped(given)) return
    throw new ScimError(400, 'The path names a part that this attribute does not have.', 'invalidPath')
  }
  const held = { ...(target[attribute.name] as Record<string, string> | undefined) }
  const text = readText(`${attribute.name}.${part}`, value)
  if (text === undefined) delete held[part]
  else held[part] = text
  set(target, attribute, Object.keys(held).length === 0 ? undefined : held)
}

/** Adds items; one with the same value and type is there already. One primary item remains. */
function withItems(held: unknown, added: unknown): Item[] {
  const items = [...((held as Item[] | undefined) ?? [])]
  for (const item of (added as Item[] | undefined) ?? []) {
    if (item.primary) for (const other of items) delete other.primary
    const index = items.findIndex(({ value, type }) => value === item.value && type === item.type)
    if (index >= 0) items[index] = item
    else items.push(item)
  }
  if (items.length > 20) throw new ScimError(400, 'A list has at most 20 entries.', 'invalidValue')
  return items
}

interface ItemChange {
  readonly op: Operation['op']
  readonly filter: ReturnType<typeof parsePath>['filter']
  readonly sub: string | undefined
  readonly value: unknown
}

function changeItems(target: Record<string, unknown>, attribute: Attribute, { op, filter, sub, value }: ItemChange): void {
  if (attribute.kind !== 'list') throw new ScimError(400, 'Only lists have a filter in their path.', 'invalidPath')
  if (sub !== undefined && partOf(attribute, sub) === undefined)
    throw new ScimError(400, 'The path names a part that this attribute does not have.', 'invalidPath')
  const items = ((target[attribute.name] as Item[] | undefined) ?? []).map((item) => ({ ...item }))
  const fits = (item: Item) => !filter || matches(filter, item)
  if (op === 'remove' && sub === undefined)
    return set(
      target,
      attribute,
      items.filter((item) => !fits(item)),
    )
  for (const item of itemsToChange(items, { op, filter, fits })) {
    if (sub === undefined) Object.assign(item, (readAttribute(attribute, value) as Item[] | undefined)?.[0])
    else setItemPart(item, sub, op === 'remove' ? undefined : value, attribute.name)
    keepOnePrimary(items, item)
  }
  set(
    target,
    attribute,
    items.filter((item) => item.value !== undefined),
  )
}

function keepOnePrimary(items: readonly Item[], changed: Item): void {
  if (!changed.primary) return
  for (const other of items) if (other !== changed) delete other.primary
}

/** The items that fit; a new one if none does and the filter says how it is. @throws ScimError noTarget */
function itemsToChange(items: Item[], { op, filter, fits }: Pick<ItemChange, 'op' | 'filter'> & { fits(item: Item): boolean }): Item[] {
  const found = items.filter(fits)
  if (found.length > 0 || op === 'remove') return found
  const item = emptyItemOf(filter)
  if (!item) throw new ScimError(400, 'No entry fits the filter of the path.', 'noTarget')
  items.push(item)
  return [item]
}

function setItemPart(item: Item, sub: string, value: unknown, name: string): void {
  const part = sub as keyof Item
  const read = part === 'primary' ? readBoolean(`${name}.${sub}`, value) : readText(`${name}.${sub}`, value)
  if (read === undefined) delete item[part]
  else Object.assign(item, { [part]: read })
}

/** Entra ID replaces `emails[type eq "work"].value` also if there is no such address yet: then there is one now. */
function emptyItemOf(filter: ItemChange['filter']): Item | undefined {
  if (!filter) return {}
  if (filter.kind === 'and') {
    const [left, right] = [emptyItemOf(filter.left), emptyItemOf(filter.right)]
    return left && right && { ...left, ...right }
  }
  if (filter.kind !== 'compare' || filter.operator !== 'eq') return undefined
  const { name } = filter.attribute
  if (name === 'primary') return { primary: filter.value === true }
  return (name === 'type' || name === 'value') && typeof filter.value === 'string' ? { [name]: filter.value } : undefined
}
