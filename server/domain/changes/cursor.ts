/** How far a device has come in each tenant's numbers. */
export type Cursor = ReadonlyMap<string, number>

/** `team-1:12,people%2Fu1:3`: fits into a header. */
export const cursorText = (cursor: Cursor): string => [...cursor].map(([tenant, seq]) => `${encodeURIComponent(tenant)}:${seq}`).join(',')

/** What can't be read is left out, which means that the device begins anew there. */
export function readCursor(text: string | undefined): Cursor {
  const cursor = new Map<string, number>()
  for (const part of (text ?? '').slice(0, 16_384).split(',')) {
    const [, tenant = '', seq = ''] = /^([^:]{1,300}):(\d{1,15})$/.exec(part) ?? []
    try {
      if (tenant !== '') cursor.set(decodeURIComponent(tenant), Number(seq))
    } catch {
      // Not one of ours.
    }
  }
  return cursor
}
