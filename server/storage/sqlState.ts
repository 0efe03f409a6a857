/** Of an error and its causes, so many are read: an error can be its own cause. */
export const mostCauses = 5

/** Returns an error and its causes, the outermost first. */
export function causesOf(error: unknown): readonly Error[] {
  const found: Error[] = []
  for (let at = error; at instanceof Error && found.length < mostCauses; at = at.cause) found.push(at)
  return found
}

/** The SQLSTATE of a database error (`23505`), also if a library wrapped it; undefined for other errors. */
export function sqlState(error: unknown): string | undefined {
  for (const { code } of causesOf(error) as readonly { code?: unknown }[]) {
    if (typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code)) return code
  }
  return undefined
}
