import { isSitePath } from './sitePath.ts'

const schemes: ReadonlySet<string> = new Set(['http:', 'https:', 'mailto:', 'tel:'])

/**
 * Where a link may lead: a path or a place of this site, http, https, mailto, tel. Undefined for every other address (`javascript:`, `data:`, an address
 * without a scheme), so that the link leads nowhere. Every address that comes from data goes through this.
 */
export function safeHref(address: unknown): string | undefined {
  if (typeof address !== 'string') return undefined
  if (isSitePath(address) || /^[#?]/.test(address)) return address
  return URL.canParse(address) && schemes.has(new URL(address).protocol) ? address : undefined
}

/** The same for a file: also bytes that this device holds (`blob:`). */
export const fileHref = (address: unknown): string | undefined =>
  typeof address === 'string' && address.startsWith('blob:') ? address : safeHref(address)

/** What a picture may be drawn from: this site, bytes that this device holds, or a picture inside the address. */
export const pictureSrc = (address: unknown): string | undefined =>
  typeof address === 'string' && (isSitePath(address) || /^blob:|^data:image\/(?:jpeg|png|webp|gif);base64,/i.test(address))
    ? address
    : undefined
