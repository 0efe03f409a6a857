import { type Lock, unlock } from './unlock.ts'
import { unpack } from './unpack.ts'
import { PdfTrouble } from './PdfContent.ts'
import { type Dict, isDict, latin1, Name, PdfStream, PdfString, type PdfValue, Reader, Ref, Word } from './PdfValue.ts'

/** The location of an object: at a byte offset (`at`), or at `index` in the object stream `inside`. */
type Place = { readonly at: number; readonly gen: number } | { readonly inside: number; readonly index: number }

/** The maximum file size in bytes. A phone cannot hold several copies of a larger file in memory. */
export const largestFile = 256 * 1024 * 1024
/** The time limit for reading a file, ms. A file that takes longer counts as malicious. */
const patience = 20_000
const mostObjects = 2_000_000

/** The objects of a file. Each object is parsed on first access. */
export class PdfFile {
  readonly bytes: Uint8Array
  readonly trailer: Dict
  /** Byte offset of the last cross-reference section; undefined when the app had to rebuild the table. */
  readonly lastList: number | undefined
  readonly listIsStream: boolean
  /** Number of bytes before `%PDF-`. Offsets in the file count from `%PDF-`. */
  readonly base: number
  readonly places: ReadonlyMap<number, Place>
  readonly size: number
  private readonly lock: Lock | undefined
  private readonly kept = new Map<number, PdfValue>()
  private readonly opened = new Map<number, Map<number, PdfValue>>()
  private readonly reading = new Set<number>()
  private readonly until = Date.now() + patience

  private constructor(found: Found, lock: Lock | undefined) {
    this.bytes = found.bytes
    this.trailer = found.trailer
    this.lastList = found.lastList
    this.listIsStream = found.listIsStream
    this.base = found.base
    this.places = found.places
    this.lock = lock
    let size = 0
    for (const num of found.places.keys()) size = Math.max(size, num + 1)
    const told = found.trailer.get('Size')
    this.size = Math.max(size, typeof told === 'number' && told < mostObjects * 4 ? told : 0)
  }

  /** @throws PdfTrouble */
  static async open(bytes: Uint8Array, password?: string): Promise<PdfFile> {
    if (bytes.length === 0) throw new PdfTrouble('empty')
    if (bytes.length > largestFile) throw new PdfTrouble('too-large')
    const base = headerOf(bytes)
    if (base >= 0) return PdfFile.openAt(bytes, base, password)
    // Viewers open a file that lost its header, if its objects are there.
    return PdfFile.openAt(bytes, 0, password).catch((cause: unknown) => {
      const isUnread = cause instanceof PdfTrouble && (cause.code === 'broken' || cause.code === 'truncated')
      throw isUnread ? new PdfTrouble('not-a-pdf', { cause }) : cause
    })
  }

  private static async openAt(bytes: Uint8Array, base: number, password: string | undefined): Promise<PdfFile> {
    const listed = readLists(bytes, base)
    if (listed) {
      const file = new PdfFile(listed, await lockOf(new PdfFile(listed, undefined), password))
      if (file.isSound()) return file
    }
    const found = scan(bytes, base)
    const bare = new PdfFile(found, undefined)
    const encrypted = isDict(bare.get(found.trailer.get('Encrypt')))
    const file = encrypted ? new PdfFile(found, await lockOf(bare, password)) : bare
    file.openObjectStreams()
    if (!isDict(file.get(file.trailer.get('Root')))) file.findRoot()
    if (file.isSound()) return file
    throw new PdfTrouble(endsWhole(bytes) ? 'broken' : 'truncated')
  }

  get encrypted(): boolean {
    return this.lock !== undefined
  }

  get mayFill(): boolean {
    return this.lock?.mayFill ?? true
  }

  /**
   * Encrypts bytes of object `num gen` for writing; returns them unchanged when the file is not encrypted.
   */
  seal(bytes: Uint8Array, num: number, gen: number, kind: 'strings' | 'streams'): Uint8Array {
    return this.lock?.close(bytes, num, gen, kind) ?? bytes
  }

  /** The value itself, or the object it refers to; null when there is no object. */
  get(value: PdfValue | undefined): PdfValue {
    let found = value ?? null
    for (let steps = 0; found instanceof Ref; steps++) {
      if (steps > 20) return null
      found = this.object(found.num)
    }
    return found
  }

  dict(value: PdfValue | undefined): Dict | undefined {
    const found = this.get(value)
    if (found instanceof PdfStream) return found.dict
    return isDict(found) ? found : undefined
  }

  list(value: PdfValue | undefined): readonly PdfValue[] {
    const found = this.get(value)
    return Array.isArray(found) ? found : []
  }

  name(value: PdfValue | undefined): string | undefined {
    const found = this.get(value)
    return found instanceof Name ? found.name : undefined
  }

  number(value: PdfValue | undefined): number | undefined {
    const found = this.get(value)
    return typeof found === 'number' ? found : undefined
  }

  numbers(value: PdfValue | undefined): number[] {
    return this.list(value).map((item) => this.number(item) ?? 0)
  }

  unpacked(stream: PdfStream): Uint8Array | undefined {
    return unpack(stream, (value) => this.get(value))
  }

  object(num: number): PdfValue {
    const kept = this.kept.get(num)
    if (kept !== undefined) return kept
    if (Date.now() > this.until) throw new PdfTrouble('too-large')
    const place = this.places.get(num)
    // The object refers to itself while it is read (a stream with itself as its length): return null.
    if (!place || this.reading.has(num)) return null
    this.reading.add(num)
    const value = 'at' in place ? this.readAt(place.at, num) : (this.inStream(place.inside).get(num) ?? null)
    this.reading.delete(num)
    this.kept.set(num, value)
    return value
  }

  private readAt(at: number, num: number): PdfValue {
    const reader = new Reader(this.bytes, at)
    const [own, gen, word] = [reader.read(), reader.read(), reader.read()]
    if (own !== num || typeof gen !== 'number' || !(word instanceof Word) || word.word !== 'obj') return null
    const value = reader.value()
    if (value instanceof Word) return null
    if (isDict(value)) {
      const raw = this.streamBytes(reader, value)
      if (raw) {
        // Cross-reference streams are never encrypted, and a stream can exclude itself (the `Crypt` filter).
        const open = value.get('Type') instanceof Name && (value.get('Type') as Name).name === 'XRef'
        return new PdfStream(this.opens(value, num, gen) as Dict, open ? raw : this.openStream(raw, value, num, gen))
      }
    }
    return this.opens(value, num, gen)
  }

  private openStream(raw: Uint8Array, dict: Dict, num: number, gen: number): Uint8Array {
    if (!this.lock) return raw
    const filter = dict.get('Filter')
    const own = Array.isArray(filter) ? filter[0] : filter
    return own instanceof Name && own.name === 'Crypt' ? raw : this.lock.open(raw, num, gen, 'streams')
  }

  private opens(value: PdfValue, num: number, gen: number): PdfValue {
    const { lock } = this
    if (!lock) return value
    if (value instanceof PdfString) return new PdfString(lock.open(value.bytes, num, gen, 'strings'))
    if (Array.isArray(value)) return value.map((item) => this.opens(item, num, gen))
    if (isDict(value)) return new Map([...value].map(([key, item]) => [key, this.opens(item, num, gen)]))
    return value
  }

  /** The raw bytes after the keyword `stream`; undefined when the object has no stream. */
  private streamBytes(reader: Reader, dict: Dict): Uint8Array | undefined {
    reader.skipWhite()
    const { bytes } = reader
    if (latin1(bytes.subarray(reader.at, reader.at + 6)) !== 'stream') return undefined
    let from = reader.at + 6
    if (bytes[from] === 13) from++
    if (bytes[from] === 10) from++
    const told = this.number(dict.get('Length'))
    if (told !== undefined && told >= 0 && from + told <= bytes.length) {
      const after = latin1(bytes.subarray(from + told, from + told + 32))
      if (/^\s*endstream/.test(after)) return bytes.subarray(from, from + told)
    }
    const end = indexOf(bytes, 'endstream', from)
    if (end < 0) return bytes.subarray(from)
    let to = end
    if (bytes[to - 1] === 10) to--
    if (bytes[to - 1] === 13) to--
    return bytes.subarray(from, to)
  }

  private inStream(num: number): Map<number, PdfValue> {
    const known = this.opened.get(num)
    if (known) return known
    const found = new Map<number, PdfValue>()
    this.opened.set(num, found)
    const stream = this.object(num)
    if (!(stream instanceof PdfStream)) return found
    const count = this.number(stream.dict.get('N')) ?? 0
    const first = this.number(stream.dict.get('First')) ?? 0
    const bytes = this.unpacked(stream)
    if (!bytes || count > mostObjects) return found
    const heads = new Reader(bytes)
    for (let index = 0; index < count; index++) {
      const [own, offset] = [heads.read(), heads.read()]
      if (typeof own !== 'number' || typeof offset !== 'number') break
      const value = new Reader(bytes, first + offset).value()
      if (!(value instanceof Word) && !found.has(own)) found.set(own, value)
    }
    return found
  }

  /** True when the table leads to the catalog and to its page tree. */
  private isSound(): boolean {
    const root = this.dict(this.trailer.get('Root'))
    return root !== undefined && this.dict(root.get('Pages')) !== undefined
  }

  /** Adds the objects of all object streams after a scan. The newest definition of an object wins. */
  private openObjectStreams(): void {
    const places = this.places as Map<number, Place>
    for (const [num, place] of [...places].sort(([, a], [, b]) => ('at' in a && 'at' in b ? a.at - b.at : 0))) {
      if (!('at' in place) || !/\/ObjStm\b/.test(latin1(this.bytes.subarray(place.at, place.at + 400)))) continue
      let index = 0
      for (const own of this.inStream(num).keys()) {
        const known = places.get(own)
        if (!known || 'inside' in known || known.at < place.at) {
          places.set(own, { inside: num, index })
          this.kept.delete(own)
        }
        index++
      }
    }
  }

  /** Finds the catalog when there is no trailer: the last one in the file wins. */
  private findRoot(): void {
    let best: Ref | undefined
    for (const num of this.places.keys()) {
      const value = this.object(num)
      if (isDict(value) && this.name(value.get('Type')) === 'Catalog' && this.dict(value.get('Pages'))) best = new Ref(num, 0)
    }
    if (best) this.trailer.set('Root', best)
  }
}

interface Found {
  readonly bytes: Uint8Array
  readonly base: number
  readonly trailer: Dict
  readonly places: Map<number, Place>
  readonly lastList: number | undefined
  readonly listIsStream: boolean
}

async function lockOf(bare: PdfFile, password: string | undefined): Promise<Lock | undefined> {
  const wanted = bare.trailer.get('Encrypt')
  if (wanted === undefined || wanted === null) return undefined
  const flat = (value: PdfValue | undefined, depth = 0): PdfValue => {
    const plain = bare.get(value)
    return isDict(plain) && depth < 5 ? new Map([...plain].map(([key, item]) => [key, flat(item, depth + 1)])) : plain
  }
  const encrypt = flat(wanted)
  if (!isDict(encrypt)) throw new PdfTrouble('broken')
  const id = bare.get(bare.list(bare.trailer.get('ID'))[0])
  return unlock(encrypt, id instanceof PdfString ? id.bytes : new Uint8Array(0), password)
}

/** The header of a PDF within a mail or a download begins at most at this offset, bytes. */
const lastHeader = 1024 * 1024

/** The byte offset of `%PDF-`; -1 when there is none. */
const headerOf = (bytes: Uint8Array): number => indexOf(bytes.subarray(0, lastHeader), '%PDF-', 0)

const endsWhole = (bytes: Uint8Array): boolean => latin1(bytes.subarray(-2048)).includes('%%EOF')

export function indexOf(bytes: Uint8Array, word: string, from: number): number {
  const first = word.charCodeAt(0)
  for (let at = bytes.indexOf(first, from); at >= 0; at = bytes.indexOf(first, at + 1)) {
    let same = 1
    while (same < word.length && bytes[at + same] === word.charCodeAt(same)) same++
    if (same === word.length) return at
  }
  return -1
}

/** Reads all cross-reference sections, newest first; undefined when one of them is invalid. */
function readLists(bytes: Uint8Array, base: number): Found | undefined {
  const tail = latin1(bytes.subarray(-4096))
  const told = /startxref\s+(\d+)(?![\s\S]*startxref\s+\d)/.exec(tail)?.[1]
  if (told === undefined) return undefined
  const places = new Map<number, Place>()
  const seen = new Set<number>()
  let trailer: Dict | undefined
  let listIsStream = false
  const queue = [Number(told)]
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    if (seen.has(next)) continue
    seen.add(next)
    const section = readSection(bytes, next + base, base, places)
    if (!section) return undefined
    const { dict } = section
    if (!trailer) listIsStream = section.isStream
    trailer ??= dict
    const [hybrid, before] = [dict.get('XRefStm'), dict.get('Prev')]
    // In a hybrid file, the section for newer readers (`XRefStm`) has priority over older sections (`Prev`).
    if (typeof before === 'number') queue.unshift(before)
    if (typeof hybrid === 'number') queue.unshift(hybrid)
  }
  if (!trailer || !trailer.has('Root')) return undefined
  if (!placesHold(bytes, places)) return undefined
  return { bytes, base, trailer, places, lastList: Number(told), listIsStream }
}

/** Adds the objects of one cross-reference section to `places`, and returns its dictionary; undefined when it is invalid. */
function readSection(
  bytes: Uint8Array,
  at: number,
  base: number,
  places: Map<number, Place>,
): { dict: Dict; isStream: boolean } | undefined {
  const reader = new Reader(bytes, at)
  const first = reader.read()
  const isStream = typeof first === 'number'
  const isTable = first instanceof Word && first.word === 'xref'
  if (!isStream && !isTable) return undefined
  const dict = isStream ? readListStream(bytes, at, base, places) : readTable(reader, base, places)
  return dict && { dict, isStream }
}

/**
 * True when every object is at the offset that the table gives. One wrong offset makes the whole table
 * invalid.
 */
function placesHold(bytes: Uint8Array, places: Map<number, Place>): boolean {
  for (const [num, place] of places) {
    if (!('at' in place)) continue
    let at = place.at
    while (at < bytes.length && (bytes[at] ?? 0) <= 32) at++
    let own = 0
    let digits = 0
    for (let digit = bytes[at] ?? 0; digit >= 48 && digit <= 57; digit = bytes[++at] ?? 0) {
      own = own * 10 + digit - 48
      digits++
    }
    if (digits === 0 || own !== num) return false
  }
  return true
}

function readTable(reader: Reader, base: number, places: Map<number, Place>): Dict | undefined {
  for (;;) {
    const start = reader.read()
    if (start instanceof Word) {
      if (start.word !== 'trailer') return undefined
      const dict = reader.read()
      return dict instanceof Word || !isDict(dict) ? undefined : dict
    }
    const count = reader.read()
    if (typeof start !== 'number' || typeof count !== 'number' || count > mostObjects) return undefined
    if (!readTableRows(reader, start, count, base, places)) return undefined
  }
}

/** Adds the objects from number `start` on; false when a row is invalid. */
function readTableRows(reader: Reader, start: number, count: number, base: number, places: Map<number, Place>): boolean {
  for (let at = 0; at < count; at++) {
    const [offset, gen, kind] = [reader.read(), reader.read(), reader.read()]
    if (typeof offset !== 'number' || typeof gen !== 'number' || !(kind instanceof Word)) return false
    const num = start + at
    if (places.has(num)) continue
    // Some writers use offset 0 for objects that do not exist.
    if (kind.word === 'n' && offset > 0) places.set(num, { at: offset + base, gen })
    else if (kind.word === 'f') places.set(num, { inside: -1, index: 0 })
  }
  return true
}

function readListStream(bytes: Uint8Array, at: number, base: number, places: Map<number, Place>): Dict | undefined {
  const reader = new Reader(bytes, at)
  const [num, , word] = [reader.read(), reader.read(), reader.read()]
  if (typeof num !== 'number' || !(word instanceof Word) || word.word !== 'obj') return undefined
  const dict = reader.read()
  if (dict instanceof Word || !isDict(dict)) return undefined
  reader.skipWhite()
  const list = listBytes(bytes, reader.at + 6, dict)
  const widths = dict.get('W')
  if (!list || !Array.isArray(widths)) return undefined
  return readListRows(list, widths, rangesOf(dict), base, places) ? dict : undefined
}

/** The unpacked rows of a cross-reference stream; `at` is behind the keyword `stream`. */
function listBytes(bytes: Uint8Array, at: number, dict: Dict): Uint8Array | undefined {
  let from = at
  if (bytes[from] === 13) from++
  if (bytes[from] === 10) from++
  const length = dict.get('Length')
  const end = typeof length === 'number' ? from + length : indexOf(bytes, 'endstream', from)
  return unpack(new PdfStream(dict, bytes.subarray(from, end)), (value) => value ?? null)
}

/** Pairs of the first object number and the number of objects. */
function rangesOf(dict: Dict): readonly PdfValue[] {
  const index = dict.get('Index')
  if (Array.isArray(index)) return index
  const size = dict.get('Size')
  return [0, typeof size === 'number' ? size : 0]
}

/** Adds the objects of all ranges; false when a width or a range is invalid. */
function readListRows(
  list: Uint8Array,
  widths: readonly PdfValue[],
  ranges: readonly PdfValue[],
  base: number,
  places: Map<number, Place>,
): boolean {
  const [a = 0, b = 0, c = 0] = widths.map((width) => (typeof width === 'number' && width >= 0 && width <= 8 ? width : 0))
  let cursor = 0
  const field = (width: number) => {
    let value = 0
    for (let i = 0; i < width; i++) value = value * 256 + (list[cursor++] ?? 0)
    return value
  }
  if (a + b + c === 0) return false
  for (let range = 0; range + 1 < ranges.length; range += 2) {
    const [start, count] = [ranges[range], ranges[range + 1]]
    if (typeof start !== 'number' || typeof count !== 'number' || count > mostObjects) return false
    for (let i = 0; i < count && cursor < list.length; i++) {
      const kind = a > 0 ? field(a) : 1
      const [second, third] = [field(b), field(c)]
      const own = start + i
      if (places.has(own)) continue
      const place = placeOf(kind, second, third, base)
      if (place) places.set(own, place)
    }
  }
  return true
}

/** The location that one row of a cross-reference stream gives; undefined for an unknown kind of row. */
function placeOf(kind: number, second: number, third: number, base: number): Place | undefined {
  switch (kind) {
    case 0:
      return { inside: -1, index: 0 }
    case 1:
      return { at: second + base, gen: third }
    case 2:
      return { inside: second, index: third }
    default:
      return undefined
  }
}

/** Reads a file with a missing or invalid table. */
function scan(bytes: Uint8Array, base: number): Found {
  const places = scanObjects(bytes, base)
  if (places.size === 0) throw new PdfTrouble(endsWhole(bytes) ? 'broken' : 'truncated')
  const trailer = scanTrailers(bytes, base)
  for (const place of places.values()) if ('at' in place) addFromListStream(trailer, bytes, place.at)
  return { bytes, base, trailer, places, lastList: undefined, listIsStream: false }
}

/** Finds every `12 0 obj`. The last object of each number wins. */
function scanObjects(bytes: Uint8Array, base: number): Map<number, Place> {
  const places = new Map<number, Place>()
  for (let at = indexOf(bytes, 'obj', base); at >= 0; at = indexOf(bytes, 'obj', at + 3)) {
    let back = at - 1
    const skip = () => {
      const from = back
      while (back >= 0 && ((bytes[back] ?? 0) === 32 || ((bytes[back] ?? 0) >= 9 && (bytes[back] ?? 0) <= 13))) back--
      return from !== back
    }
    const digits = () => {
      const to = back
      while (back >= 0 && (bytes[back] ?? 0) >= 48 && (bytes[back] ?? 0) <= 57) back--
      return to === back ? undefined : Number(latin1(bytes.subarray(back + 1, to + 1)))
    }
    skip()
    const gen = digits()
    if (gen === undefined || !skip()) continue
    const num = digits()
    if (num === undefined || num > mostObjects * 4) continue
    places.set(num, { at: back + 1, gen })
    if (places.size > mostObjects) throw new PdfTrouble('too-large')
  }
  return places
}

/** All trailers in one dictionary. The last entry of each key wins. */
function scanTrailers(bytes: Uint8Array, base: number): Dict {
  let trailer: Dict = new Map()
  for (let at = indexOf(bytes, 'trailer', base); at >= 0; at = indexOf(bytes, 'trailer', at + 7)) {
    const dict = new Reader(bytes, at + 7).read()
    if (!(dict instanceof Word) && isDict(dict)) trailer = new Map([...trailer, ...dict])
  }
  return trailer
}

/** Adds the entries of a trailer when the object at `at` is a cross-reference stream. */
function addFromListStream(trailer: Dict, bytes: Uint8Array, at: number): void {
  const head = latin1(bytes.subarray(at, at + 300))
  if (!/\/XRef\b/.test(head)) return
  const reader = new Reader(bytes, at)
  reader.read()
  reader.read()
  reader.read()
  const dict = reader.read()
  if (dict instanceof Word || !isDict(dict)) return
  for (const key of ['Root', 'Info', 'ID', 'Encrypt']) {
    const value = dict.get(key)
    if (value !== undefined) trailer.set(key, value)
  }
}
