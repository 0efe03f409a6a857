/**
 * An embedded TrueType font of the app: glyphs of characters, and a subset file with only the used
 * characters.
 */
export class TrueType {
  readonly unitsPerEm: number
  readonly ascent: number
  readonly descent: number
  readonly box: readonly [number, number, number, number]
  private readonly bytes: Uint8Array
  private readonly view: DataView
  private readonly tables = new Map<string, { at: number; length: number }>()
  private readonly glyphs = new Map<number, number>()
  private readonly longHead: boolean
  private readonly metrics: number

  constructor(bytes: Uint8Array) {
    this.bytes = bytes
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    const { view } = this
    for (let i = 0, at = 12; i < view.getUint16(4); i++, at += 16) {
      const tag = String.fromCharCode(...bytes.subarray(at, at + 4))
      this.tables.set(tag, { at: view.getUint32(at + 8), length: view.getUint32(at + 12) })
    }
    const head = this.table('head').at
    this.unitsPerEm = view.getUint16(head + 18)
    const scaled = (at: number) => (view.getInt16(at) * 1000) / this.unitsPerEm
    this.box = [scaled(head + 36), scaled(head + 38), scaled(head + 40), scaled(head + 42)]
    this.longHead = view.getInt16(head + 50) === 1
    const hhea = this.table('hhea').at
    this.ascent = scaled(hhea + 4)
    this.descent = scaled(hhea + 6)
    this.metrics = view.getUint16(hhea + 34)
    this.readCharacters()
  }

  /** 0 when the font has no such character. */
  glyph(char: number): number {
    return this.glyphs.get(char) ?? 0
  }

  /** In thousandths of the font size. */
  width(glyph: number): number {
    const at = this.table('hmtx').at + Math.min(glyph, this.metrics - 1) * 4
    return (this.view.getUint16(at) * 1000) / this.unitsPerEm
  }

  /** A font file with only `wanted` and their component glyphs; its glyph n is `order[n]`. */
  subset(wanted: readonly number[]): { file: Uint8Array; order: number[] } {
    const order = [0]
    const place = new Map([[0, 0]])
    const add = (glyph: number) => {
      if (place.has(glyph)) return
      place.set(glyph, order.length)
      order.push(glyph)
    }
    for (const glyph of wanted) add(glyph)
    const outlines: Uint8Array[] = []
    // The list grows in the loop: components can have components.
    for (let at = 0; at < order.length; at++) {
      const outline = this.outline(order[at] ?? 0).slice()
      eachPart(outline, (glyph, write) => {
        add(glyph)
        write(place.get(glyph) ?? 0)
      })
      outlines.push(outline)
    }
    const offsets = new DataView(new ArrayBuffer((order.length + 1) * 4))
    let size = 0
    for (const [at, outline] of outlines.entries()) {
      offsets.setUint32(at * 4, size)
      size += (outline.length + 3) & ~3
    }
    offsets.setUint32(order.length * 4, size)
    const glyf = new Uint8Array(size)
    for (const [at, outline] of outlines.entries()) glyf.set(outline, offsets.getUint32(at * 4))
    const hmtx = new DataView(new ArrayBuffer(order.length * 4))
    for (const [at, glyph] of order.entries()) {
      const from = this.table('hmtx').at
      hmtx.setUint16(at * 4, this.view.getUint16(from + Math.min(glyph, this.metrics - 1) * 4))
      const bearing = glyph < this.metrics ? from + glyph * 4 + 2 : from + this.metrics * 4 + (glyph - this.metrics) * 2
      hmtx.setInt16(at * 4 + 2, this.view.getInt16(bearing))
    }
    const head = this.copy('head')
    head.setInt16(50, 1)
    head.setUint32(8, 0)
    const hhea = this.copy('hhea')
    hhea.setUint16(34, order.length)
    const maxp = this.copy('maxp')
    maxp.setUint16(4, order.length)
    const parts: [string, Uint8Array][] = [
      ['glyf', glyf],
      ['head', asBytes(head)],
      ['hhea', asBytes(hhea)],
      ['hmtx', asBytes(hmtx)],
      ['loca', asBytes(offsets)],
      ['maxp', asBytes(maxp)],
    ]
    return { file: assemble(parts), order }
  }

  private table(tag: string): { at: number; length: number } {
    const found = this.tables.get(tag)
    if (!found) throw new Error(`The font has no ${tag}`)
    return found
  }

  private copy(tag: string): DataView {
    const { at, length } = this.table(tag)
    return new DataView(this.bytes.slice(at, at + length).buffer)
  }

  private outline(glyph: number): Uint8Array {
    const { at } = this.table('loca')
    const where = (index: number) => (this.longHead ? this.view.getUint32(at + index * 4) : this.view.getUint16(at + index * 2) * 2)
    const start = this.table('glyf').at
    return this.bytes.subarray(start + where(glyph), start + where(glyph + 1))
  }

  private readCharacters(): void {
    const { view } = this
    const start = this.table('cmap').at
    let best = 0
    let bestFormat = 0
    for (let i = 0; i < view.getUint16(start + 2); i++) {
      const at = start + view.getUint32(start + 8 + i * 8)
      const format = view.getUint16(at)
      if ((format === 12 || format === 4) && format > bestFormat) {
        best = at
        bestFormat = format
      }
    }
    if (bestFormat === 12) {
      for (let i = 0, at = best + 16; i < view.getUint32(best + 12); i++, at += 12)
        for (let char = view.getUint32(at), end = view.getUint32(at + 4), glyph = view.getUint32(at + 8); char <= end; char++, glyph++)
          this.glyphs.set(char, glyph)
    } else if (bestFormat === 4) {
      const twice = view.getUint16(best + 6)
      for (let i = 0; i < twice; i += 2) {
        const end = view.getUint16(best + 14 + i)
        const from = view.getUint16(best + 16 + twice + i)
        const delta = view.getInt16(best + 16 + twice * 2 + i)
        const range = best + 16 + twice * 3 + i
        const offset = view.getUint16(range)
        for (let char = from; char <= end && char !== 0xffff; char++) {
          const raw = offset === 0 ? char : view.getUint16(range + offset + (char - from) * 2)
          if (offset === 0 || raw !== 0) this.glyphs.set(char, (raw + delta) & 0xffff)
        }
      }
    }
  }
}

const asBytes = (view: DataView): Uint8Array => new Uint8Array(view.buffer, view.byteOffset, view.byteLength)

/** Calls `take` for each component glyph of a composite outline. */
function eachPart(outline: Uint8Array, take: (glyph: number, write: (glyph: number) => void) => void): void {
  if (outline.length < 12) return
  const view = new DataView(outline.buffer, outline.byteOffset, outline.byteLength)
  if (view.getInt16(0) >= 0) return
  for (let at = 10; ; ) {
    const flags = view.getUint16(at)
    const here = at + 2
    take(view.getUint16(here), (glyph) => view.setUint16(here, glyph))
    at += 4 + (flags & 1 ? 4 : 2) + transformLength(flags)
    if (!(flags & 32)) return
  }
}

/** Bytes of the scale or matrix of a component: one scale, two scales, or four values. */
function transformLength(flags: number): number {
  if (flags & 8) return 2
  if (flags & 64) return 4
  return flags & 128 ? 8 : 0
}

function assemble(parts: readonly [string, Uint8Array][]): Uint8Array {
  const power = 2 ** Math.floor(Math.log2(parts.length))
  const start = 12 + parts.length * 16
  const out = new Uint8Array(start + parts.reduce((sum, [, bytes]) => sum + ((bytes.length + 3) & ~3), 0))
  const view = new DataView(out.buffer)
  view.setUint32(0, 0x00010000)
  view.setUint16(4, parts.length)
  view.setUint16(6, power * 16)
  view.setUint16(8, Math.log2(power))
  view.setUint16(10, parts.length * 16 - power * 16)
  const sum = (from: number, length: number) => {
    let total = 0
    for (let at = from; at < from + length; at += 4) total = (total + view.getUint32(at)) >>> 0
    return total
  }
  let headAt = 0
  for (let i = 0, at = start; i < parts.length; i++) {
    const [tag, bytes] = parts[i] ?? ['', new Uint8Array(0)]
    out.set(bytes, at)
    const length = (bytes.length + 3) & ~3
    for (let c = 0; c < 4; c++) out[12 + i * 16 + c] = tag.charCodeAt(c)
    view.setUint32(12 + i * 16 + 4, sum(at, length))
    view.setUint32(12 + i * 16 + 8, at)
    view.setUint32(12 + i * 16 + 12, bytes.length)
    if (tag === 'head') headAt = at
    at += length
  }
  view.setUint32(headAt + 8, (0xb1b0afba - sum(0, out.length)) >>> 0)
  return out
}
