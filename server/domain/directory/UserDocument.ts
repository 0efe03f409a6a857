import { ScimError } from './ScimError.ts'

export const userSchema = 'urn:ietf:params:scim:schemas:core:2.0:User'
export const enterpriseSchema = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'

/** What the server keeps of a user, as the directory sent it. Names are those of RFC 7643. */
export type Item = { value?: string; type?: string; display?: string; primary?: boolean }
export interface UserDocument {
  userName?: string
  externalId?: string
  displayName?: string
  nickName?: string
  title?: string
  userType?: string
  preferredLanguage?: string
  locale?: string
  timezone?: string
  active?: boolean
  name?: Record<string, string>
  emails?: Item[]
  phoneNumbers?: Item[]
  [enterpriseSchema]?: Record<string, string>
}

/** The kinds of attributes. `sub`: the parts of a complex one, or of each element of a list. */
export interface Attribute {
  readonly name: keyof UserDocument
  readonly kind: 'text' | 'boolean' | 'complex' | 'list'
  readonly sub?: readonly string[]
}

const texts = ['userName', 'externalId', 'displayName', 'nickName', 'title', 'userType', 'preferredLanguage', 'locale', 'timezone'] as const
const itemParts = ['value', 'type', 'display', 'primary']

export const attributes: readonly Attribute[] = [
  ...texts.map((name) => ({ name, kind: 'text' }) as const),
  { name: 'active', kind: 'boolean' },
  { name: 'name', kind: 'complex', sub: ['formatted', 'familyName', 'givenName', 'middleName', 'honorificPrefix', 'honorificSuffix'] },
  { name: 'emails', kind: 'list', sub: itemParts },
  { name: 'phoneNumbers', kind: 'list', sub: itemParts },
  { name: enterpriseSchema, kind: 'complex', sub: ['employeeNumber', 'costCenter', 'organization', 'division', 'department'] },
]

/** Attributes of the standard that the server does not keep: they are skipped, as RFC 7644 §3.3 allows. */
const skipped = new Set(
  [
    ...['schemas', 'id', 'meta', 'groups', 'password', 'addresses', 'photos', 'ims', 'entitlements', 'roles', 'x509Certificates'],
    ...['profileUrl', 'manager'],
  ].map((name) => name.toLowerCase()),
)
export const isSkipped = (name: string): boolean => skipped.has(name.toLowerCase()) || name.toLowerCase().startsWith('urn:')

const byName = new Map(attributes.map((one) => [one.name.toLowerCase(), one]))
/** Parts of the extension are also written without its schema. */
const enterprise = attributes.find(({ name }) => name === enterpriseSchema) as Attribute

export const attributeOf = (name: string): Attribute | undefined => byName.get(name.toLowerCase())
export const enterprisePart = (name: string): string | undefined => partOf(enterprise, name)
export const partOf = ({ sub = [] }: Attribute, name: string): string | undefined =>
  sub.find((one) => one.toLowerCase() === name.toLowerCase())

const mostText = 256
const mostItems = 20

const wrong = (name: string, expected: string) => new ScimError(400, `${name}: expected ${expected}.`, 'invalidValue')

export function readText(name: string, value: unknown): string | undefined {
  if (value === null || value === undefined) return undefined
  if (typeof value !== 'string' && typeof value !== 'number') throw wrong(name, 'a text')
  const text = String(value).trim()
  if (text.length > mostText) throw wrong(name, `at most ${mostText} characters`)
  return text === '' ? undefined : text
}

/** Entra ID sends booleans as the texts `True` and `False`. */
export function readBoolean(name: string, value: unknown): boolean | undefined {
  if (value === null || value === undefined) return undefined
  if (typeof value === 'boolean') return value
  const lower = typeof value === 'string' ? value.toLowerCase() : ''
  if (lower !== 'true' && lower !== 'false') throw wrong(name, 'true or false')
  return lower === 'true'
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

function readParts(attribute: Attribute, value: unknown): Record<string, string> | undefined {
  if (value === null || value === undefined) return undefined
  if (!isObject(value)) throw wrong(attribute.name, 'an object')
  const read: Record<string, string> = {}
  for (const [key, given] of Object.entries(value)) {
    const part = partOf(attribute, key)
    const text = part === undefined ? undefined : readText(`${attribute.name}.${part}`, given)
    if (part !== undefined && text !== undefined) read[part] = text
  }
  return Object.keys(read).length === 0 ? undefined : read
}

function readItem({ name }: Attribute, value: unknown): Item {
  if (typeof value === 'string') return { value: readText(name, value) ?? '' }
  if (!isObject(value)) throw wrong(name, 'a list of objects')
  const item: Item = {}
  for (const [key, given] of Object.entries(value)) {
    const lower = key.toLowerCase()
    if (lower === 'primary') {
      const primary = readBoolean(`${name}.primary`, given)
      if (primary !== undefined) item.primary = primary
      continue
    }
    const part = (['value', 'type', 'display'] as const).find((one) => one === lower)
    const text = part && readText(`${name}.${part}`, given)
    if (part && text !== undefined) item[part] = text
  }
  return item
}

function readItems(attribute: Attribute, value: unknown): Item[] | undefined {
  if (value === null || value === undefined) return undefined
  const list = Array.isArray(value) ? value : [value]
  if (list.length > mostItems) throw wrong(attribute.name, `at most ${mostItems} entries`)
  const items = list.map((one) => readItem(attribute, one)).filter(({ value: given }) => given !== undefined && given !== '')
  return items.length === 0 ? undefined : items
}

/** The value of an attribute in the form that the server keeps. undefined: there is none. @throws ScimError invalidValue */
export function readAttribute(attribute: Attribute, value: unknown): unknown {
  if (attribute.kind === 'text') return readText(attribute.name, value)
  if (attribute.kind === 'boolean') return readBoolean(attribute.name, value)
  return attribute.kind === 'list' ? readItems(attribute, value) : readParts(attribute, value)
}

/** @throws ScimError if a value has another kind than its attribute */
export function readUser(body: unknown): UserDocument {
  if (!isObject(body)) throw new ScimError(400, 'The body must be a JSON object.', 'invalidSyntax')
  const read: Record<string, unknown> = {}
  for (const [key, given] of Object.entries(body)) {
    const attribute = attributeOf(key)
    const value = attribute && readAttribute(attribute, given)
    if (attribute && value !== undefined) read[attribute.name] = value
  }
  return read
}

const ofType = (items: readonly Item[] | undefined, type: string) => items?.find((item) => item.type?.toLowerCase() === type)?.value

/** The address of the work, the primary one or the first, else the userName if it is an address. */
export const emailIn = ({ emails, userName }: UserDocument): string | undefined => {
  const found = ofType(emails, 'work') ?? emails?.find(({ primary }) => primary)?.value ?? emails?.[0]?.value
  return (found ?? (userName?.includes('@') ? userName : undefined))?.toLowerCase()
}

/** The number of type `mobile`, else the userName if it is a number. Numbers of offices receive no texts. */
export const mobileIn = ({ phoneNumbers, userName }: UserDocument): string | undefined =>
  ofType(phoneNumbers, 'mobile') ?? (/^\+\d[\d ().-]{6,20}$/.test(userName ?? '') ? userName : undefined)

export function nameIn(document: UserDocument): string {
  const { name, displayName, userName = '' } = document
  const parts = [name?.['givenName'], name?.['middleName'], name?.['familyName']].filter(Boolean).join(' ')
  return (displayName ?? name?.['formatted'] ?? (parts || userName)).slice(0, 200)
}
