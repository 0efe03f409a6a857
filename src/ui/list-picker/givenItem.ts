import type { PickItem } from './pickItem.ts'

const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)
const texts = (value: unknown) => (Array.isArray(value) ? value.filter((each) => typeof each === 'string') : undefined)

const attributesOf = (value: unknown) => (typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {})
const idOf = (item: Record<string, unknown>) => text(item['id']) ?? text(item['key']) ?? text(item['uid'])

/**
 * Converts an item from the server; undefined if it is not a valid item. A plain text is a valid item too,
 * and a description is shown below the label.
 */
export function givenItem(given: unknown): PickItem | undefined {
  if (typeof given === 'string') return { id: given, label: given }
  if (typeof given !== 'object' || given === null) return undefined
  const item = given as Record<string, unknown>
  const id = idOf(item)
  const label = text(item['label']) ?? text(item['name'])
  if (id === undefined || label === undefined) return undefined
  const attributes = attributesOf(item['attributes'])
  const description = text(attributes['description'])
  const shortLabel = text(item['shortLabel']) ?? (description && !label.includes('>') ? `${label}\n${description}` : undefined)
  return {
    id,
    label,
    shortLabel,
    markdown: text(item['markdown']),
    preventListSelect: item['preventListSelect'] === true,
    // People search for a company's people by its name, and for a number by its digits.
    searchTerms: text(item['searchTerms']) ?? texts(item['searchTerms']) ?? texts(Object.values(attributes)),
    fixed: item['fixed'] === true,
    parents: texts(item['parents']),
    email_address: text(item['email_address']) ?? text(attributes['email_address']),
    login: text(item['login']) ?? text(attributes['mobile']),
    key: text(item['key']),
    uid: text(item['uid']),
    attributes,
  }
}
