import type { Model } from '../../contract/endpoints/records.ts'

/**
 * Canonical JSON (RFC 8785): keys sorted by UTF-16 code units, no spaces. `undefined` and functions are left
 * out as in JSON; a number that JSON does not support is null.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item)).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const toJSON = (value as { toJSON?: unknown }).toJSON
  if (typeof toJSON === 'function') return canonicalJson(toJSON.call(value))
  const held = Object.entries(value).filter(([, part]) => part !== undefined && typeof part !== 'function' && typeof part !== 'symbol')
  held.sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${held.map(([key, part]) => `${JSON.stringify(key)}:${canonicalJson(part)}`).join(',')}}`
}

const volatile: ReadonlySet<string> = new Set(['timestamp', 'key', 'lang', 'loadCount'])
const isProcessing = (value: unknown) => value === 'Processing' || (Array.isArray(value) && value.length === 1 && value[0] === 'Processing')

/**
 * The model without attributes that the server or a reload changes: a draft must survive such changes
 * (sync.md §3.2).
 */
function settled(model: Model): Model {
  return Object.fromEntries(
    Object.entries(model).filter(
      ([key, value]) => !volatile.has(key) && !((key === 'titleStatus' || key === 'tags') && isProcessing(value)),
    ),
  )
}

/**
 * Identifies the data that a visit opened: base64url(SHA-256(canonical JSON of path, component and model)).
 * `model` is the record as the form opens it (the server's copy with the person's own unsent saves on top),
 * before defaults. A draft is restored only when this equals the stored hash (spec/1 §4.6).
 */
export async function initHash({ path, component, model }: { path: string; component: string; model: Model }): Promise<string> {
  const bytes = new TextEncoder().encode(canonicalJson({ path, component, model: settled(model) }))
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return btoa(String.fromCharCode(...digest))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/={1,2}$/, '')
}
