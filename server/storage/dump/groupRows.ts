/**
 * Groups rows in their order. A group has at most `length` characters, or one row that is longer: neither a string nor
 * a statement grows with the number of rows.
 */
export async function* groupRows(
  batches: Iterable<readonly string[]> | AsyncIterable<readonly string[]>,
  length: number,
): AsyncGenerator<readonly string[]> {
  let group: string[] = []
  let used = 0
  for await (const batch of batches)
    for (const row of batch) {
      if (group.length > 0 && used + row.length > length) {
        yield group
        group = []
        used = 0
      }
      group.push(row)
      used += row.length
    }
  if (group.length > 0) yield group
}
