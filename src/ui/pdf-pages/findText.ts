import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'

export interface Found {
  /** From 1. */
  readonly page: number
  /** Boxes of the words, in PDF points: left, bottom, right, top. */
  readonly rects: readonly (readonly [number, number, number, number])[]
}

interface Piece {
  readonly str: string
  /** A dynamic XFA form has texts, but no positions. */
  readonly transform?: readonly number[]
  readonly width: number
  readonly height: number
}

/** Removes case, diacritics and differences in white space. */
const folded = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/\s+/g, ' ')

/** Returns the text of a page, and the start of each piece in it. */
export function joined(pieces: readonly Pick<Piece, 'str'>[]): { text: string; starts: number[] } {
  let text = ''
  const starts: number[] = []
  for (const { str } of pieces) {
    const next = folded(str)
    // A line break of the page becomes a space in the text.
    if (text !== '' && next !== '' && !text.endsWith(' ') && !next.startsWith(' ')) text += ' '
    starts.push(text.length)
    text += next
  }
  return { text, starts }
}

/** Yields every match of the words, page by page; stops when `signal` is aborted. */
export async function* findText(pdf: PDFDocumentProxy, words: string, signal: AbortSignal): AsyncGenerator<Found> {
  const wanted = folded(words).trim()
  if (wanted === '') return
  for (let number = 1; number <= pdf.numPages && !signal.aborted; number++) {
    const page = await pdf.getPage(number)
    const pieces = (await page.getTextContent()).items.filter((item): item is typeof item & Piece => 'str' in item)
    const { text, starts } = joined(pieces)
    for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + wanted.length)) {
      const rects = pieces.flatMap((piece, index): Found['rects'] => {
        const start = starts[index] ?? 0
        const length = folded(piece.str).length
        const from = Math.max(0, at - start)
        const to = Math.min(length, at + wanted.length - start)
        if (to <= from || length === 0) return []
        if (!piece.transform) return []
        const [, , , , x = 0, y = 0] = piece.transform
        const each = piece.width / length
        return [[x + from * each, y - piece.height * 0.2, x + to * each, y + piece.height]]
      })
      yield { page: number, rects }
    }
  }
}
