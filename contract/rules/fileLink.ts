import { idPattern } from '../endpoints/records.ts'
import { fileAddress } from '../endpoints/uploads.ts'

const sitePath = /^\/(?![/\\])[^\u0000-\u001f\\]*$/
const inline = /^data:(?:image\/(?:jpeg|png|webp|gif)|application\/pdf)(?:;[\w=.-]+)*;base64,/i
const webAddress = /^https?:\/\//i

interface FileLike {
  readonly id?: unknown
  readonly url?: unknown
}

/**
 * The address to read a file of a record, derived from its id. The stored `url` is not trusted. It is used
 * only when it is a data URL with the picture or PDF itself, or when there is no id (records of other
 * systems) and it is a path of this site. Undefined: there is nothing to open.
 */
export function fileLink({ id, url }: FileLike): string | undefined {
  const said = typeof url === 'string' ? url : ''
  if (inline.test(said)) return said
  if (typeof id === 'string' && idPattern.test(id)) return fileAddress(id)
  return sitePath.test(said) ? said : undefined
}

const isFile = (value: object): value is { filename: string; url: string; id?: unknown } =>
  typeof (value as { filename?: unknown }).filename === 'string' && typeof (value as { url?: unknown }).url === 'string'

/**
 * Returns a copy in which every file has the address derived from its id. A save with another address is not
 * refused: it may have waited on a device for weeks, and a refusal would block a person's answers because of
 * a part that no person typed. No data is lost, because the bytes are found by the id alone. Without an id, a
 * web address stays as a note (no screen follows it), and any other address is removed. Returns the same
 * value when nothing changes.
 */
export function withOwnFileLinks<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value
  let changed: Map<string, unknown> | undefined
  for (const name of Object.keys(value)) {
    const item: unknown = value[name as keyof T]
    const clean = withOwnFileLinks(item)
    if (clean !== item) (changed ??= new Map()).set(name, clean)
  }
  const entries = () => Object.entries(value).map(([name, item]) => [name, changed?.get(name) ?? item] as const)
  const rebuilt = () => (Array.isArray(value) ? entries().map(([, item]) => item) : Object.fromEntries(entries()))
  const copy = (changed ? rebuilt() : value) as T & object
  if (!isFile(copy) || copy.url === '') return copy
  const url = fileLink(copy) ?? (webAddress.test(copy.url) ? copy.url : '')
  return url === copy.url ? copy : { ...copy, url }
}
