import { getStroke } from 'perfect-freehand'
import type { Strokes } from './drawing.ts'
import { padHeight, padWidth } from './padWidth.ts'

export type Stroke = Strokes[number]
export type Point = Stroke[number]

/**
 * Pens report their pressure; a finger or mouse always reports 0.5, and then the line width follows the
 * speed.
 */
const noPressure = 0.5
/** A point closer than this to the previous one (1.4 px of 350) adds bytes, but no ink. */
const nearest = 0.004

const round = (n: number) => Math.round(n * 10_000) / 10_000

/** Returns the point of a pointer event inside the pad, clamped to its edges. */
export function pointIn(
  box: { left: number; top: number; width: number; height?: number },
  event: { clientX: number; clientY: number; pressure: number; pointerType: string },
): Point {
  const x = (event.clientX - box.left) / box.width
  const y = (event.clientY - box.top) / box.width
  const inside = (n: number, high: number) => round(Math.min(high, Math.max(0, n)))
  const lowest = Math.max(padHeight, ((box.height ?? 0) / box.width) * padWidth) / padWidth
  return [inside(x, 1), inside(y, lowest), event.pointerType === 'pen' ? round(event.pressure) : noPressure]
}

/** Free room at the edges of the sheet, in units of its width. */
const edge = 0.025
/** Sheets are measured in whole pixels. */
const tolerance = 0.01

/** Returns the strokes as they fit on a sheet of 350 × 140: those of a higher sheet become smaller, or move. */
export function fitOnSheet(strokes: Strokes): Strokes {
  const points = strokes.flat()
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)]
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)]
  const height = padHeight / padWidth
  if (points.length === 0 || bottom <= height + tolerance) return strokes
  const scale = Math.min(1, (1 - 2 * edge) / (right - left), (height - 2 * edge) / (bottom - top))
  const place = (n: number, middle: number, newMiddle: number) => round((n - middle) * scale + newMiddle)
  return strokes.map((stroke) =>
    stroke.map(([x, y, pressure]) => [place(x, (left + right) / 2, 0.5), place(y, (top + bottom) / 2, height / 2), pressure]),
  )
}

/** Returns the stroke with the point added, or the same stroke if the pen has hardly moved. */
export function extend(stroke: Stroke, point: Point): Stroke {
  const last = stroke.at(-1)
  return last && Math.hypot(last[0] - point[0], last[1] - point[1]) < nearest ? stroke : [...stroke, point]
}

const outlines = new WeakMap<Stroke, string>()

/** Returns the corners of the ink around a stroke on a pad of 350 × 140. */
export const inkOf = (stroke: Stroke): number[][] =>
  getStroke(
    stroke.map(([x, y, pressure]) => [x * padWidth, y * padWidth, pressure]),
    {
      size: 4.5,
      thinning: 0.55,
      smoothing: 0.6,
      streamline: 0.35,
      simulatePressure: stroke.every(([, , pressure]) => pressure === noPressure),
      last: true,
    },
  )

/** Returns the SVG path of a stroke's outline on a pad of 350 × 140. */
export function outline(stroke: Stroke): string {
  const known = outlines.get(stroke)
  if (known !== undefined) return known
  const corners = inkOf(stroke)
  const path = corners
    .map(([x = 0, y = 0], at) => {
      const [nextX = 0, nextY = 0] = corners[(at + 1) % corners.length] ?? []
      const middle = `${((x + nextX) / 2).toFixed(2)} ${((y + nextY) / 2).toFixed(2)}`
      return at === 0 ? `M${middle}` : `Q${x.toFixed(2)} ${y.toFixed(2)} ${middle}`
    })
    .join('')
  const closed = path && `${path}Z`
  outlines.set(stroke, closed)
  return closed
}
