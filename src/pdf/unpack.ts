import { Inflate, Unzlib } from 'fflate'
import { PdfTrouble } from './PdfContent.ts'
import { type Dict, isDict, Name, type PdfStream, type PdfValue } from './PdfValue.ts'

/**
 * Maximum unpacked size of one stream, bytes. Streams here are cross-reference data, objects and form data,
 * never pictures.
 */
const largest = 96 * 1024 * 1024

type Resolve = (value: PdfValue | undefined) => PdfValue
type Decode = (bytes: Uint8Array, parameters: Dict | undefined, resolve: Resolve) => Uint8Array

const inflateAndPredict: Decode = (bytes, parameters, resolve) => predict(inflate(bytes), parameters, resolve)

/** By the long and the short name of the filter. */
const decoders: ReadonlyMap<string, Decode> = new Map<string, Decode>([
  ['FlateDecode', inflateAndPredict],
  ['Fl', inflateAndPredict],
  ['ASCIIHexDecode', fromHex],
  ['AHx', fromHex],
  ['ASCII85Decode', from85],
  ['A85', from85],
  // The lock of the file has already decrypted the stream.
  ['Crypt', (bytes) => bytes],
])

/** Decodes a stream. Supports structure and text filters only; `undefined` for picture filters. */
export function unpack({ dict, raw }: PdfStream, resolve: Resolve): Uint8Array | undefined {
  const filter = resolve(dict.get('Filter') ?? dict.get('F'))
  const parameters = resolve(dict.get('DecodeParms') ?? dict.get('DP'))
  let bytes = raw
  for (const [at, one] of listOf(filter, resolve).entries()) {
    const own = Array.isArray(parameters) ? resolve(parameters[at]) : parameters
    const decode = one instanceof Name ? decoders.get(one.name) : undefined
    if (!decode) return undefined
    bytes = decode(bytes, isDict(own) ? own : undefined, resolve)
  }
  return bytes
}

function listOf(value: PdfValue, resolve: Resolve): readonly PdfValue[] {
  if (Array.isArray(value)) return value.map(resolve)
  return value === null ? [] : [value]
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
  // Bytes that compress a thousandfold unpack to 4 MB per step: the inflater's own buffer stays small.
  const step = 4 * 1024
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

function predict(bytes: Uint8Array, parameters: Dict | undefined, resolve: Resolve): Uint8Array {
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
      out[to + at] = ((bytes[from + 1 + at] ?? 0) + predicted(kind, left, above, corner)) & 0xff
    }
  }
  return out
}

/** The predicted byte; `kind` is the filter type of PNG. */
function predicted(kind: number, left: number, above: number, corner: number): number {
  switch (kind) {
    case 1:
      return left
    case 2:
      return above
    case 3:
      return (left + above) >> 1
    case 4:
      return paeth(left, above, corner)
    default:
      return 0
  }
}

function paeth(left: number, above: number, corner: number): number {
  const guess = left + above - corner
  const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - above), Math.abs(guess - corner)]
  if (a <= b && a <= c) return left
  return b <= c ? above : corner
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
