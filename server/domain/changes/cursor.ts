/** The last change number that a device has received, by tenant. */
export type Cursor = ReadonlyMap<string, number>

/** Example: `team-1:12,people%2Fu1:3`. The text fits into a header. */
export const cursorText = (cursor: Cursor): string => [...cursor].map(([tenant, seq]) => `${encodeURIComponent(tenant)}:${seq}`).join(',')

/** Skips unreadable parts: the device then starts from the beginning for that tenant. */
export function readCursor(text: string | undefined): Cursor {
  const cursor = new Map<string, number>()
  for (const part of (text ?? '').slice(0, 16_384).split(',')) {
    const [, tenant = '', seq = ''] = /^([^:]{1,300}):(\d{1,15})$/.exec(part) ?? []
    try {
      if (tenant !== '') cursor.set(decodeURIComponent(tenant), Number(seq))
    } catch {
      // Not valid percent-encoding, so this server did not write it.
    }
  }
  return cursor
}
