import { PDFDocument, type PDFPage, rgb } from 'pdf-lib'
import QRCode from 'qrcode'
import type { Language } from '../../../contract/languages.ts'
import { type Outlined, wrapped } from './outlines.ts'

/** Points. */
export const papers = { a4: [595.28, 841.89], letter: [612, 792] } as const
export type Paper = keyof typeof papers

export interface PosterContent {
  readonly name: string
  readonly project: string
  /** Of the form, in their order. */
  readonly languages: readonly Language[]
  /** Where the code leads. */
  readonly address: string
  /** What somebody types who cannot scan, without its https://. */
  readonly short: string
}

/** What to do, in each language that the form speaks. */
const calls: Readonly<Record<Language, string>> = {
  en: 'Scan to check in',
  'en-au': 'Scan to check in',
  es: 'Escanee para registrarse',
  pt: 'Escaneie para se registrar',
}

const names: Readonly<Record<Language, string>> = { en: 'English', 'en-au': 'English', es: 'Español', pt: 'Português' }

/** Tape and folds go here: nothing of the poster is nearer to the edge, points (25 mm). */
const margin = 71
/** White around the code beside the modules that belong to it (ISO/IEC 18004 asks for four). */
const quiet = 4

const black = rgb(0.06, 0.09, 0.16)
const grey = rgb(0.33, 0.38, 0.46)

function draw(page: PDFPage, line: Outlined, at: { x: number; y: number; size: number; color: typeof black; bold: boolean }): void {
  for (const { path, scale, x, y } of line.glyphs)
    page.drawSvgPath(path, {
      x: at.x + x * at.size,
      y: at.y + y * at.size,
      scale: scale * at.size,
      color: at.color,
      // The typeface comes in one weight: bold is a rim around it.
      ...(at.bold && { borderColor: at.color, borderWidth: 0.035 / scale }),
    })
}

/** SVG's y grows downwards, a font's upwards. */
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

/** A bot's code as one page to print and hang up, readable from where people queue. */
export async function posterPdf({ name, project, languages, address, short }: PosterContent, paper: Paper): Promise<Uint8Array> {
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
    { size, bold = false, color, least = size * 0.55 }: { size: number; bold?: boolean; color: typeof black; least?: number },
  ) => {
    let lines: Outlined[] = []
    let used = size
    // Two lines at most; smaller until it fits.
    for (; ; used *= 0.92) {
      lines = await wrapped(text, room / used)
      if (used <= least || (lines.length <= 2 && lines.every((line) => line.width * used <= room))) break
    }
    for (const line of lines.slice(0, 3)) {
      const shrink = Math.min(1, room / (line.width * used))
      top -= used * 1.05
      draw(page, flipped(line), { x: (width - line.width * used * shrink) / 2, y: top, size: used * shrink, color, bold })
      top -= used * 0.2
    }
  }

  await center(name, { size: 40, bold: true, color: black })
  await center(project, { size: 20, color: grey })
  top -= 12
  const said = [...new Set(languages.length > 0 ? languages.map((language) => calls[language]) : [calls.en])]
  for (const call of said) await center(call, { size: said.length > 2 ? 19 : 23, bold: true, color: black })

  const foot = margin + 62
  const side = Math.min(room, top - 14 - foot)
  const { modules } = QRCode.create(address, { errorCorrectionLevel: 'Q' })
  const module = side / (modules.size + 2 * quiet)
  const left = (width - module * modules.size) / 2
  const codeTop = top - 14 - quiet * module
  for (let y = 0; y < modules.size; y++) {
    // Dots that touch are one bar, so that no printer leaves a white line between them.
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
  const spoken = [...new Set(languages.map((language) => names[language]))].join(' · ')
  if (spoken !== '') await center(spoken, { size: 13, color: grey })
  return pdf.save()
}
