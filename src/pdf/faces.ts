import type { PdfFile } from './PdfFile.ts'
import { type FontName, fontsFor, type LoadFont } from './fetchedFont.ts'
import { type Family, familyOf, isWinAnsi, standardName, standardWidth, winAnsi } from './standardWidth.ts'
import { bytesOf, type Dict, dictOf, isDict, Name, PdfString, type PdfValue, type Ref } from './PdfValue.ts'
import { TrueType } from './trueType.ts'
import type { Update } from './update.ts'
import { type Shown, visualOrder } from './visualOrder.ts'

/** A glyph ready to draw: its code in hexadecimal, its width in thousandths of the font size. */
interface Glyph {
  readonly code: string
  readonly width: number
}

export interface Face {
  /** The name in the font resources of the appearance. */
  readonly id: string
  readonly resource: PdfValue
  readonly ascent: number
  readonly descent: number
  glyph(one: Shown): Glyph | undefined
}

/** A line of text as glyphs, left to right. */
export interface Line {
  readonly pieces: readonly { readonly face: Face; readonly code: string; readonly width: number }[]
  /** In thousandths of the font size. */
  readonly width: number
}

/** A font of the form, or a standard one: one byte per character. */
class SimpleFace implements Face {
  readonly id: string
  readonly resource: PdfValue
  readonly ascent = 0.718
  readonly descent = -0.207
  private readonly family: Family
  private readonly widths: ReadonlyMap<number, number>
  constructor(id: string, resource: PdfValue, family: Family, widths: ReadonlyMap<number, number>) {
    this.id = id
    this.resource = resource
    this.family = family
    this.widths = widths
  }

  glyph({ char }: Shown): Glyph | undefined {
    const code = winAnsi(char)
    if (code === undefined) return undefined
    return { code: code.toString(16).padStart(2, '0'), width: this.widths.get(code) ?? standardWidth(this.family, code) }
  }
}

/** An embedded font of the app. The file gets only the glyphs that are used. */
class OwnFace implements Face {
  readonly id: string
  readonly resource: Ref
  readonly ascent: number
  readonly descent: number
  readonly font: TrueType
  readonly used = new Map<number, string>()
  private readonly codes = new Map<number, number>()
  constructor(id: string, resource: Ref, font: TrueType) {
    this.id = id
    this.resource = resource
    this.font = font
    this.ascent = Math.min(0.95, font.ascent / 1000)
    this.descent = Math.max(-0.25, font.descent / 1000)
  }

  glyph({ char, text }: Shown): Glyph | undefined {
    const glyph = this.font.glyph(char === 160 ? 32 : char)
    if (glyph === 0) return undefined
    let code = this.codes.get(glyph)
    if (code === undefined) {
      code = this.codes.size + 1
      this.codes.set(glyph, code)
      this.used.set(glyph, text)
    }
    return { code: code.toString(16).padStart(4, '0'), width: this.font.width(glyph) }
  }

  /** Glyph codes follow the order of first use, which is the order of the subset. */
  write(update: Update): void {
    const glyphs = [...this.used.keys()]
    const { file } = this.font.subset(glyphs)
    const name = `MUSTER+${this.id}`
    const program = update.addStream(dictOf({ Length1: file.length }), file)
    const descriptor = update.add(
      dictOf({
        Type: new Name('FontDescriptor'),
        FontName: new Name(name),
        Flags: 4,
        FontBBox: this.font.box.map(Math.round),
        ItalicAngle: 0,
        Ascent: Math.round(this.font.ascent),
        Descent: Math.round(this.font.descent),
        CapHeight: 700,
        StemV: 80,
        FontFile2: program,
      }),
    )
    const descendant = update.add(
      dictOf({
        Type: new Name('Font'),
        Subtype: new Name('CIDFontType2'),
        BaseFont: new Name(name),
        CIDSystemInfo: dictOf({ Registry: text('Adobe'), Ordering: text('Identity'), Supplement: 0 }),
        FontDescriptor: descriptor,
        DW: 1000,
        W: [1, glyphs.map((glyph) => Math.round(this.font.width(glyph)))],
        CIDToGIDMap: new Name('Identity'),
      }),
    )
    const meaning = update.addStream(new Map(), bytesOf(toUnicode([...this.used.values()])))
    update.set(
      this.resource,
      dictOf({
        Type: new Name('Font'),
        Subtype: new Name('Type0'),
        BaseFont: new Name(name),
        Encoding: new Name('Identity-H'),
        DescendantFonts: [descendant],
        ToUnicode: meaning,
      }),
    )
  }
}

const text = (value: string) => new PdfString(bytesOf(value))

function toUnicode(texts: readonly string[]): string {
  const hex = (value: string) => [...Array(value.length).keys()].map((at) => value.charCodeAt(at).toString(16).padStart(4, '0')).join('')
  let out =
    '/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def\n' +
    '/CMapName /Adobe-Identity-UCS def\n/CMapType 2 def\n1 begincodespacerange\n<0000> <ffff>\nendcodespacerange\n'
  for (let from = 0; from < texts.length; from += 100) {
    const some = texts.slice(from, from + 100)
    out += `${some.length} beginbfchar\n${some.map((one, at) => `<${(from + at + 1).toString(16).padStart(4, '0')}> <${hex(one)}>\n`).join('')}endbfchar\n`
  }
  return `${out}endcmap\nCMapName currentdict /CMap defineresource pop\nend\nend\n`
}

/** The fonts for one filling. */
export class Faces {
  /** The name of the field that is filled in; `''` for a mark on a page; undefined for what the file had before. */
  drawing: string | undefined
  /** Characters that no available font can show, by the name of the field. */
  readonly unshown = new Map<string, Set<string>>()
  private readonly file: PdfFile
  private readonly update: Update
  private readonly own = new Map<FontName, OwnFace>()
  private readonly simple = new Map<string, SimpleFace | undefined>()

  constructor(file: PdfFile, update: Update) {
    this.file = file
    this.update = update
  }

  /** Loads the fonts that these texts need in addition to the standard fonts. */
  async prepare(texts: readonly string[], load: LoadFont): Promise<void> {
    const wanted = new Set(texts.filter((one) => !isWinAnsi(one)).flatMap(fontsFor))
    for (const name of wanted) {
      if (this.own.has(name)) continue
      const bytes = await load(name).catch(() => undefined)
      if (bytes) this.own.set(name, new OwnFace(`Muster${name}`, this.update.reserve(), new TrueType(bytes)))
    }
  }

  /**
   * The fonts to draw `line` with: the one called `name` in `fonts` when it can, else a similar standard
   * font, else fonts of the app.
   */
  facesFor(line: string, name: string, fonts: Dict | undefined): Face[] {
    const given = fonts?.get(name)
    const dict = this.file.dict(given)
    const base = (dict && this.file.name(dict.get('BaseFont'))) ?? name
    if (!isWinAnsi(line)) return [...this.own.values(), this.standard(familyOf(base))]
    const own = given !== undefined && dict ? this.formFace(name, given, dict) : undefined
    if (own && canDraw(this.file, dict, line)) return [own]
    return [this.standard(familyOf(base))]
  }

  set(line: string, faces: readonly Face[]): Line {
    const pieces: { face: Face; code: string; width: number }[] = []
    let width = 0
    for (const one of visualOrder(line.replace(/\t/g, '    '))) {
      const face = faces.find((candidate) => candidate.glyph(one))
      const glyph = face?.glyph(one)
      const piece = face && glyph ? { face, ...glyph } : this.substituteFor(one, faces)
      if (!piece) continue
      pieces.push(piece)
      width += piece.width
    }
    return { pieces, width }
  }

  /** An empty box in place of a character without a glyph, as browsers draw it; undefined for what has no width. */
  private substituteFor({ text }: Shown, faces: readonly Face[]): Line['pieces'][number] | undefined {
    // Joiners, direction marks, and marks over the character before.
    if (/^[\p{Cf}\p{M}\p{Variation_Selector}\p{Emoji_Modifier}]/u.test(text)) return undefined
    const { drawing } = this
    if (drawing !== undefined) this.unshown.set(drawing, (this.unshown.get(drawing) ?? new Set()).add(text))
    for (const char of [0x25a1, 0x3f]) {
      for (const face of faces) {
        const glyph = face.glyph({ char, text })
        if (glyph) return { face, ...glyph }
      }
    }
    return undefined
  }

  write(): void {
    for (const face of this.own.values()) if (face.used.size > 0) face.write(this.update)
  }

  standard(family: Family): Face {
    const id = `MF${family}`
    const known = this.simple.get(id)
    if (known) return known
    const face = new SimpleFace(id, this.standardFont(family), family, new Map())
    this.simple.set(id, face)
    return face
  }

  private standardFont(family: Family): Ref {
    return this.update.add(
      dictOf({
        Type: new Name('Font'),
        Subtype: new Name('Type1'),
        BaseFont: new Name(standardName(family)),
        Encoding: new Name('WinAnsiEncoding'),
      }),
    )
  }

  private formFace(name: string, given: PdfValue, dict: Dict): SimpleFace | undefined {
    const known = this.simple.get(name)
    if (known && known.resource === given) return known
    const kind = this.file.name(dict.get('Subtype'))
    const base = this.file.name(dict.get('BaseFont')) ?? ''
    if ((kind !== 'Type1' && kind !== 'TrueType') || /^[A-Z]{6}\+|symbol|dingbat|wingding/i.test(base)) return undefined
    const first = this.file.number(dict.get('FirstChar')) ?? 0
    const widths = new Map<number, number>()
    for (const [at, width] of this.file.numbers(dict.get('Widths')).entries()) if (width > 0) widths.set(first + at, width)
    const face = new SimpleFace(name, given, familyOf(base), widths)
    this.simple.set(name, face)
    return face
  }
}

/** True when a font of the form draws each character of the line with its WinAnsi code. */
function canDraw(file: PdfFile, dict: Dict | undefined, line: string): boolean {
  const encoding = file.get(dict?.get('Encoding'))
  const embedded = isEmbedded(file.dict(dict?.get('FontDescriptor')))
  const named = encodingName(file, encoding)
  const first = file.number(dict?.get('FirstChar')) ?? 0
  const widths = file.numbers(dict?.get('Widths'))
  const renamed = isDict(encoding) ? differences(file, encoding) : new Map<number, string>()
  const hasLatinNames = renamed.get(233) === 'eacute'
  for (const char of line.replace(/[\n\t]/g, ' ')) {
    const code = winAnsi(char.codePointAt(0) ?? 0)
    if (code === undefined) return false
    if (embedded && !((widths[code - first] ?? 0) > 0)) return false
    const name = renamed.get(code)
    const isSame = name === undefined ? isWinAnsiCode(code, named, hasLatinNames) : isGlyphName(name, code, char, hasLatinNames)
    if (!isSame) return false
  }
  return true
}

const isEmbedded = (descriptor: Dict | undefined): boolean =>
  descriptor !== undefined && ['FontFile', 'FontFile2', 'FontFile3'].some((key) => descriptor.has(key))

function encodingName(file: PdfFile, encoding: PdfValue): string | undefined {
  if (encoding instanceof Name) return encoding.name
  return isDict(encoding) ? file.name(encoding.get('BaseEncoding')) : undefined
}

/** True when the encoding called `named` has the same character at `code` as WinAnsi. Quotes differ between encodings. */
function isWinAnsiCode(code: number, named: string | undefined, hasLatinNames: boolean): boolean {
  if (code <= 126) return named !== undefined || (code !== 39 && code !== 96)
  return named === 'WinAnsiEncoding' || (hasLatinNames && code >= 161)
}

/** True when `name`, which the font gives to `code`, is the name of the character. Beyond ASCII the name of é decides for all. */
function isGlyphName(name: string, code: number, char: string, hasLatinNames: boolean): boolean {
  if (code === 39) return name === 'quotesingle'
  if (code === 96) return name === 'grave'
  if (code <= 126) return name === char || asciiNames.has(name)
  return hasLatinNames && code >= 161
}

const asciiNames = new Set(
  (
    'space exclam quotedbl numbersign dollar percent ampersand parenleft parenright asterisk plus comma hyphen minus period slash zero one two ' +
    'three four five six seven eight nine colon semicolon less equal greater question at bracketleft backslash bracketright asciicircum ' +
    'underscore braceleft bar braceright asciitilde'
  ).split(' '),
)

function differences(file: PdfFile, encoding: Dict): Map<number, string> {
  const out = new Map<number, string>()
  let code = 0
  for (const entry of file.list(encoding.get('Differences'))) {
    const value = file.get(entry)
    if (typeof value === 'number') code = value
    else if (value instanceof Name) out.set(code++, value.name)
  }
  return out
}
