/**
 * Returns chunks of a build that import each other in a circle, as their keys in the manifest; undefined if there are none.
 * Which of them runs first depends on the order in which they arrive, so a part may be used before it is there.
 */
export function chunkCycle(manifest) {
  const done = new Set()
  const path = []
  const visit = (key) => {
    const at = path.indexOf(key)
    if (at >= 0) return path.slice(at)
    if (done.has(key)) return undefined
    path.push(key)
    for (const next of manifest[key].imports ?? []) {
      const found = visit(next)
      if (found) return found
    }
    path.pop()
    done.add(key)
    return undefined
  }
  for (const key of Object.keys(manifest)) {
    const found = visit(key)
    if (found) return found
  }
  return undefined
}
