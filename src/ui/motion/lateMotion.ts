import { canMove } from './canMove.ts'

interface LateMotion<Moves> {
  /** Call it in an effect: the code loads after the first paint. */
  load(): void
  /** Returns the code that moves, or undefined if the screen should change at once. */
  get(): Moves | undefined
}

/** Animation code that screens never wait for. Without it, or with reduced motion, nothing moves. */
export function lateMotion<Moves>(load: () => Promise<Moves>): LateMotion<Moves> {
  let moves: Moves | undefined
  return {
    load() {
      // Screens work without it, so a failed load is no error.
      if (!moves)
        load().then(
          (module) => (moves = module),
          () => undefined,
        )
    },
    get: () => (moves && canMove() ? moves : undefined),
  }
}
