/**
 * Evaluating an expression costs steps: a name, a call, an item of a list that a function goes through, sixteen characters of a text. What is
 * evaluated together shares one budget, so that no settings and no answers keep a device or the server busy. Honest forms use a few thousand.
 */
export const stepBudgets = {
  /** One round of a form: opening it, or all that a change brings about. */
  form: 2_000_000,
  /** A title or another text. A page shows up to a hundred. */
  text: 300_000,
} as const

/** The budget is used up. `path` is where in the settings, once somebody knows. */
export class TooComplex extends Error {
  readonly path: string | undefined
  constructor(path?: string) {
    super(`This form is too complex${path === undefined ? '.' : ` at ${path}.`}`)
    this.name = 'TooComplex'
    this.path = path
  }
}

/** Evaluation is synchronous, so that one counter serves all. */
let left = Number.POSITIVE_INFINITY

/** @throws TooComplex */
export function countSteps(steps: number): void {
  left -= steps
  if (left < 0) throw new TooComplex()
}

export const stepsOfText = (text: string): number => text.length / 16

/** Steps that `work` takes; Infinity where it takes more than `most`. */
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

/** Runs `work` with this many steps; inside of another budget with that one's rest, if it has less. @throws TooComplex */
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
