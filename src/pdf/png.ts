import { inflate, unfilter } from './filters.ts'
import { PdfTrouble } from './shapes.ts'
import { latin1 } from './syntax.ts'

export interface Bitmap {
  readonly width: number
  readonly height: number
  /** One byte per pixel when every pixel is gray, else three. */
  readonly colours: Uint8Array
  readonly grey: boolean
  readonly alpha: Uint8Array | undefined
}

/** More than any drawn signature. Protects against a small file that claims to be a huge picture. */
const mostPixels = 8_000_000

/** Reads a PNG as canvases write it: 8 bits, not interlaced. @throws PdfTrouble broken, too-large */
export function readPng(bytes: Uint8Array): Bitmap {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length < 33 || view.getUint32(0) !== 0x89504e47) throw new PdfTrouble('broken')
  const [width, height, depth, kind, laced] = [view.getUint32(16), view.getUint32(20), bytes[24], bytes[25] ?? 9, bytes[28]]
  const channels = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }[kind]
  if (depth !== 8 || laced !== 0 || channels === undefined || width === 0 || height === 0) throw new PdfTrouble('broken')
  if (width * height > mostPixels) throw new PdfTrouble('too-large')
  const data: Uint8Array[] = []
  let palette: Uint8Array = new Uint8Array(0)
  let clear: Uint8Array = new Uint8Array(0)
  for (let at = 8; at + 12 <= bytes.length; ) {
    const length = view.getUint32(at)
    const chunk = bytes.subarray(at + 8, at + 8 + length)
    const name = latin1(bytes.subarray(at + 4, at + 8))
    if (name === 'IDAT') data.push(chunk)
    if (name === 'PLTE') palette = chunk
    if (name === 'tRNS') clear = chunk
    at += 12 + length
  }
  const joined = new Uint8Array(data.reduce((sum, chunk) => sum + chunk.length, 0))
  let cursor = 0
  for (const chunk of data) {
    joined.set(chunk, cursor)
    cursor += chunk.length
  }
  const rows = unfilter(inflate(joined), width * channels, channels)
  const count = width * height
  const colours = new Uint8Array(count * 3)
  const alpha = new Uint8Array(count).fill(255)
  let seeThrough = false
  let grey = true
  for (let at = 0; at < count; at++) {
    const from = at * channels
    const first = rows[from] ?? 0
    const [r, g, b] =
      kind === 3
        ? [palette[first * 3] ?? 0, palette[first * 3 + 1] ?? 0, palette[first * 3 + 2] ?? 0]
        : kind === 2 || kind === 6
          ? [first, rows[from + 1] ?? 0, rows[from + 2] ?? 0]
          : [first, first, first]
    const own = kind === 3 ? (clear[first] ?? 255) : kind === 4 ? (rows[from + 1] ?? 255) : kind === 6 ? (rows[from + 3] ?? 255) : 255
    colours.set([r, g, b], at * 3)
    alpha[at] = own
    if (own !== 255) seeThrough = true
    if (own !== 0 && (r !== g || g !== b)) grey = false
  }
  const shades = grey ? Uint8Array.from({ length: count }, (_, at) => colours[at * 3] ?? 0) : colours
  return { width, height, colours: shades, grey, alpha: seeThrough ? alpha : undefined }
}
