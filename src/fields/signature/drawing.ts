import type { Strokes } from '../../../contract/uploads.ts'

/** What is on the sheet: strokes, or a name that was typed instead. */
export interface Drawing {
  readonly strokes: Strokes
  readonly typed: string
}

export const blank: Drawing = { strokes: [], typed: '' }

export const isBlank = ({ strokes, typed }: Drawing) => strokes.length === 0 && typed.trim() === ''
