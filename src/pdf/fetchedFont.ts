export type FontName = 'wide' | 'thai' | 'cjk' | 'hangul'

/** Loads the bytes of a bundled font (`fonts/`). Rejects when it is not available. */
export type LoadFont = (name: FontName) => Promise<Uint8Array>

/** Fetches a font from the app's own address on demand; the service worker caches it. */
export const fetchedFont: LoadFont = async (name) => {
  const response = await fetch(`${import.meta.env.BASE_URL}pdfjs/muster-1/fonts/${name}.ttf`)
  if (!response.ok) throw new Error(`No font ${name}`)
  return new Uint8Array(await response.arrayBuffer())
}

/** Fetches the large fonts that a text needs, so that they are on the device when the text is written without a connection. */
export async function prefetchFonts(text: string): Promise<void> {
  const large = fontsFor(text).filter((name) => name === 'cjk' || name === 'hangul')
  await Promise.allSettled(large.map(fetchedFont))
}

/** The bundled fonts that a text needs in addition to the standard ones, in order of priority. */
export function fontsFor(text: string): FontName[] {
  const names: FontName[] = ['wide']
  if (/[\u0e00-\u0e7f]/.test(text)) names.push('thai')
  if (/[\u1100-\u11ff\u3130-\u318f\uac00-\ud7af]/.test(text)) names.push('hangul')
  if (/[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef]/.test(text)) names.push('cjk')
  return names
}
