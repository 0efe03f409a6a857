import type { TextHistory } from './textHistory.ts'
import type { Finding } from './review.ts'

/** A range of the text to show; a new object repeats it. */
export interface Reveal {
  readonly from: number
  readonly to: number
  readonly focus: boolean
}

export interface EditorProps {
  readonly history: TextHistory
  readonly label: string
  readonly findings: readonly Finding[]
  readonly reveal: Reveal | undefined
  /** The person has moved the cursor there. */
  readonly onCursor: (at: number) => void
}
