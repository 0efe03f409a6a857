/**
 * Does the work when the browser is idle, after `timeout` ms at the latest; where the browser cannot tell (Safari), after
 * `otherwise` ms. Returns the function that cancels it.
 */
export function whenIdle(work: () => void, timeout?: number, otherwise = 16): () => void {
  if (typeof requestIdleCallback !== 'function') {
    const timer = setTimeout(work, otherwise)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(work, timeout === undefined ? undefined : { timeout })
  return () => cancelIdleCallback(handle)
}
