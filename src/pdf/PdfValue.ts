import { PdfTrouble } from './PdfContent.ts'

/** Bytes as text, one character per byte, to compare names, keywords and numbers. */
export const latin1 = (bytes: Uint8Array): string => {
  let text = ''
  // `apply` with the array: spread syntax would pass every byte through an iterator.
  for (let at = 0; at < bytes.length; at += 8192)
    text += String.fromCharCode.apply(null, bytes.subarray(at, at + 8192) as unknown as number[])
  return text
}

/** The same for a few bytes, without a subarray: parsing a file calls it tens of thousands of times. */
const shortLatin1 = (bytes: Uint8Array, from: number, to: number): string => {
  if (to - from > 64) return latin1(bytes.subarray(from, to))
  let text = ''
  for (let at = from; at < to; at++) text += String.fromCharCode(bytes[at] ?? 0)
  return text
}

export const bytesOf = (text: string): Uint8Array => {
  const bytes = new Uint8Array(text.length)
  for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at) & 0xff
  return bytes
}

/** `/Name`; one character per byte. */
export class Name {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

export class Ref {
  readonly num: number
  readonly gen: number
  constructor(num: number, gen: number) {
    this.num = num
    this.gen = gen
  }
}

export class PdfString {
  readonly bytes: Uint8Array
  constructor(bytes: Uint8Array) {
    this.bytes = bytes
  }
}

export type Dict = Map<string, PdfValue>

/** `raw` is still encoded by its filters, but not encrypted. */
export class PdfStream {
  readonly dict: Dict
  readonly raw: Uint8Array
  constructor(dict: Dict, raw: Uint8Array) {
    this.dict = dict
    this.raw = raw
  }
}

export type PdfValue = null | boolean | number | Name | Ref | PdfString | PdfValue[] | Dict | PdfStream

export const isDict = (value: PdfValue | undefined): value is Dict => value instanceof Map

export const dictOf = (entries: Readonly<Record<string, PdfValue>>): Dict => new Map(Object.entries(entries))

const white = (byte: number | undefined): boolean => byte === 32 || byte === 10 || byte === 13 || byte === 9 || byte === 12 || byte === 0
const delimiter = (byte: number): boolean =>
  byte === 40 ||
  byte === 41 ||
  byte === 60 ||
  byte === 62 ||
  byte === 91 ||
  byte === 93 ||
  byte === 123 ||
  byte === 125 ||
  byte === 47 ||
  byte === 37
export const regular = (byte: number | undefined): byte is number => byte !== undefined && !white(byte) && !delimiter(byte)

/** -1 for other characters. */
function hexDigit(byte: number): number {
  if (byte >= 48 && byte <= 57) return byte - 48
  if (byte >= 65 && byte <= 70) return byte - 55
  return byte >= 97 && byte <= 102 ? byte - 87 : -1
}

/** The bytes of `\n`, `\r`, `\t`, `\b` and `\f`. */
const escapes: ReadonlyMap<number, number> = new Map([
  [110, 10],
  [114, 13],
  [116, 9],
  [98, 8],
  [102, 12],
])

/** A word that is not a value: `obj`, `R`, `endobj`, `BT`. */
export class Word {
  readonly word: string
  constructor(word: string) {
    this.word = word
  }
}

export const END = new Word('')
const CLOSE_ARRAY = new Word(']')
const CLOSE_DICT = new Word('>>')

/** Maximum nesting depth: more than any writer uses; a malicious file stops here. */
const deepest = 200

/** Reads values one after the other. Never throws on invalid bytes: it reads on, as every viewer does. */
export class Reader {
  readonly bytes: Uint8Array
  at: number
  constructor(bytes: Uint8Array, at = 0) {
    this.bytes = bytes
    this.at = at
  }

  skipWhite(): void {
    const { bytes } = this
    for (;;) {
      const byte = bytes[this.at]
      if (white(byte) && this.at < bytes.length) this.at++
      else if (byte === 37) while (this.at < bytes.length && bytes[this.at] !== 10 && bytes[this.at] !== 13) this.at++
      else return
    }
  }

  /** The next value or word; `END` at the end. */
  read(depth = 0): PdfValue | Word {
    if (depth > deepest) throw new PdfTrouble('broken')
    this.skipWhite()
    const { bytes } = this
    const byte = bytes[this.at]
    if (byte === undefined) return END
    if (byte === 47) return this.name()
    if (byte === 40) return this.text()
    if (byte === 91) return this.array(depth)
    if (byte === 93) {
      this.at++
      return CLOSE_ARRAY
    }
    if (byte === 60) return bytes[this.at + 1] === 60 ? this.dict(depth) : this.hex()
    if (byte === 62) {
      this.at += bytes[this.at + 1] === 62 ? 2 : 1
      return CLOSE_DICT
    }
    if (regular(byte)) return this.numberOrWord()
    this.at++
    return new Word(String.fromCharCode(byte))
  }

  /** A value; reads `12 0 R` as one reference. */
  value(): PdfValue | Word {
    const first = this.read()
    if (typeof first !== 'number' || !Number.isInteger(first)) return first
    const after = this.at
    const gen = this.read()
    if (typeof gen === 'number' && Number.isInteger(gen)) {
      const word = this.read()
      if (word instanceof Word && word.word === 'R') return new Ref(first, gen)
    }
    this.at = after
    return first
  }

  private array(depth: number): PdfValue[] {
    this.at++
    const list: PdfValue[] = []
    for (;;) {
      const value = this.read(depth + 1)
      if (value === CLOSE_ARRAY || value === END) return list
      if (value instanceof Word) {
        if (value.word === 'R') this.reference(list)
        else if (value === CLOSE_DICT || value.word === 'endobj') return list
      } else list.push(value)
    }
  }

  private numberOrWord(): PdfValue | Word {
    const { bytes } = this
    const from = this.at
    let whole = 0
    let digits = true
    for (let next = bytes[from]; regular(next); next = bytes[++this.at]) {
      digits &&= next >= 48 && next <= 57
      if (digits) whole = whole * 10 + next - 48
    }
    if (digits && this.at - from < 16) return whole
    const word = shortLatin1(bytes, from, this.at)
    if (/^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/.test(word)) return Number(word)
    if (word === 'true') return true
    if (word === 'false') return false
    if (word === 'null') return null
    // `--12`, `12-3`, `.`: invalid numbers of some writers.
    if (/^[+-.\d]+$/.test(word)) return Number.parseFloat(word.replace(/^-+/, '-')) || 0
    return new Word(word)
  }

  private reference(list: PdfValue[]): void {
    const gen = list.pop()
    const num = list.pop()
    list.push(typeof num === 'number' && typeof gen === 'number' ? new Ref(num, gen) : null)
  }

  private name(): Name {
    const { bytes } = this
    this.at++
    const from = this.at
    while (regular(bytes[this.at])) this.at++
    const raw = shortLatin1(bytes, from, this.at)
    if (!raw.includes('#')) return new Name(raw)
    return new Name(raw.replace(/#([0-9a-fA-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))))
  }

  private text(): PdfString {
    const { bytes } = this
    const out: number[] = []
    let open = 1
    this.at++
    for (; this.at < bytes.length; this.at++) {
      const byte = bytes[this.at] ?? 0
      if (byte === 40) open++
      else if (byte === 41 && --open === 0) break
      if (byte === 13) {
        out.push(10)
        if (bytes[this.at + 1] === 10) this.at++
        continue
      }
      if (byte !== 92) {
        out.push(byte)
        continue
      }
      const next = bytes[++this.at]
      if (next === undefined) break
      const code = this.escaped(next)
      if (code !== undefined) out.push(code)
    }
    this.at++
    return new PdfString(Uint8Array.from(out))
  }

  /** The byte for `\` and `next`, and moves to the end of the escape; undefined for a line end, which continues the text. */
  private escaped(next: number): number | undefined {
    if (next >= 48 && next <= 55) return this.octal(next - 48)
    if (next === 10) return undefined
    if (next === 13) {
      if (this.bytes[this.at + 1] === 10) this.at++
      return undefined
    }
    return escapes.get(next) ?? next
  }

  /** Reads up to two more digits. */
  private octal(first: number): number {
    let code = first
    for (let digits = 1; digits < 3; digits++) {
      const digit = this.bytes[this.at + 1] ?? 0
      if (digit < 48 || digit > 55) break
      code = code * 8 + digit - 48
      this.at++
    }
    return code & 0xff
  }

  private hex(): PdfString {
    const { bytes } = this
    this.at++
    const digits: number[] = []
    for (; this.at < bytes.length && bytes[this.at] !== 62; this.at++) {
      const digit = hexDigit(bytes[this.at] ?? 0)
      if (digit >= 0) digits.push(digit)
    }
    this.at++
    // With an odd number of digits, the last one counts as if a 0 followed.
    const out = new Uint8Array((digits.length + 1) >> 1)
    for (let at = 0; at < out.length; at++) out[at] = ((digits[at * 2] ?? 0) << 4) | (digits[at * 2 + 1] ?? 0)
    return new PdfString(out)
  }

  private dict(depth: number): Dict {
    this.at += 2
    const parts: PdfValue[] = []
    for (;;) {
      const before = this.at
      const value = this.read(depth + 1)
      if (value === CLOSE_DICT || value === END) break
      if (value instanceof Word) {
        if (value.word === 'R') this.reference(parts)
        else if (value.word === 'endobj' || value.word === 'stream') {
          // The closing sign is missing: the next token does not belong to it.
          this.at = before
          break
        }
      } else parts.push(value)
    }
    const dict: Dict = new Map()
    for (let at = 0; at < parts.length; ) {
      const key = parts[at]
      if (!(key instanceof Name)) {
        at++
        continue
      }
      const value = parts[at + 1]
      // Two values for one key: the first one wins, as in other readers.
      if (value !== undefined && !dict.has(key.name)) dict.set(key.name, value)
      at += 2
    }
    return dict
  }
}

function number(value: number): string {
  if (Number.isInteger(value)) return String(value)
  return Number.isFinite(value) ? String(Number(value.toFixed(5))) : '0'
}

export const nameText = (name: string): string =>
  `/${name.replace(/[^!-~]|[#()<>[\]{}/%]/g, (char) => `#${char.charCodeAt(0).toString(16).padStart(2, '0')}`)}`

const stringText = (bytes: Uint8Array): string => {
  let text = '('
  for (const byte of bytes) {
    if (byte === 40 || byte === 41 || byte === 92) text += `\\${String.fromCharCode(byte)}`
    else if (byte === 13) text += '\\r'
    else if (byte === 10) text += '\\n'
    else text += String.fromCharCode(byte)
  }
  return `${text})`
}

/**
 * The value in file syntax, one character per byte. Streams are not written here. `seal` encrypts each
 * string.
 */
export function textOf(value: PdfValue, seal: (bytes: Uint8Array) => Uint8Array = (bytes) => bytes): string {
  if (value === null) return 'null'
  if (typeof value === 'boolean') return String(value)
  if (typeof value === 'number') return number(value)
  if (value instanceof Name) return nameText(value.name)
  if (value instanceof Ref) return `${value.num} ${value.gen} R`
  if (value instanceof PdfString) return stringText(seal(value.bytes))
  if (Array.isArray(value)) return `[${value.map((item) => textOf(item, seal)).join(' ')}]`
  const dict = value instanceof PdfStream ? value.dict : value
  return `<<${[...dict].map(([key, item]) => `${nameText(key)} ${textOf(item, seal)}`).join('\n')}>>`
}

/** The parts of PDFDocEncoding that differ from Latin-1: 0x18–0x1f and 0x80–0x9e. */
const docUpper = '•†‡…—–ƒ⁄‹›−‰„“”‘’‚™ﬁﬂŁŒŠŸŽıłœšž'
const docLower = '˘ˇˆ˙˝˛˚˜'

/** Decodes a text string: UTF-16, UTF-8 (PDF 2.0) or PDFDocEncoding; line ends become \n. */
export function decodeText({ bytes }: PdfString): string {
  let text: string
  if (bytes[0] === 0xfe && bytes[1] === 0xff) text = utf16(bytes.subarray(2), 0, 1)
  else if (bytes[0] === 0xff && bytes[1] === 0xfe) text = utf16(bytes.subarray(2), 1, 0)
  else if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) text = new TextDecoder().decode(bytes.subarray(3))
  else if (bytes.every((byte) => byte >= 32 && byte < 127)) return shortLatin1(bytes, 0, bytes.length)
  else {
    text = ''
    for (const byte of bytes) text += docCharacter(byte)
  }
  return text.replace(/\r\n?/g, '\n')
}

/** The character of PDFDocEncoding. */
function docCharacter(byte: number): string {
  if (byte === 0xa0) return '€'
  if (byte >= 0x80 && byte <= 0x9e) return docUpper[byte - 0x80] ?? ''
  if (byte >= 0x18 && byte <= 0x1f) return docLower[byte - 0x18] ?? ''
  return String.fromCharCode(byte)
}

function utf16(bytes: Uint8Array, high: 0 | 1, low: 0 | 1): string {
  let text = ''
  for (let at = 0; at + 1 < bytes.length; at += 2) text += String.fromCharCode(((bytes[at + high] ?? 0) << 8) | (bytes[at + low] ?? 0))
  // Remove escape sequences that name a language.
  return text.replace(/\u001b[^\u001b]*\u001b/g, '')
}

/** Encodes a text string for every reader: plain for ASCII, else UTF-16 with a byte order mark. */
export function encodeText(text: string): PdfString {
  if (/^[\t\n\r -~]*$/.test(text)) return new PdfString(bytesOf(text))
  const bytes = new Uint8Array(2 + text.length * 2)
  bytes[0] = 0xfe
  bytes[1] = 0xff
  for (let at = 0; at < text.length; at++) {
    bytes[2 + at * 2] = text.charCodeAt(at) >> 8
    bytes[3 + at * 2] = text.charCodeAt(at) & 0xff
  }
  return new PdfString(bytes)
}

/** A time in UTC. */
export const pdfDate = (at: Date): string => `D:${at.toISOString().replace(/\D/g, '').slice(0, 14)}Z`

/** A name for display: UTF-8 when it is valid, else Latin-1. */
export function decodeName(name: string): string {
  if (!/[\u0080-\u00ff]/.test(name)) return name
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytesOf(name))
  } catch {
    return name
  }
}
