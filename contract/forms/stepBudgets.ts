/**
 * Evaluating an expression costs steps: one per name, per call, per list item that a function visits, and per
 * sixteen characters of a text. Evaluations that run together share one budget, so that no settings or
 * answers can block a device or the server. Normal forms use a few thousand.
 */
export const stepBudgets = {
  /** One round of a form: opening it, or all effects of a change. */
  form: 2_000_000,
  /** A title or another text. A page shows up to a hundred. */
  text: 300_000,
} as const

/** The budget is used up. `path` is the place in the settings, when it is known. */
export class TooComplex extends Error {
  readonly path: string | undefined
  constructor(path?: string) {
    super(`This form is too complex${path === undefined ? '.' : ` at ${path}.`}`)
    this.name = 'TooComplex'
    this.path = path
  }
}

/** Evaluation is synchronous, so one counter is enough. */
let left = Number.POSITIVE_INFINITY

/** @throws TooComplex */
export function countSteps(steps: number): void {
  left -= steps
  if (left < 0) throw new TooComplex()
}

export const stepsOfText = (text: string): number => text.length / 16

/** Steps that `work` takes; Infinity when it takes more than `most`. */
export function stepsTaken(most: number, work: () => void): number {
  try {
    return withSteps(most, () => {
      const before = left
      work()
      return before - left
    })
  } catch (error) {
    if (error instanceof TooComplex) return Number.POSITIVE_INFINITY
    throw error
  }
}

/**
 * Runs `work` with a budget of `most` steps; a nested budget never exceeds the rest of the outer one.
 * @throws TooComplex
 */
export function withSteps<T>(most: number, work: () => T): T {
  const outer = left
  const given = Math.min(most, outer)
  left = given
  try {
    return work()
  } finally {
    left = outer - (given - left)
  }
}
