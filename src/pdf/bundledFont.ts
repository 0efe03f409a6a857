import { fetchedFont, type LoadFont } from './fetchedFont.ts'

/**
 * Import this only in the worker: another import would put the fonts into the app twice. `wide` (Latin with
 * all its diacritics, Greek, Cyrillic, Hebrew, Arabic; 122 kB) and `thai` (12 kB) are part of the app; the
 * East Asian fonts (1.5 MB and 0.7 MB) load when a text needs them.
 */
export const bundledFont: LoadFont = async (name) => {
  if (name !== 'wide' && name !== 'thai') return fetchedFont(name)
  const { default: address } = await (name === 'wide' ? import('./fonts/wide.ttf?inline') : import('./fonts/thai.ttf?inline'))
  const text = atob(address.slice(address.indexOf(',') + 1))
  return Uint8Array.from(text, (char) => char.charCodeAt(0))
}
