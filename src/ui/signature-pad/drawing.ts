/** Pen strokes as data: points are [x, y, pressure] in units of the pad's width, so that any size redraws them. */
export type Strokes = [x: number, y: number, pressure: number][][]

/** What is on the sheet: strokes, or a name that was typed instead. */
export interface Drawing {
  readonly strokes: Strokes
  readonly typed: string
}

export const blank: Drawing = { strokes: [], typed: '' }

export const isBlank = ({ strokes, typed }: Drawing) => strokes.length === 0 && typed.trim() === ''
