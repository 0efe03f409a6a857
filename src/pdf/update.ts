import { zlibSync } from 'fflate'
import { joined, objectBytes, type Row, type Seal, sections, tableText } from './objectBytes.ts'
import type { PdfFile } from './PdfFile.ts'
import { bytesOf, type Dict, dictOf, Name, pdfDate, PdfStream, PdfString, type PdfValue, Ref, textOf } from './PdfValue.ts'

/**
 * An incremental update, appended to a file: changed and new objects, and a cross-reference section that
 * points to the previous one.
 */
export class Update {
  readonly file: PdfFile
  private readonly changed = new Map<number, { gen: number; value: PdfValue }>()
  private next: number
  constructor(file: PdfFile) {
    this.file = file
    this.next = Math.max(1, file.size)
  }

  /** Reserves a number for an object that `set` adds later. */
  reserve(): Ref {
    return new Ref(this.next++, 0)
  }

  set(ref: Ref, value: PdfValue): void {
    this.changed.set(ref.num, { gen: ref.gen, value })
  }

  add(value: PdfValue): Ref {
    const ref = this.reserve()
    this.set(ref, value)
    return ref
  }

  /** Adds a stream, compressed when that is shorter. */
  addStream(dict: Dict, bytes: Uint8Array): Ref {
    return this.add(packed(dict, bytes))
  }

  get isEmpty(): boolean {
    return this.changed.size === 0
  }

  /** The whole file: the original bytes, then the update. `at` is the time of the change. */
  finish(at: Date): Uint8Array {
    const { file } = this
    this.stamp(at)
    const parts: Uint8Array[] = []
    let size = file.bytes.length
    const push = (part: Uint8Array) => {
      parts.push(part)
      size += part.length
    }
    push(file.bytes.at(-1) === 10 ? new Uint8Array(0) : bytesOf('\n'))
    const encrypt = file.trailer.get('Encrypt')
    const offsets = new Map<number, { at: number; gen: number }>()
    const write = (num: number, gen: number, value: PdfValue, open = false) => {
      offsets.set(num, { at: size - file.base, gen })
      const plain = open || (encrypt instanceof Ref && encrypt.num === num)
      const seal: Seal = (bytes, kind) => (plain ? bytes : file.seal(bytes, num, gen, kind))
      for (const part of objectBytes(new Ref(num, gen), value, seal)) push(part)
    }
    const changed = [...this.changed].sort(([a], [b]) => a - b)
    for (const [num, { gen, value }] of changed) write(num, gen, value)

    const whole = file.lastList === undefined
    const asStream = whole ? [...file.places.values()].some((place) => 'inside' in place && place.inside >= 0) : file.listIsStream
    const trailer = this.trailer(whole)
    const start = size
    const rows = this.rows(offsets, whole)
    if (asStream) {
      const num = this.next++
      rows.push({ num, kind: 1, second: start - file.base, third: 0 })
      trailer.set('Size', this.next)
      write(num, 0, listStream(trailer, rows), true)
    } else {
      trailer.set('Size', this.next)
      push(bytesOf(`${tableText(rows, whole)}trailer\n${textOf(trailer)}\n`))
    }
    push(bytesOf(`startxref\n${start - file.base}\n%%EOF\n`))
    return joined([file.bytes, ...parts])
  }

  private trailer(whole: boolean): Dict {
    const { file } = this
    const trailer: Dict = new Map()
    for (const key of ['Root', 'Info', 'Encrypt']) {
      const value = file.trailer.get(key)
      if (value !== undefined) trailer.set(key, value)
    }
    const [first] = file.list(file.trailer.get('ID'))
    const own = file.get(first)
    const fresh = new PdfString(crypto.getRandomValues(new Uint8Array(16)))
    // The first part of the ID is an input of the encryption key: it must not change.
    trailer.set('ID', [own instanceof PdfString ? own : fresh, fresh])
    if (!whole && file.lastList !== undefined) trailer.set('Prev', file.lastList)
    return trailer
  }

  private rows(offsets: ReadonlyMap<number, { at: number; gen: number }>, whole: boolean): Row[] {
    const rows = new Map<number, Row>()
    if (whole) {
      for (const [num, place] of this.file.places)
        if ('at' in place) rows.set(num, { num, kind: 1, second: place.at - this.file.base, third: place.gen })
        else if (place.inside >= 0) rows.set(num, { num, kind: 2, second: place.inside, third: place.index })
      rows.set(0, { num: 0, kind: 0, second: 0, third: 65535 })
    }
    for (const [num, { at, gen }] of offsets) rows.set(num, { num, kind: 1, second: at, third: gen })
    return [...rows.values()].sort((a, b) => a.num - b.num)
  }

  /** Sets the modification time (PDF date, UTC). */
  private stamp(at: Date): void {
    const { file } = this
    const ref = file.trailer.get('Info')
    const info = file.dict(ref)
    const own: Dict = info ? new Map(info) : new Map()
    own.set('ModDate', new PdfString(bytesOf(pdfDate(at))))
    if (ref instanceof Ref && info) this.set(ref, own)
    else file.trailer.set('Info', this.add(own))
  }
}

export function packed(dict: Dict, bytes: Uint8Array): PdfStream {
  // For a short text, compression costs more than it saves.
  if (bytes.length < 700) return new PdfStream(dict, bytes)
  const small = zlibSync(bytes)
  if (small.length >= bytes.length) return new PdfStream(dict, bytes)
  return new PdfStream(new Map([...dict, ['Filter', new Name('FlateDecode')] as const]), small)
}

function listStream(trailer: Dict, rows: readonly Row[]): PdfStream {
  const bytes = new Uint8Array(rows.length * 7)
  const view = new DataView(bytes.buffer)
  for (const [index, { kind, second, third }] of rows.entries()) {
    bytes[index * 7] = kind
    view.setUint32(index * 7 + 1, second)
    view.setUint16(index * 7 + 5, Math.min(third, 65535))
  }
  const dict = new Map([
    ...trailer,
    ...dictOf({
      Type: new Name('XRef'),
      W: [1, 4, 2],
      Index: sections(rows).flatMap((section) => [section[0]?.num ?? 0, section.length]),
    }),
  ])
  return packed(dict, bytes)
}
