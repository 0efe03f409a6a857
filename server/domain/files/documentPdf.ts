import type { PDFFont, PDFPage } from 'pdf-lib'
import { outline } from './outline.ts'

/** A document as headings and lines, before layout. */
export interface Document {
  readonly title: string
  readonly about: readonly (readonly [label: string, value: string])[]
  readonly sections: readonly { readonly heading: string; readonly lines: readonly string[] }[]
}

/** A4 in points. */
const sheet: [number, number] = [595.28, 841.89]
const margin = 56
const widest = sheet[0] - 2 * margin

/**
 * Lays out a document on A4 pages. Characters that the standard fonts lack are drawn as outlines, so every
 * name can be printed. The same document with the same date gives identical bytes.
 */
export async function documentPdf({ title, about, sections }: Document, at: Date): Promise<Uint8Array> {
  const { PDFDocument, StandardFonts, rgb } = await import('pdf-lib')
  const pdf = await PDFDocument.create()
  pdf.setTitle(title)
  pdf.setProducer('Muster')
  pdf.setCreationDate(at)
  pdf.setModificationDate(at)
  const [regular, bold] = [await pdf.embedFont(StandardFonts.Helvetica), await pdf.embedFont(StandardFonts.HelveticaBold)]
  const ink = rgb(0.06, 0.09, 0.16)
  let page: PDFPage = pdf.addPage(sheet)
  let y = sheet[1] - margin

  const room = (height: number) => {
    if (y - height >= margin) return
    page = pdf.addPage(sheet)
    y = sheet[1] - margin
  }
  const write = async (
    text: string,
    { font = regular, size = 11, indent = 0 }: { font?: PDFFont; size?: number; indent?: number } = {},
  ) => {
    for (const line of lines(text, font, size, widest - indent)) {
      room(size * 1.4)
      y -= size * 1.4
      if (canWrite(font, line)) page.drawText(line, { x: margin + indent, y, size, font, color: ink })
      else
        for (const { path, scale, x, y: up } of (await outline(line)).glyphs)
          page.drawSvgPath(path, { x: margin + indent + x * size, y: y + up * size, scale: scale * size, color: ink, borderWidth: 0 })
    }
  }

  await write(title, { font: bold, size: 20 })
  y -= 6
  for (const [label, value] of about) if (value !== '') await write(`${label}: ${value}`)
  for (const { heading, lines: said } of sections) {
    y -= 10
    room(50)
    await write(heading, { font: bold, size: 13 })
    for (const line of said) await write(line, { indent: 10 })
  }
  const pages = pdf.getPages()
  for (const [n, one] of pages.entries())
    one.drawText(`${n + 1} / ${pages.length}`, { x: margin, y: margin / 2, size: 9, font: regular, color: ink })
  return pdf.save({ useObjectStreams: false })
}

function canWrite(font: PDFFont, text: string): boolean {
  try {
    font.encodeText(text)
    return true
  } catch {
    return false
  }
}

/** Estimates the width of text drawn as outlines: most scripts are no wider. */
const widthOf = (font: PDFFont, text: string, size: number) =>
  canWrite(font, text) ? font.widthOfTextAtSize(text, size) : [...text].length * size * 0.62

function lines(text: string, font: PDFFont, size: number, most: number): string[] {
  const set: string[] = []
  let line = ''
  for (const word of text
    .split(/\s+/)
    .filter(Boolean)
    .flatMap((one) => one.match(/.{1,60}/gu) ?? [])) {
    const longer = line === '' ? word : `${line} ${word}`
    if (line !== '' && widthOf(font, longer, size) > most) {
      set.push(line)
      line = word
    } else line = longer
  }
  return line === '' ? set : [...set, line]
}
