import { joined, objectBytes, type Row, tableText } from './objectBytes.ts'
import { bytesOf, type Dict, dictOf, encodeText, Name, pdfDate, PdfStream, PdfString, type PdfValue, Ref, textOf } from './PdfValue.ts'
import { type Family, standardName, standardWidth, winAnsi } from './standardWidth.ts'

/** A grey picture in place of a text. */
export interface Picture {
  readonly kind: 'picture'
  /** Points. */
  readonly width: number
  readonly height: number
  /** Pixels per row and column. */
  readonly columns: number
  readonly rows: number
  /** One byte per pixel, 255 is paper. */
  readonly grey: Uint8Array
}

/** A photo in place of a text: the bytes of a JPEG file with three colors. */
export interface Photo {
  readonly kind: 'photo'
  /** Points. */
  readonly width: number
  readonly height: number
  /** Pixels per row and column. */
  readonly columns: number
  readonly rows: number
  readonly jpeg: Uint8Array
}

/** Glyphs in place of a text. `x` and `y` are in units of the font size; the y axis points up, as in a font. */
export interface Outlines {
  readonly kind: 'outlines'
  /** `path`: an SVG path with absolute M, L, Q, C and Z, in font units; `scale` converts them to the font size. */
  readonly glyphs: readonly { readonly path: string; readonly scale: number; readonly x: number; readonly y: number }[]
}

export interface TextLine {
  /** Points from the left and from the top of the page to the base line. */
  readonly x: number
  readonly y: number
  readonly size: number
  readonly text: string
  readonly bold?: boolean | undefined
  /** Points; longer text is cut. */
  readonly width?: number | undefined
  /** Drawn instead of a text that the standard fonts lack (`standardText`). */
  readonly drawing?: Picture | Photo | Outlines | undefined
}

export interface RuleLine {
  readonly y: number
  readonly from: number
  readonly to: number
}

export interface PdfPage {
  readonly lines: readonly TextLine[]
  readonly rules?: readonly RuleLine[]
}

export interface TextPdf {
  /** The name of the document in PDF viewers. */
  readonly title: string
  readonly pages: readonly PdfPage[]
  /** The color of the text: red, green and blue from 0 to 1. Absent: black. */
  readonly ink?: readonly [number, number, number]
  /** The time of the document. Absent: the document has none. */
  readonly at?: Date
  /** Compresses the content of a page (zlib). Absent: not compressed. */
  readonly deflate?: (bytes: Uint8Array) => Uint8Array
}

/** A4 in points. */
export const pageSize = { width: 595.28, height: 841.89 } as const

/** Letters that have no accent to remove, and characters that look alike. */
const alike: Readonly<Record<string, string>> = { ł: 'l', Ł: 'L', đ: 'd', Đ: 'D', ı: 'i', ħ: 'h', '\u202f': ' ', '\u2009': ' ', '−': '-' }

const isStandard = (char: string) => winAnsi(char.codePointAt(0) ?? 0) !== undefined

/**
 * Returns the text in characters of the standard fonts: a character that they lack loses its accent. Undefined
 * if the text has characters of other scripts.
 */
export function standardText(text: string): string | undefined {
  let out = ''
  for (const char of text.normalize('NFC')) {
    if (isStandard(char)) {
      out += char
      continue
    }
    const plain = [...(alike[char] ?? char.normalize('NFD').replace(/\p{M}/gu, ''))].map((one) => alike[one] ?? one)
    if (!plain.every(isStandard)) return undefined
    out += plain.join('')
  }
  return out
}

const familyOf = (bold: boolean | undefined): Family => (bold ? 'sansBold' : 'sans')

/** Returns the width of a text in points. A character that the standard fonts lack counts as a question mark. */
export function textWidth(text: string, size: number, bold = false): number {
  return codesWidth(codesOf(text), size, bold)
}

const codesOf = (text: string): number[] => [...text].map((char) => winAnsi(char.codePointAt(0) ?? 0) ?? 0x3f)
const codesWidth = (codes: readonly number[], size: number, bold: boolean) =>
  codes.reduce((sum, code) => sum + standardWidth(familyOf(bold), code), 0) * (size / 1000)

const ellipsis = 0x85

function cut(codes: readonly number[], { size, bold = false, width = Infinity }: TextLine): readonly number[] {
  if (codesWidth(codes, size, bold) <= width) return codes
  const room = width - codesWidth([ellipsis], size, bold)
  let end = codes.length
  while (end > 0 && codesWidth(codes.slice(0, end), size, bold) > room) end--
  return [...codes.slice(0, end), ellipsis]
}

const hex = (codes: readonly number[]) => codes.map((code) => code.toString(16).padStart(2, '0')).join('')
const n = (value: number) => String(Math.round(value * 100) / 100)
const fine = (value: number) => String(Number(value.toFixed(6)))

/** Returns the operators of a path. PDF has no quadratic curves: they become cubic ones. */
export function pathOperators(path: string): string {
  let operators = ''
  let [x, y] = [0, 0]
  for (const [, command = '', values = ''] of path.matchAll(/([MLQCZ])([^MLQCZ]*)/g)) {
    const points = (values.match(/-?[\d.]+(?:e-?\d+)?/g) ?? []).map(Number)
    const [a = 0, b = 0, c = 0, d = 0] = points
    const drawn =
      command === 'Q' ? [x + (2 / 3) * (a - x), y + (2 / 3) * (b - y), c + (2 / 3) * (a - c), d + (2 / 3) * (b - d), c, d] : points
    operators += `${[...drawn.map(n), { M: 'm', L: 'l', Q: 'c', C: 'c', Z: 'h' }[command]].join(' ')}\n`
    ;[x = x, y = y] = points.slice(-2)
  }
  return operators
}

function outlinesContent({ glyphs }: Outlines, { x, y, size }: TextLine): string {
  const base = pageSize.height - y
  return glyphs
    .map((glyph) => {
      const scale = fine(glyph.scale * size)
      return `q ${scale} 0 0 ${scale} ${n(x + glyph.x * size)} ${n(base + glyph.y * size)} cm\n${pathOperators(glyph.path)}f Q`
    })
    .join('\n')
}

const textContent = (line: TextLine): string =>
  `BT /F${line.bold ? 2 : 1} ${n(line.size)} Tf ${n(line.x)} ${n(pageSize.height - line.y)} Td <${hex(cut(codesOf(line.text), line))}> Tj ET`

/** The objects of a new file, numbered from 1. */
class Objects {
  private readonly values: PdfValue[] = []

  add(value: PdfValue): Ref {
    return new Ref(this.values.push(value), 0)
  }

  set({ num }: Ref, value: PdfValue): void {
    this.values[num - 1] = value
  }

  /** Returns the file. */
  write(root: Ref, info: Ref): Uint8Array<ArrayBuffer> {
    const parts: Uint8Array[] = [bytesOf('%PDF-1.4\n%\xe2\xe3\xcf\xd3\n')]
    const rows: Row[] = [{ num: 0, kind: 0, second: 0, third: 65535 }]
    let size = parts[0]?.length ?? 0
    for (const [index, value] of this.values.entries()) {
      rows.push({ num: index + 1, kind: 1, second: size, third: 0 })
      for (const part of objectBytes(new Ref(index + 1, 0), value)) {
        parts.push(part)
        size += part.length
      }
    }
    const trailer = textOf(dictOf({ Size: rows.length, Root: root, Info: info }))
    return joined([...parts, bytesOf(`${tableText(rows, true)}trailer\n${trailer}\nstartxref\n${size}\n%%EOF\n`)])
  }
}

const imageOf = ({ columns, rows }: Picture | Photo, space: string) => ({
  Type: new Name('XObject'),
  Subtype: new Name('Image'),
  Width: columns,
  Height: rows,
  ColorSpace: new Name(space),
  BitsPerComponent: 8,
})

const pictureOf = (drawing: Picture | Photo): PdfStream =>
  drawing.kind === 'photo'
    ? new PdfStream(dictOf({ ...imageOf(drawing, 'DeviceRGB'), Filter: new Name('DCTDecode') }), drawing.jpeg)
    : new PdfStream(dictOf(imageOf(drawing, 'DeviceGray')), drawing.grey)

/** Adds the content of a page. Returns its object, and the pictures that it draws. */
function addContent(objects: Objects, { lines, rules = [] }: PdfPage, { ink, deflate }: TextPdf): { content: Ref; pictures: Dict } {
  const pictures: Dict = new Map()
  const content = ink ? [`${ink.map(n).join(' ')} rg`] : []
  for (const { y, from, to } of rules) {
    const up = n(pageSize.height - y)
    content.push(`0.6 G 0.5 w ${n(from)} ${up} m ${n(to)} ${up} l S`)
  }
  for (const line of lines) {
    const { x, y, size, drawing } = line
    if (drawing?.kind === 'outlines') content.push(outlinesContent(drawing, line))
    else if (drawing) {
      const { width, height } = drawing
      const name = `I${pictures.size}`
      pictures.set(name, objects.add(pictureOf(drawing)))
      content.push(`q ${n(width)} 0 0 ${n(height)} ${n(x)} ${n(pageSize.height - y - height + size)} cm /${name} Do Q`)
    } else content.push(textContent(line))
  }
  const bytes = bytesOf(content.join('\n'))
  const stream = deflate ? new PdfStream(dictOf({ Filter: new Name('FlateDecode') }), deflate(bytes)) : new PdfStream(new Map(), bytes)
  return { content: objects.add(stream), pictures }
}

const fontOf = (family: Family): Dict =>
  dictOf({
    Type: new Name('Font'),
    Subtype: new Name('Type1'),
    BaseFont: new Name(standardName(family)),
    Encoding: new Name('WinAnsiEncoding'),
  })

/**
 * Returns pages of text as a PDF file, with two standard fonts. The same document gives the same bytes. It needs
 * no connection, and no library.
 */
export function textPdf(document: TextPdf): Uint8Array<ArrayBuffer> {
  const { title, pages, at } = document
  const objects = new Objects()
  const fonts = dictOf({ F1: objects.add(fontOf(familyOf(false))), F2: objects.add(fontOf(familyOf(true))) })
  const tree = objects.add(null)
  const kids = pages.map((page) => {
    const { content, pictures } = addContent(objects, page, document)
    return objects.add(
      dictOf({
        Type: new Name('Page'),
        Parent: tree,
        MediaBox: [0, 0, pageSize.width, pageSize.height],
        Resources: dictOf({ Font: fonts, ...(pictures.size > 0 && { XObject: pictures }) }),
        Contents: content,
      }),
    )
  })
  objects.set(tree, dictOf({ Type: new Name('Pages'), Kids: kids, Count: kids.length }))
  const root = objects.add(dictOf({ Type: new Name('Catalog'), Pages: tree }))
  const time = at && new PdfString(bytesOf(pdfDate(at)))
  const info = dictOf({
    Title: encodeText(title),
    Producer: encodeText('Muster'),
    ...(time && { CreationDate: time, ModDate: time }),
  })
  return objects.write(root, objects.add(info))
}
