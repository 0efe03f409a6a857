/** A line of a PDF: as TextLine of `src/pdf/textPdf.ts`. */
interface Line {
  readonly text: string
  readonly size: number
  readonly bold?: boolean | undefined
  readonly width?: number | undefined
}

/** As Picture of `src/pdf/textPdf.ts`. */
interface Drawn {
  readonly kind: 'picture'
  readonly width: number
  readonly height: number
  readonly columns: number
  readonly rows: number
  readonly grey: Uint8Array
}

/** Pixels per point, so that drawn names print well. */
const pixels = 4

/** Returns a line as the browser draws it, for scripts that the fonts of a PDF lack. Undefined without a canvas. */
export function drawnText({ text, size, bold = false, width = 400 }: Line): Drawn | undefined {
  const canvas = document.createElement('canvas')
  const pen = canvas.getContext('2d')
  if (!pen) return undefined
  const font = `${bold ? 700 : 400} ${size * pixels}px system-ui, sans-serif`
  pen.font = font
  canvas.width = Math.max(1, Math.min(Math.ceil(width * pixels), Math.ceil(pen.measureText(text).width)))
  canvas.height = Math.ceil(size * 1.35 * pixels)
  pen.fillStyle = '#fff'
  pen.fillRect(0, 0, canvas.width, canvas.height)
  pen.fillStyle = '#000'
  pen.font = font
  pen.textBaseline = 'alphabetic'
  pen.fillText(text, 0, size * pixels)
  const { data } = pen.getImageData(0, 0, canvas.width, canvas.height)
  const grey = new Uint8Array(canvas.width * canvas.height)
  for (let at = 0; at < grey.length; at++) grey[at] = data[at * 4] ?? 255
  return { kind: 'picture', width: canvas.width / pixels, height: canvas.height / pixels, columns: canvas.width, rows: canvas.height, grey }
}
