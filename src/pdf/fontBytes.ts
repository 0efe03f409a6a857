export type FontName = 'wide' | 'thai' | 'cjk' | 'hangul'

/** Bytes of a bundled font (`fonts/`). Rejects where it can not be reached. */
export type LoadFont = (name: FontName) => Promise<Uint8Array>

/**
 * In the browser. `wide` (Latin with all its marks, Greek, Cyrillic, Hebrew, Arabic; 122 kB) and `thai` (12 kB) come with the app; the letters of
 * East Asia (1.5 MB and 0.7 MB) come when a text needs them, from our own address, and stay in the worker's cache.
 */
export const bundledFont: LoadFont = async (name) => {
  if (name === 'wide' || name === 'thai') {
    const { default: address } = await (name === 'wide' ? import('./fonts/wide.ttf?inline') : import('./fonts/thai.ttf?inline'))
    const text = atob(address.slice(address.indexOf(',') + 1))
    return Uint8Array.from(text, (char) => char.charCodeAt(0))
  }
  const response = await fetch(`${import.meta.env.BASE_URL}pdfjs/muster-1/fonts/${name}.ttf`)
  if (!response.ok) throw new Error(`No font ${name}`)
  return new Uint8Array(await response.arrayBuffer())
}

/** Which bundled fonts a text needs beside the standard ones, in the order in which they are asked for a character. */
export function fontsFor(text: string): FontName[] {
  const names: FontName[] = ['wide']
  if (/[\u0e00-\u0e7f]/.test(text)) names.push('thai')
  if (/[\u1100-\u11ff\u3130-\u318f\uac00-\ud7af]/.test(text)) names.push('hangul')
  if (/[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef]/.test(text)) names.push('cjk')
  return names
}
