import { isSitePath } from './isSitePath.ts'

const schemes: ReadonlySet<string> = new Set(['http:', 'https:', 'mailto:', 'tel:'])

/**
 * A safe link target: a path or fragment of this site, http, https, mailto, tel. Undefined for every other
 * address (`javascript:`, `data:`, an address without a scheme), so that the link has no target. Every
 * address from data must be checked with this.
 */
export function safeHref(address: unknown): string | undefined {
  if (typeof address !== 'string') return undefined
  if (isSitePath(address) || /^[#?]/.test(address)) return address
  return URL.canParse(address) && schemes.has(new URL(address).protocol) ? address : undefined
}

/** The same for a file: also bytes on this device (`blob:`). */
export const fileHref = (address: unknown): string | undefined =>
  typeof address === 'string' && address.startsWith('blob:') ? address : safeHref(address)

/** A safe picture source: this site, bytes on this device, or a picture in a data URL. */
export const pictureSrc = (address: unknown): string | undefined =>
  typeof address === 'string' && (isSitePath(address) || /^blob:|^data:image\/(?:jpeg|png|webp|gif);base64,/i.test(address))
    ? address
    : undefined
