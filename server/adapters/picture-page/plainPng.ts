import { inflateSync } from 'node:zlib'

/** More than a phone's largest photo. A few bytes can claim to be a huge picture. */
export const mostPixels = 16_000_000
/**
 * Bytes of the unpacked lines: this many pixels of red, green, blue and alpha, 8 bits each, and a byte per
 * line.
 */
const mostUnpacked = mostPixels * 4 + 64 * 1024

export class PngTrouble extends Error {
  readonly code: 'pixels' | 'broken'
  constructor(code: PngTrouble['code'], options?: ErrorOptions) {
    super(code, options)
    this.name = 'PngTrouble'
    this.code = code
  }
}

/** Samples per pixel by color type, and the allowed bit depths (PNG 11.2.1). */
const types: Readonly<Record<number, { readonly samples: number; readonly depths: readonly number[] }>> = {
  0: { samples: 1, depths: [1, 2, 4, 8, 16] },
  2: { samples: 3, depths: [8, 16] },
  3: { samples: 1, depths: [1, 2, 4, 8] },
  4: { samples: 2, depths: [8, 16] },
  6: { samples: 4, depths: [8, 16] },
}

/** First pixel and step of each pass of an interlaced picture (PNG 8.2). */
const passes = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const

interface Header {
  readonly width: number
  readonly height: number
  readonly depth: number
  readonly colour: number
  readonly interlaced: boolean
}

/** Bytes of a picture's unpacked lines. */
export function unpackedSize({ width, height, depth, colour, interlaced }: Header): number {
  const bits = depth * (types[colour]?.samples ?? 0)
  const lines = (w: number, h: number) => (w > 0 && h > 0 ? (Math.ceil((w * bits) / 8) + 1) * h : 0)
  if (!interlaced) return lines(width, height)
  return passes.reduce((sum, [x, y, dx, dy]) => sum + lines(Math.ceil((width - x) / dx), Math.ceil((height - y) / dy)), 0)
}

const kept = new Set(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND'])

/**
 * The PNG with only its pixels. It drops texts, profiles and further frames, because each of them may
 * unpack to any size. The lines are unpacked once, no further than the header says, so that the cost of
 * decoding the result is known.
 * @throws PngTrouble pixels, broken
 */
export function plainPng(bytes: Uint8Array): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let header: Header | undefined
  let ended = false
  const chunks: Uint8Array[] = [bytes.subarray(0, 8)]
  const packed: Uint8Array[] = []
  for (let at = 8; at + 12 <= bytes.length && !ended; ) {
    const length = view.getUint32(at)
    const name = String.fromCharCode(...bytes.subarray(at + 4, at + 8))
    if (at + 12 + length > bytes.length) throw new PngTrouble('broken')
    if ((header === undefined) !== (name === 'IHDR')) throw new PngTrouble('broken')
    if (name === 'IHDR') header = headerOf(view, at + 8, length)
    if (name === 'IDAT') packed.push(bytes.subarray(at + 8, at + 8 + length))
    if (kept.has(name)) chunks.push(bytes.subarray(at, at + 12 + length))
    ended = name === 'IEND'
    at += 12 + length
  }
  if (!header || !ended) throw new PngTrouble('broken')
  refuseMore(packed, unpackedSize(header))
  return Buffer.concat(chunks)
}

function headerOf(view: DataView, at: number, length: number): Header {
  if (length !== 13) throw new PngTrouble('broken')
  const [width, height] = [view.getUint32(at), view.getUint32(at + 4)]
  const [depth, colour, packing, filter, lace] = [8, 9, 10, 11, 12].map((place) => view.getUint8(at + place)) as [
    number,
    number,
    number,
    number,
    number,
  ]
  const header = { width, height, depth, colour, interlaced: lace === 1 }
  if (width === 0 || height === 0 || !types[colour]?.depths.includes(depth) || packing !== 0 || filter !== 0 || lace > 1)
    throw new PngTrouble('broken')
  if (width * height > mostPixels || unpackedSize(header) > mostUnpacked) throw new PngTrouble('pixels')
  return header
}

function refuseMore(packed: readonly Uint8Array[], size: number): void {
  try {
    if (inflateSync(Buffer.concat(packed), { maxOutputLength: size }).length < size) throw new PngTrouble('broken')
  } catch (cause) {
    throw cause instanceof PngTrouble ? cause : new PngTrouble('broken', { cause })
  }
}
