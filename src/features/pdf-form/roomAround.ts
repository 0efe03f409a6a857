import type { CSSProperties } from 'react'
import type { Place } from './MarkLayer.tsx'
import type { FormField } from './formFields.ts'

/** Size of a touch target, pixels. */
const fingertip = 44

const isTick = ({ fieldType }: FormField) => fieldType === 'checkbox' || fieldType === 'radio'

/**
 * Returns, by annotation id, how far each check box on a page may extend beyond its image, in points: half of
 * the distance to the nearest other box, so that two never overlap.
 */
export function roomAround(fields: readonly FormField[], page: number): ReadonlyMap<string, number> {
  const boxes = fields.flatMap((field) => field.boxes.filter((box) => box.page === page).map((box) => ({ ...box, tick: isTick(field) })))
  const rooms = new Map<string, number>()
  for (const { annotationId, rect, tick } of boxes) {
    if (!tick) continue
    let gap = Number.POSITIVE_INFINITY
    for (const other of boxes) {
      if (other.annotationId === annotationId) continue
      const [left, bottom, right, top] = other.rect
      gap = Math.min(gap, Math.max(left - rect[2], rect[0] - right, bottom - rect[3], rect[1] - top))
    }
    rooms.set(annotationId, Math.max(0, gap / 2))
  }
  return rooms
}

/**
 * Returns the place of a box with a transparent margin around its image: as wide as `room` (points) allows
 * and touch needs.
 */
export function reaching(place: Place, rect: readonly number[], room: number | undefined): CSSProperties {
  const [left = 0, bottom = 0, right = 0, top = 0] = rect
  const scale = (place.width + place.height) / (right - left + top - bottom)
  const edge = Math.floor(Math.min((fingertip - Math.min(place.width, place.height)) / 2, (room ?? 0) * scale))
  if (!(edge > 0)) return { ...place }
  return {
    left: place.left - edge,
    top: place.top - edge,
    width: place.width + 2 * edge,
    height: place.height + 2 * edge,
    ['--edge' as string]: `${edge}px`,
  }
}
