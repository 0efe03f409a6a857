import type { PdfMark } from '../../../contract/forms/PdfConfig.ts'
import { inkOf } from '../../ui/signature-pad/Stroke.ts'
import type { Placed } from '../../pdf/PdfContent.ts'

/** Who signed and when, or only when (spec/1 §5). */
export const stampOf = ({ signatory, at }: Pick<PdfMark, 'signatory' | 'at'>): string => [signatory, at].filter(Boolean).join(' ')

/** Share of a signature's height for the stamp below the ink. */
export const stampShare = 0.22
/** Margin around the ink, as a share of the box. */
const margin = 0.04

type Strokes = NonNullable<PdfMark['strokes']>

/**
 * Returns outlines of the ink inside a box of this shape (width by height), as shares of its width and height
 * from the top left: as large as possible above the stamp, with the aspect ratio kept.
 */
export function inkOutlines(strokes: Strokes, shape: number): number[][] {
  const corners = strokes.map((stroke) => inkOf(stroke))
  const all = corners.flat()
  if (all.length === 0) return []
  const xs = all.map(([x = 0]) => x)
  const ys = all.map(([, y = 0]) => y)
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)]
  const width = Math.max(1, right - left)
  const height = Math.max(1, bottom - top)
  // In units of the box's height.
  const room = { width: shape * (1 - 2 * margin), height: 1 - stampShare - 2 * margin }
  const scale = Math.min(room.width / width, room.height / height)
  const x0 = (shape - width * scale) / 2
  const y0 = margin + (room.height - height * scale) / 2
  const round = (n: number) => Math.round(n * 10_000) / 10_000
  return corners.map((outline) =>
    outline.flatMap(([x = 0, y = 0]) => [round((x0 + (x - left) * scale) / shape), round(y0 + (y - top) * scale)]),
  )
}

/** Returns the same outlines as SVG paths in a box of 1 × 1. */
export const inkPaths = (strokes: Strokes, shape: number): string[] =>
  inkOutlines(strokes, shape).map((outline) => {
    const points: string[] = []
    for (let at = 0; at + 1 < outline.length; at += 2) points.push(`${outline[at]} ${outline[at + 1]}`)
    return points.length > 0 ? `M${points.join('L')}Z` : ''
  })

/** The content of a signature, without its position. */
export type Ink = Pick<PdfMark, 'strokes' | 'text' | 'picture'>

/** Returns the signature that this person added last. A signature of an unknown person is never reused. */
export function ownInk(marks: readonly PdfMark[], uid: string | undefined): Ink | undefined {
  const last = uid === undefined ? undefined : marks.findLast(({ kind, by }) => kind === 'signature' && by === uid)
  if (!last) return undefined
  const { strokes, text, picture } = last
  return { ...(strokes && { strokes }), ...(text !== undefined && { text }), ...(picture && { picture }) }
}

/** Returns a PNG of a name as handwriting, on a transparent background. */
async function typedPng(text: string): Promise<Uint8Array | undefined> {
  const { inkPng } = await import('../../ui/signature-pad/paint.ts')
  return new Uint8Array(await (await inkPng({ strokes: [], typed: text })).arrayBuffer())
}

const bytesOfLink = (link: string) => Uint8Array.from(atob(link.slice(link.indexOf(',') + 1)), (letter) => letter.charCodeAt(0))

/** Pixels of the longer side: sharp in print at the width of a signature, and small. */
const widest = 640

/**
 * Returns a photo of a signature for a mark; the paper in the photo is kept. Rejects if the file is not an
 * image.
 */
export async function pictureOf(file: Blob): Promise<NonNullable<PdfMark['picture']>> {
  const bitmap = await createImageBitmap(file)
  const scale = Math.min(1, widest / Math.max(bitmap.width, bitmap.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(bitmap.width * scale))
  canvas.height = Math.max(1, Math.round(bitmap.height * scale))
  const context = canvas.getContext('2d')
  if (!context) throw new Error('This browser has no canvas')
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  bitmap.close()
  return { url: canvas.toDataURL('image/jpeg', 0.75), width: canvas.width, height: canvas.height }
}

/** Returns the mark in the form that the file needs. */
export async function placedOf(mark: PdfMark): Promise<Placed> {
  const { kind, page, rect, rotation, text, strokes, picture, signatory, at } = mark
  const [width, height] = [Math.abs(rect[2] - rect[0]), Math.abs(rect[3] - rect[1])]
  const sideways = ((rotation ?? 0) / 90) % 2 === 1
  const shape = (sideways ? height / width : width / height) || 1
  const png = kind === 'signature' && !strokes && text ? await typedPng(text) : undefined
  return {
    kind,
    page,
    rect,
    ...(rotation ? { rotation } : {}),
    ...(kind === 'signature' ? {} : { text: text ?? '' }),
    ...(strokes && { outlines: inkOutlines(strokes, shape) }),
    ...(png && { png }),
    ...(picture && { jpeg: { bytes: bytesOfLink(picture.url), width: picture.width, height: picture.height } }),
    ...(signatory && { signatory }),
    ...(at && { at }),
  }
}

/** "Ana María Souza" → "AMS"; '' if the name has no letters. */
export const initialsOf = (name = ''): string =>
  name
    .split(/[\s-]+/u)
    .flatMap((part) => /\p{L}/u.exec(part)?.[0] ?? [])
    .join('')
    .toLocaleUpperCase()
    .slice(0, 4)
