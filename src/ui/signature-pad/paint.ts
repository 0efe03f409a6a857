import { formatISO } from 'date-fns/formatISO'
import type { Drawing } from './drawing.ts'
import { outline } from './Stroke.ts'
import { padHeight, padWidth } from './padWidth.ts'

const ink = '#0f172a'
const stampInk = '#475569'
const handwriting = `'Segoe Script', 'Bradley Hand', 'Snell Roundhand', 'Dancing Script', 'Brush Script MT', cursive`
const margin = 8

/** Clears the pad and draws ink on it, at `scale` × 350 px. */
export function paint(context: CanvasRenderingContext2D, { strokes, typed }: Drawing, scale: number, height = padHeight): void {
  context.setTransform(scale, 0, 0, scale, 0, 0)
  context.clearRect(0, 0, padWidth, height)
  context.fillStyle = ink
  for (const stroke of strokes) context.fill(new Path2D(outline(stroke)))
  const name = typed.trim()
  if (!name) return
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  let size = 44
  do context.font = `italic ${size}px ${handwriting}`
  while (context.measureText(name).width > padWidth - 3 * margin && --size > 10)
  context.fillText(name, padWidth / 2, padHeight * 0.46, padWidth - 2 * margin)
}

/** Returns who signed and when, or only when (spec/1 §5). */
export const stampText = (signatory: string, timestamp: string) => [signatory, timestamp].filter(Boolean).join(' ')

/** Draws one line if it fits, otherwise name and time on separate lines. */
function paintStamp(context: CanvasRenderingContext2D, signatory: string, timestamp: string): void {
  context.fillStyle = stampInk
  context.textAlign = 'left'
  context.textBaseline = 'alphabetic'
  context.font = '9px system-ui, sans-serif'
  const room = padWidth - 2 * margin
  const whole = stampText(signatory, timestamp)
  const lines = context.measureText(whole).width <= room ? [whole] : [signatory, timestamp].filter(Boolean)
  lines.forEach((line, at) => context.fillText(line, margin, padHeight - 6 - 11 * (lines.length - 1 - at), room))
}

/** Returns the stored image: 700 × 280 on white paper, with the stamp. */
export async function signaturePng(drawing: Drawing, signatory: string, timestamp: string): Promise<Blob> {
  const scale = 2
  const canvas = document.createElement('canvas')
  canvas.width = padWidth * scale
  canvas.height = padHeight * scale
  const context = canvas.getContext('2d')
  if (!context) throw new Error('This browser has no canvas')
  paint(context, drawing, scale)
  // The time of the place where it is signed, as everywhere else on the screen; the record has the moment in UTC.
  paintStamp(context, signatory, formatISO(timestamp))
  context.globalCompositeOperation = 'destination-over'
  context.fillStyle = '#fff'
  context.fillRect(0, 0, padWidth, padHeight)
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The canvas gave no picture'))), 'image/png')
  })
}

/** Returns the ink alone, on a transparent background: 700 × 280. */
export async function inkPng(drawing: Drawing): Promise<Blob> {
  const canvas = document.createElement('canvas')
  canvas.width = padWidth * 2
  canvas.height = padHeight * 2
  const context = canvas.getContext('2d')
  if (!context) throw new Error('This browser has no canvas')
  paint(context, drawing, 2)
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The canvas gave no picture'))), 'image/png')
  })
}
