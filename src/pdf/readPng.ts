import { inflate, unfilter } from './unpack.ts'
import { PdfTrouble } from './PdfContent.ts'
import { latin1 } from './PdfValue.ts'

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

/** Bytes per pixel, by color type: gray, color, palette, gray with alpha, color with alpha. */
const channelCounts: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }
/** Where a pixel has its alpha byte, by color type. */
const alphaOffsets: Readonly<Record<number, number>> = { 4: 1, 6: 3 }
const palette = 3

interface Header {
  readonly width: number
  readonly height: number
  /** The color type of PNG. */
  readonly kind: number
  readonly channels: number
}

interface Chunks {
  /** The compressed rows. */
  readonly data: Uint8Array
  readonly palette: Uint8Array
  /** The alpha of each color of the palette. */
  readonly clear: Uint8Array
}

/** Reads a PNG as canvases write it: 8 bits, not interlaced. @throws PdfTrouble broken, too-large */
export function readPng(bytes: Uint8Array): Bitmap {
  const header = readHeader(bytes)
  const { width, height, kind, channels } = header
  const chunks = readChunks(bytes)
  const rows = unfilter(inflate(chunks.data), width * channels, channels)
  const count = width * height
  const colours = kind === palette ? paletteColours(rows, count, chunks.palette) : rowColours(rows, count, header)
  const alpha = kind === palette ? paletteAlpha(rows, count, chunks.clear) : rowAlpha(rows, count, header)
  const grey = isGrey(colours, alpha)
  const shades = grey ? Uint8Array.from({ length: count }, (_, at) => colours[at * 3] ?? 0) : colours
  return { width, height, colours: shades, grey, alpha: alpha.some((own) => own !== 255) ? alpha : undefined }
}

function readHeader(bytes: Uint8Array): Header {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length < 33 || view.getUint32(0) !== 0x89504e47) throw new PdfTrouble('broken')
  const [width, height, depth, kind, laced] = [view.getUint32(16), view.getUint32(20), bytes[24], bytes[25] ?? 9, bytes[28]]
  const channels = channelCounts[kind]
  if (depth !== 8 || laced !== 0 || channels === undefined || width === 0 || height === 0) throw new PdfTrouble('broken')
  if (width * height > mostPixels) throw new PdfTrouble('too-large')
  return { width, height, kind, channels }
}

function readChunks(bytes: Uint8Array): Chunks {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const data: Uint8Array[] = []
  let colours: Uint8Array = new Uint8Array(0)
  let clear: Uint8Array = new Uint8Array(0)
  for (let at = 8; at + 12 <= bytes.length; ) {
    const length = view.getUint32(at)
    const chunk = bytes.subarray(at + 8, at + 8 + length)
    const name = latin1(bytes.subarray(at + 4, at + 8))
    if (name === 'IDAT') data.push(chunk)
    if (name === 'PLTE') colours = chunk
    if (name === 'tRNS') clear = chunk
    at += 12 + length
  }
  const joined = new Uint8Array(data.reduce((sum, chunk) => sum + chunk.length, 0))
  let cursor = 0
  for (const chunk of data) {
    joined.set(chunk, cursor)
    cursor += chunk.length
  }
  return { data: joined, palette: colours, clear }
}

/** Three bytes per pixel. A pixel that the rows do not contain is 0. */
function rowColours(rows: Uint8Array, count: number, { channels }: Header): Uint8Array {
  const colours = new Uint8Array(count * 3)
  const [green, blue] = channels < 3 ? [0, 0] : [1, 2]
  for (let from = 0, to = 0; to < colours.length; from += channels, to += 3) {
    colours[to] = rows[from] ?? 0
    colours[to + 1] = rows[from + green] ?? 0
    colours[to + 2] = rows[from + blue] ?? 0
  }
  return colours
}

function paletteColours(rows: Uint8Array, count: number, colourOf: Uint8Array): Uint8Array {
  const colours = new Uint8Array(count * 3)
  for (let at = 0, to = 0; at < count; at++, to += 3) {
    const from = (rows[at] ?? 0) * 3
    colours[to] = colourOf[from] ?? 0
    colours[to + 1] = colourOf[from + 1] ?? 0
    colours[to + 2] = colourOf[from + 2] ?? 0
  }
  return colours
}

function rowAlpha(rows: Uint8Array, count: number, { kind, channels }: Header): Uint8Array {
  const alpha = new Uint8Array(count).fill(255)
  const offset = alphaOffsets[kind]
  if (offset === undefined) return alpha
  for (let at = 0, from = offset; at < count; at++, from += channels) alpha[at] = rows[from] ?? 255
  return alpha
}

function paletteAlpha(rows: Uint8Array, count: number, alphaOf: Uint8Array): Uint8Array {
  const alpha = new Uint8Array(count)
  for (let at = 0; at < count; at++) alpha[at] = alphaOf[rows[at] ?? 0] ?? 255
  return alpha
}

/** True when every visible pixel is gray. */
function isGrey(colours: Uint8Array, alpha: Uint8Array): boolean {
  for (let at = 0, from = 0; at < alpha.length; at++, from += 3) {
    const isShade = colours[from] === colours[from + 1] && colours[from + 1] === colours[from + 2]
    if (alpha[at] !== 0 && !isShade) return false
  }
  return true
}
