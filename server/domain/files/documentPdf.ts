import { deflateSync } from 'node:zlib'
import { pageSize, standardText, type TextLine, textPdf, textWidth } from '../../../src/pdf/textPdf.ts'
import { outline } from './outline.ts'

/** A document as headings and lines, before layout. */
export interface Document {
  readonly title: string
  readonly about: readonly (readonly [label: string, value: string])[]
  readonly sections: readonly { readonly heading: string; readonly lines: readonly string[] }[]
}

const margin = 56
const widest = pageSize.width - 2 * margin

/**
 * Lays out a document on A4 pages. Lines with characters that the standard fonts lack are drawn as outlines, so
 * every name can be printed. The same document with the same date gives identical bytes.
 */
export async function documentPdf({ title, about, sections }: Document, at: Date): Promise<Uint8Array> {
  const pages: TextLine[][] = [[]]
  let y: number = margin
  const room = (height: number) => {
    if (y + height <= pageSize.height - margin) return
    pages.push([])
    y = margin
  }
  const write = async (text: string, { bold = false, size = 11, indent = 0 }: { bold?: boolean; size?: number; indent?: number } = {}) => {
    for (const line of lines(text, bold, size, widest - indent)) {
      room(size * 1.4)
      y += size * 1.4
      const drawing = canWrite(line) ? undefined : ({ kind: 'outlines', ...(await outline(line)) } as const)
      pages.at(-1)?.push({ x: margin + indent, y, size, bold, text: line, drawing })
    }
  }

  await write(title, { bold: true, size: 20 })
  y += 6
  for (const [label, value] of about) if (value !== '') await write(`${label}: ${value}`)
  for (const { heading, lines: said } of sections) {
    y += 10
    room(50)
    await write(heading, { bold: true, size: 13 })
    for (const line of said) await write(line, { indent: 10 })
  }
  for (const [n, page] of pages.entries())
    page.push({ x: margin, y: pageSize.height - margin / 2, size: 9, text: `${n + 1} / ${pages.length}` })
  return textPdf({ title, pages: pages.map((page) => ({ lines: page })), ink: [0.06, 0.09, 0.16], at, deflate: deflateSync })
}

/** True if the standard fonts have each character. */
const canWrite = (text: string) => standardText(text) === text

/** Estimates the width of text drawn as outlines: most scripts are no wider. */
const widthOf = (text: string, bold: boolean, size: number) =>
  canWrite(text) ? textWidth(text, size, bold) : [...text].length * size * 0.62

function lines(text: string, bold: boolean, size: number, most: number): string[] {
  const set: string[] = []
  let line = ''
  for (const word of text
    .split(/\s+/)
    .filter(Boolean)
    .flatMap((one) => one.match(/.{1,60}/gu) ?? [])) {
    const longer = line === '' ? word : `${line} ${word}`
    if (line !== '' && widthOf(longer, bold, size) > most) {
      set.push(line)
      line = word
    } else line = longer
  }
  return line === '' ? set : [...set, line]
}
