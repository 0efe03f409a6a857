/**
 * Canonical JSON (RFC 8785): keys sorted by UTF-16 code units, no spaces, `undefined` left out. Numbers and
 * strings have the format of JSON.stringify, as the RFC requires.
 */
export function canonicalJson(value: unknown): string {
  if (value !== null && typeof value === 'object') {
    if (typeof (value as { toJSON?: unknown }).toJSON === 'function') return canonicalJson((value as { toJSON(): unknown }).toJSON())
    if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item ?? null)).join(',')}]`
    const entries = Object.entries(value).filter(([, item]) => item !== undefined && typeof item !== 'function')
    entries.sort(([a], [b]) => (a < b ? -1 : 1))
    return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonicalJson(item)}`).join(',')}}`
  }
  return JSON.stringify(value) ?? 'null'
}

/** SHA-256 as 64 hex digits. A text is hashed as UTF-8. */
export async function sha256Hex(input: string | ArrayBuffer | Blob): Promise<string> {
  return Array.from(await sha256(input), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** SHA-256 as base64url without padding (43 characters). */
export async function sha256Base64url(input: string | ArrayBuffer | Blob): Promise<string> {
  return btoa(String.fromCharCode(...(await sha256(input))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}

async function sha256(input: string | ArrayBuffer | Blob): Promise<Uint8Array> {
  const data = input instanceof Blob ? await input.arrayBuffer() : input
  return new Uint8Array(await crypto.subtle.digest('SHA-256', typeof data === 'string' ? new TextEncoder().encode(data) : data))
}
