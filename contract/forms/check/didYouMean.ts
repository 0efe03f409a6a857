/**
 * Edit distance between two words whose lengths differ by at most `limit`, up to `limit` (more is `limit + 1`). Swapped neighbors are one
 * edit. Compares each letter only with those at most `limit` places away, and stops when too many letters differ. Counts the compared
 * letters of `a` in `work`.
 */
function distance(a: string, b: string, limit: number, work: { rows: number }): number {
  const tooFar = limit + 1
  const at = (row: readonly number[], column: number) => row[column] ?? tooFar
  const isSwapped = (row: number, column: number) => row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
  const isWithin = (edits: readonly number[]) => edits.some((count) => count <= limit)
  let before: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, column) => Math.min(column, tooFar))
  for (let row = 1; row <= a.length; row++) {
    work.rows++
    const next: number[] = []
    const first = Math.max(0, row - limit)
    if (first === 0) next[0] = Math.min(row, tooFar)
    for (let column = Math.max(1, first); column <= Math.min(b.length, row + limit); column++) {
      const replaced = at(last, column - 1) + (a[row - 1] === b[column - 1] ? 0 : 1)
      const swapped = isSwapped(row, column) ? at(before, column - 2) + 1 : tooFar
      next[column] = Math.min(at(last, column) + 1, at(next, column - 1) + 1, replaced, swapped, tooFar)
    }
    if (row > 1 && !isWithin(last) && !isWithin(next)) return tooFar
    before = last
    last = next
  }
  return at(last, b.length)
}

/** Letters of `word` that are compared: four for a name that differs, so this is enough for 15,000 names. */
const mostRows = 60_000

/** The most similar known word, if one is similar enough. Ignores case. A form can have tens of thousands of names. */
export function didYouMean(word: string, known: Iterable<string>): string | undefined {
  const wanted = word.toLowerCase().slice(0, 60)
  const work = { rows: 0 }
  let limit = wanted.length < 5 ? 1 : 2
  let best: string | undefined
  for (const candidate of known) {
    if (Math.abs(candidate.length - wanted.length) > limit) continue
    if (work.rows > mostRows) break
    const edits = distance(wanted, candidate.toLowerCase(), limit, work)
    if (edits > limit) continue
    best = candidate
    if (edits === 0) break
    limit = edits - 1
  }
  return best
}
