/**
 * Pen strokes as data: points are [x, y, pressure] in units of the pad's width, so that they can be redrawn
 * at any size.
 */
export type Strokes = [x: number, y: number, pressure: number][][]

/** The content of the pad: strokes, or a typed name instead. */
export interface Drawing {
  readonly strokes: Strokes
  readonly typed: string
}

export const blank: Drawing = { strokes: [], typed: '' }

export const isBlank = ({ strokes, typed }: Drawing) => strokes.length === 0 && typed.trim() === ''
