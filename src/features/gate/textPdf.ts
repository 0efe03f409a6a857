/**
 * Writes pages of text as a PDF, on the device and offline: two standard fonts, no library. A character that
 * those fonts lack is written without its accent, and names in other scripts are drawn by the browser.
 */

export interface TextLine {
  /** Points from the left and from the top of an A4 page. */
  readonly x: number
  readonly y: number
  readonly size: number
  readonly text: string
  readonly bold?: boolean | undefined
  /** Points; longer text is cut. */
  readonly width?: number | undefined
}

export interface RuleLine {
  readonly y: number
  readonly from: number
  readonly to: number
}

export interface PdfPage {
  readonly lines: readonly TextLine[]
  readonly rules: readonly RuleLine[]
}

/** Points. */
export const pageSize = { width: 595, height: 842 } as const

/** Widths of Helvetica's characters from space to tilde, in thousandths (Adobe's font metrics). */
const widths = [
  278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 278,
  278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778, 667, 778, 722, 667, 611, 722,
  667, 944, 667, 667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556,
  556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
]

/** Characters of Windows-1252 above Latin 1's controls. */
const more: Readonly<Record<string, number>> = {
  '€': 0x80,
  '‚': 0x82,
  '„': 0x84,
  '…': 0x85,
  '†': 0x86,
  '‰': 0x89,
  Š: 0x8a,
  Œ: 0x8c,
  Ž: 0x8e,
  '‘': 0x91,
  '’': 0x92,
  '“': 0x93,
  '”': 0x94,
  '•': 0x95,
  '–': 0x96,
  '—': 0x97,
  '™': 0x99,
  š: 0x9a,
  œ: 0x9c,
  ž: 0x9e,
  Ÿ: 0x9f,
}
const alike: Readonly<Record<string, string>> = { ł: 'l', Ł: 'L', đ: 'd', Đ: 'D', ı: 'i', ħ: 'h', '\u202f': ' ', '\u2009': ' ', '−': '-' }

function codeOf(sign: string): number | undefined {
  const code = sign.codePointAt(0) ?? 0
  if ((code >= 0x20 && code <= 0x7e) || (code >= 0xa0 && code <= 0xff)) return code
  return more[sign]
}

/** Returns the text in Windows-1252; undefined if it has characters outside the standard fonts. */
export function encoded(text: string): number[] | undefined {
  const codes: number[] = []
  for (const sign of text.normalize('NFC')) {
    const own = codeOf(sign)
    if (own !== undefined) codes.push(own)
    else {
      const plain = alike[sign] ?? sign.normalize('NFD').replace(/\p{M}/gu, '')
      const signs = [...plain].map((one) => codeOf(alike[one] ?? one))
      if (plain === sign || signs.includes(undefined)) return undefined
      codes.push(...(signs as number[]))
    }
  }
  return codes
}

const widthOf = (codes: readonly number[], size: number, bold: boolean) =>
  codes.reduce((sum, code) => sum + (widths[code - 32] ?? 556), 0) * (size / 1000) * (bold ? 1.08 : 1)

function cut(codes: readonly number[], { size, bold = false, width = Infinity }: TextLine): readonly number[] {
  if (widthOf(codes, size, bold) <= width) return codes
  const room = width - widthOf([0x85], size, bold)
  let end = codes.length
  while (end > 0 && widthOf(codes.slice(0, end), size, bold) > room) end--
  return [...codes.slice(0, end), 0x85]
}

interface Ink {
  readonly width: number
  readonly height: number
  /** One byte per pixel, 255 is paper. */
  readonly grey: Uint8Array
}

/** Pixels per point, so that drawn names print well. */
const fine = 4

function drawn({ text, size, bold = false, width = 400 }: TextLine): Ink | undefined {
  const canvas = document.createElement('canvas')
  const pen = canvas.getContext('2d')
  if (!pen) return undefined
  const font = `${bold ? 700 : 400} ${size * fine}px system-ui, sans-serif`
  pen.font = font
  canvas.width = Math.max(1, Math.min(Math.ceil(width * fine), Math.ceil(pen.measureText(text).width)))
  canvas.height = Math.ceil(size * 1.35 * fine)
  pen.fillStyle = '#fff'
  pen.fillRect(0, 0, canvas.width, canvas.height)
  pen.fillStyle = '#000'
  pen.font = font
  pen.textBaseline = 'alphabetic'
  pen.fillText(text, 0, size * fine)
  const { data } = pen.getImageData(0, 0, canvas.width, canvas.height)
  const grey = new Uint8Array(canvas.width * canvas.height)
  for (let n = 0; n < grey.length; n++) grey[n] = data[n * 4] ?? 255
  return { width: canvas.width, height: canvas.height, grey }
}

const bytesOf = (text: string) => Uint8Array.from(text, (sign) => sign.charCodeAt(0) & 0xff)
const hex = (codes: readonly number[]) => codes.map((code) => code.toString(16).padStart(2, '0')).join('')
const place = (value: number) => String(Math.round(value * 100) / 100)

/** Returns the PDF file of some pages. `title` is its name in PDF viewers. */
export function textPdf(title: string, pages: readonly PdfPage[]): Uint8Array<ArrayBuffer> {
  const objects: Uint8Array[] = []
  const add = (text: string, body?: Uint8Array): number => {
    const parts = body ? [bytesOf(`${text}\nstream\n`), body, bytesOf('\nendstream')] : [bytesOf(text)]
    return objects.push(joined(parts))
  }
  const font = (name: string) => add(`<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`)
  const [plain, bold] = [font('Helvetica'), font('Helvetica-Bold')]
  // The page tree and the catalogue are last, with object numbers that are known now.
  const kids: number[] = []
  const images = pages.map(({ lines }) => lines.map((line) => (encoded(line.text) ? undefined : drawn(line))))
  const count = pages.reduce((sum, _, n) => sum + 2 + (images[n] ?? []).filter(Boolean).length, objects.length)
  const tree = count + 1
  for (const [n, { lines, rules }] of pages.entries()) {
    const names: string[] = []
    const content: string[] = rules.map(
      ({ y, from, to }) => `0.6 G 0.5 w ${place(from)} ${place(pageSize.height - y)} m ${place(to)} ${place(pageSize.height - y)} l S`,
    )
    for (const [at, line] of lines.entries()) {
      const { x, y, size } = line
      const ink = images[n]?.[at]
      if (ink) {
        const colours = '/ColorSpace /DeviceGray /BitsPerComponent 8'
        const head = `<< /Type /XObject /Subtype /Image /Width ${ink.width} /Height ${ink.height} ${colours} /Length ${ink.grey.length} >>`
        names.push(`/I${names.length} ${add(head, ink.grey)} 0 R`)
        const [width, height] = [ink.width / fine, ink.height / fine]
        content.push(
          `q ${place(width)} 0 0 ${place(height)} ${place(x)} ${place(pageSize.height - y - height + size)} cm /I${names.length - 1} Do Q`,
        )
        continue
      }
      const codes = cut(encoded(line.text) ?? [...line.text].map(() => 0x3f), line)
      content.push(`BT /F${line.bold ? 2 : 1} ${place(size)} Tf ${place(x)} ${place(pageSize.height - y)} Td <${hex(codes)}> Tj ET`)
    }
    const body = bytesOf(content.join('\n'))
    const stream = add(`<< /Length ${body.length} >>`, body)
    const fonts = `/Font << /F1 ${plain} 0 R /F2 ${bold} 0 R >>`
    const resources = `<< ${fonts}${names.length > 0 ? ` /XObject << ${names.join(' ')} >>` : ''} >>`
    const box = `[0 0 ${pageSize.width} ${pageSize.height}]`
    kids.push(add(`<< /Type /Page /Parent ${tree} 0 R /MediaBox ${box} /Resources ${resources} /Contents ${stream} 0 R >>`))
  }
  add(`<< /Type /Pages /Kids [${kids.map((kid) => `${kid} 0 R`).join(' ')}] /Count ${kids.length} >>`)
  const catalogue = add(`<< /Type /Catalog /Pages ${tree} 0 R >>`)
  const info = add(`<< /Title <feff${[...title].flatMap((sign) => utf16(sign)).join('')}> /Producer (Muster) >>`)
  return file(objects, catalogue, info)
}

const utf16 = (sign: string) => Array.from({ length: sign.length }, (_, n) => sign.charCodeAt(n).toString(16).padStart(4, '0'))

function file(objects: readonly Uint8Array[], catalogue: number, info: number): Uint8Array<ArrayBuffer> {
  const parts: Uint8Array[] = [bytesOf('%PDF-1.4\n%\xe2\xe3\xcf\xd3\n')]
  let at = parts[0]?.length ?? 0
  const starts: number[] = []
  for (const [n, object] of objects.entries()) {
    const part = joined([bytesOf(`${n + 1} 0 obj\n`), object, bytesOf('\nendobj\n')])
    starts.push(at)
    at += part.length
    parts.push(part)
  }
  const rows = starts.map((start) => `${String(start).padStart(10, '0')} 00000 n \n`).join('')
  const size = objects.length + 1
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${rows}`
  parts.push(bytesOf(`${table}trailer\n<< /Size ${size} /Root ${catalogue} 0 R /Info ${info} 0 R >>\nstartxref\n${at}\n%%EOF\n`))
  return joined(parts)
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}
