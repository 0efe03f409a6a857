import { Inflate, Unzlib } from 'fflate'
import { PdfTrouble } from './shapes.ts'
import { type Dict, isDict, Name, type PdfStream, type PdfValue } from './syntax.ts'

/**
 * Maximum unpacked size of one stream, bytes. Streams here are cross-reference data, objects and form data,
 * never pictures.
 */
const largest = 96 * 1024 * 1024

/** Decodes a stream. Supports structure and text filters only; `undefined` for picture filters. */
export function unpack({ dict, raw }: PdfStream, resolve: (value: PdfValue | undefined) => PdfValue): Uint8Array | undefined {
  const filter = resolve(dict.get('Filter') ?? dict.get('F'))
  const parameters = resolve(dict.get('DecodeParms') ?? dict.get('DP'))
  const filters = Array.isArray(filter) ? filter.map(resolve) : filter === null ? [] : [filter]
  let bytes = raw
  for (const [at, one] of filters.entries()) {
    const own = Array.isArray(parameters) ? resolve(parameters[at]) : parameters
    if (!(one instanceof Name)) return undefined
    if (one.name === 'FlateDecode' || one.name === 'Fl') bytes = predict(inflate(bytes), isDict(own) ? own : undefined, resolve)
    else if (one.name === 'ASCIIHexDecode' || one.name === 'AHx') bytes = fromHex(bytes)
    else if (one.name === 'ASCII85Decode' || one.name === 'A85') bytes = from85(bytes)
    else if (one.name !== 'Crypt') return undefined
  }
  return bytes
}

/** Inflates as far as possible: a truncated stream gives its readable part. @throws PdfTrouble too-large */
export function inflate(bytes: Uint8Array): Uint8Array {
  // True for a zlib header; otherwise raw deflate.
  const zlib = ((bytes[0] ?? 0) & 0x0f) === 8 && (((bytes[0] ?? 0) << 8) | (bytes[1] ?? 0)) % 31 === 0
  const parts: Uint8Array[] = []
  let size = 0
  const take = (part: Uint8Array) => {
    size += part.length
    if (size > largest) throw new PdfTrouble('too-large')
    parts.push(part)
  }
  const step = 64 * 1024
  const stream = zlib ? new Unzlib(take) : new Inflate(take)
  try {
    for (let at = 0; at < bytes.length; at += step) stream.push(bytes.subarray(at, at + step), at + step >= bytes.length)
  } catch (error) {
    if (error instanceof PdfTrouble) throw error
  }
  const out = new Uint8Array(size)
  let at = 0
  for (const part of parts) {
    out.set(part, at)
    at += part.length
  }
  return out
}

function predict(bytes: Uint8Array, parameters: Dict | undefined, resolve: (value: PdfValue | undefined) => PdfValue): Uint8Array {
  const told = (key: string, otherwise: number) => {
    const value = resolve(parameters?.get(key))
    return typeof value === 'number' ? value : otherwise
  }
  const predictor = told('Predictor', 1)
  if (predictor < 2) return bytes
  const pixel = Math.max(1, (told('Colors', 1) * told('BitsPerComponent', 8)) >> 3)
  const row = (told('Columns', 1) * told('Colors', 1) * told('BitsPerComponent', 8) + 7) >> 3
  if (row < 1) return bytes
  if (predictor === 2) {
    const out = bytes.slice()
    for (let start = 0; start < out.length; start += row)
      for (let at = start + pixel; at < Math.min(start + row, out.length); at++) out[at] = ((out[at] ?? 0) + (out[at - pixel] ?? 0)) & 0xff
    return out
  }
  return unfilter(bytes, row, pixel)
}

/** Reverses PNG filters: each row begins with its filter type. `row` and `pixel` are lengths in bytes. */
export function unfilter(bytes: Uint8Array, row: number, pixel: number): Uint8Array {
  const rows = Math.ceil(bytes.length / (row + 1))
  const out = new Uint8Array(rows * row)
  for (let line = 0; line < rows; line++) {
    const from = line * (row + 1)
    const kind = bytes[from] ?? 0
    const to = line * row
    for (let at = 0; at < row; at++) {
      const left = at >= pixel ? (out[to + at - pixel] ?? 0) : 0
      const above = line > 0 ? (out[to + at - row] ?? 0) : 0
      const corner = at >= pixel && line > 0 ? (out[to + at - row - pixel] ?? 0) : 0
      const add = kind === 1 ? left : kind === 2 ? above : kind === 3 ? (left + above) >> 1 : kind === 4 ? paeth(left, above, corner) : 0
      out[to + at] = ((bytes[from + 1 + at] ?? 0) + add) & 0xff
    }
  }
  return out
}

function paeth(left: number, above: number, corner: number): number {
  const guess = left + above - corner
  const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - above), Math.abs(guess - corner)]
  return a <= b && a <= c ? left : b <= c ? above : corner
}

function fromHex(bytes: Uint8Array): Uint8Array {
  const digits = [...bytes].map((byte) => Number.parseInt(String.fromCharCode(byte), 16)).filter((digit) => !Number.isNaN(digit))
  return Uint8Array.from({ length: Math.ceil(digits.length / 2) }, (_, at) => (digits[at * 2] ?? 0) * 16 + (digits[at * 2 + 1] ?? 0))
}

function from85(bytes: Uint8Array): Uint8Array {
  const out: number[] = []
  let group: number[] = []
  const flush = () => {
    const given = group.length
    if (given < 2) return
    while (group.length < 5) group.push(84)
    const value = group.reduce((sum, digit) => sum * 85 + digit, 0)
    for (let at = 0; at < given - 1; at++) out.push(Math.floor(value / 256 ** (3 - at)) & 0xff)
    group = []
  }
  for (const byte of bytes) {
    if (byte === 126) break
    if (byte === 122 && group.length === 0) out.push(0, 0, 0, 0)
    else if (byte >= 33 && byte <= 117) {
      group.push(byte - 33)
      if (group.length === 5) flush()
    }
  }
  flush()
  return Uint8Array.from(out)
}
