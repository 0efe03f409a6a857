import { fetchedFont, type LoadFont } from './fontBytes.ts'

/**
 * For the worker alone: whoever else imports it makes the app carry the fonts twice. `wide` (Latin with all its marks, Greek, Cyrillic, Hebrew, Arabic; 122 kB) and `thai` (12 kB) come with
 * the app; the letters of East Asia (1.5 MB and 0.7 MB) come when a text needs them.
 */
export const bundledFont: LoadFont = async (name) => {
  if (name !== 'wide' && name !== 'thai') return fetchedFont(name)
  const { default: address } = await (name === 'wide' ? import('./fonts/wide.ttf?inline') : import('./fonts/thai.ttf?inline'))
  const text = atob(address.slice(address.indexOf(',') + 1))
  return Uint8Array.from(text, (char) => char.charCodeAt(0))
}
