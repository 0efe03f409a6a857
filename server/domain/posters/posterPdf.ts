import type { PDFPage, RGB } from 'pdf-lib'
import { baseLanguage, type Language, languages as languageNames } from '../../../contract/reference/languages.ts'
import { text } from '../../i18n/text.ts'
import { translate } from '../../i18n/translate.ts'
import { type Outlined, wrapped } from '../files/outline.ts'

/** Width and height in points. */
export const papers = { a4: [595.28, 841.89], letter: [612, 792] } as const
export type Paper = keyof typeof papers

export interface PosterContent {
  readonly name: string
  readonly project: string
  /** Languages of the form, in their order. */
  readonly languages: readonly Language[]
  /** The address in the code. */
  readonly address: string
  /** The address to type without a scanner, without its https://. */
  readonly short: string
}

/** The call to action, in each language of the form. */
const call = text('Scan to check in')

/** Minimum distance from the edge, for tape and folds, in points (25 mm). */
const margin = 71
/** White modules around the code (ISO/IEC 18004 requires four). */
const quiet = 4

/** Red, green and blue. */
type Shade = readonly [number, number, number]
const black: Shade = [0.06, 0.09, 0.16]
const grey: Shade = [0.33, 0.38, 0.46]

function draw(page: PDFPage, line: Outlined, at: { x: number; y: number; size: number; color: RGB; bold: boolean }): void {
  for (const { path, scale, x, y } of line.glyphs)
    page.drawSvgPath(path, {
      x: at.x + x * at.size,
      y: at.y + y * at.size,
      scale: scale * at.size,
      color: at.color,
      // The font has one weight: bold is drawn as an outline.
      ...(at.bold && { borderColor: at.color, borderWidth: 0.035 / scale }),
    })
}

/** The y axis of SVG points down, that of a font points up. */
const flipped = (line: Outlined): Outlined => ({ ...line, glyphs: line.glyphs.map((glyph) => ({ ...glyph, path: flip(glyph.path) })) })

function flip(path: string): string {
  return path.replace(/([MLQC])([^MLQCZ]*)/g, (_, command: string, numbers: string) => {
    const values = numbers
      .trim()
      .split(/[\s,]+/)
      .map(Number)
    return command + values.map((value, index) => (index % 2 === 1 ? -value : value)).join(' ')
  })
}

/** Returns a one-page PDF with the code of a bot, readable from a queue. */
export async function posterPdf({ name, project, languages, address, short }: PosterContent, paper: Paper): Promise<Uint8Array> {
  // The two libraries take 10 MB of memory: only load them for a poster.
  const [{ PDFDocument, rgb }, { default: QRCode }] = await Promise.all([import('pdf-lib'), import('qrcode')])
  const [width, height] = papers[paper]
  const pdf = await PDFDocument.create()
  pdf.setTitle(name)
  pdf.setSubject(`${project} – ${address}`)
  pdf.setLanguage(languages[0] ?? 'en')
  const page = pdf.addPage([width, height])
  const room = width - 2 * margin
  let top = height - margin

  const center = async (
    text: string,
    { size, bold = false, color, least = size * 0.55 }: { size: number; bold?: boolean; color: Shade; least?: number },
  ) => {
    let lines: Outlined[] = []
    let used = size
    // Two lines at most; shrinks until the text fits.
    for (; ; used *= 0.92) {
      lines = await wrapped(text, room / used)
      if (used <= least || (lines.length <= 2 && lines.every((line) => line.width * used <= room))) break
    }
    for (const line of lines.slice(0, 3)) {
      const shrink = Math.min(1, room / (line.width * used))
      top -= used * 1.05
      draw(page, flipped(line), { x: (width - line.width * used * shrink) / 2, y: top, size: used * shrink, color: rgb(...color), bold })
      top -= used * 0.2
    }
  }

  await center(name, { size: 40, bold: true, color: black })
  await center(project, { size: 20, color: grey })
  top -= 12
  const said = [...new Set((languages.length > 0 ? languages : [null]).map((language) => translate(language, call)))]
  for (const line of said) await center(line, { size: said.length > 2 ? 19 : 23, bold: true, color: black })

  const foot = margin + 62
  const side = Math.min(room, top - 14 - foot)
  const { modules } = QRCode.create(address, { errorCorrectionLevel: 'Q' })
  const module = side / (modules.size + 2 * quiet)
  const left = (width - module * modules.size) / 2
  const codeTop = top - 14 - quiet * module
  for (let y = 0; y < modules.size; y++) {
    // Adjacent modules are drawn as one bar, so that no printer leaves white lines between them.
    for (let x = 0; x < modules.size; x++) {
      if (!modules.get(y, x)) continue
      let end = x
      while (end < modules.size && modules.get(y, end)) end++
      page.drawRectangle({
        x: left + x * module,
        y: codeTop - (y + 1) * module,
        width: (end - x) * module,
        height: module,
        color: rgb(0, 0, 0),
      })
      x = end
    }
  }

  top = margin + 58
  await center(short, { size: 18, bold: true, color: black })
  const spoken = [...new Set(languages.map((language) => languageNames[baseLanguage(language)]))].join(' · ')
  if (spoken !== '') await center(spoken, { size: 13, color: grey })
  return pdf.save()
}
