/** Edit distance between two words, up to `limit` (more is `limit + 1`). Swapped neighbors are one edit. */
function distance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1
  let before: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let row = 1; row <= a.length; row++) {
    const next = [row]
    for (let column = 1; column <= b.length; column++) {
      const same = a[row - 1] === b[column - 1]
      let edits = Math.min((last[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1, (last[column - 1] ?? 0) + (same ? 0 : 1))
      if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]) {
        edits = Math.min(edits, (before[column - 2] ?? 0) + 1)
      }
      next.push(edits)
    }
    before = last
    last = next
  }
  return last[b.length] ?? limit + 1
}

/** The most similar known word, if one is similar enough. Ignores case. */
export function didYouMean(word: string, known: Iterable<string>): string | undefined {
  const wanted = word.toLowerCase().slice(0, 60)
  const limit = wanted.length < 5 ? 1 : 2
  let best: string | undefined
  let least = limit + 1
  for (const candidate of known) {
    const edits = distance(wanted, candidate.toLowerCase(), limit)
    if (edits < least) {
      best = candidate
      least = edits
    }
  }
  return best
}
