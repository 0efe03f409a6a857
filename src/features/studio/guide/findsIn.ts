const plain = (text: string) =>
  text
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036F]/g, '')
    .toLowerCase()

/** Returns a test: do these texts together have each word of the query? An empty query finds everything. */
export function findsIn(query: string): (...texts: readonly string[]) => boolean {
  const words = plain(query).split(/\s+/).filter(Boolean)
  return (...texts) => {
    if (words.length === 0) return true
    const text = plain(texts.join(' '))
    return words.every((word) => text.includes(word))
  }
}
