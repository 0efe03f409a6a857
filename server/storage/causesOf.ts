/** Of an error and its causes, so many are read: an error can be its own cause. */
export const mostCauses = 5

/** Returns an error and its causes, the outermost first. */
export function causesOf(error: unknown): readonly Error[] {
  const found: Error[] = []
  for (let at = error; at instanceof Error && found.length < mostCauses; at = at.cause) found.push(at)
  return found
}
