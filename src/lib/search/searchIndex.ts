import { searchTerms } from './searchTerms.ts'

/** One line of a list to search: a label, then a tab and more search words. */
export const lineOf = (label: string, more = ''): string =>
  more === '' ? label.replace(/[\n\t]/g, ' ') : `${label.replace(/[\n\t]/g, ' ')}\t${more.replace(/[\n\t]/g, ' ')}`

/** A growing array that doubles its capacity: a list of 50,000 lines has about 200,000 postings. */
class Numbers {
  values = new Uint32Array(1024)
  length = 0

  push(value: number): void {
    if (this.length === this.values.length) {
      const larger = new Uint32Array(this.length * 2)
      larger.set(this.values)
      this.values = larger
    }
    this.values[this.length++] = value
  }
}

/**
 * Finds lines by word prefixes (searchTerms.ts). All terms are sorted once, so that a prefix is a range of
 * them; a search costs two binary searches and one pass over the lines of the range. Lines are added in
 * portions; the first search sorts.
 */
export class SearchIndex {
  private count = 0
  private readonly ids = new Map<string, number>()
  /**
   * Pairs: number of the term, and line × 2 + 1 when the term is at the start of the label, else line × 2.
   */
  private readonly termOf = new Numbers()
  private readonly lineOf = new Numbers()
  private sorted: { terms: string[]; starts: Uint32Array; postings: Uint32Array } | undefined
  private reached = new Uint8Array(0)
  private leading = new Uint8Array(0)

  add(lines: readonly string[]): void {
    this.sorted = undefined
    for (const line of lines) {
      const tab = line.indexOf('\t')
      const terms = tab < 0 ? searchTerms(line) : searchTerms(line.slice(0, tab), line.slice(tab + 1))
      for (let n = 0; n < terms.length; n++) {
        const term = terms[n] as string
        let id = this.ids.get(term)
        if (id === undefined) {
          id = this.ids.size
          this.ids.set(term, id)
        }
        this.termOf.push(id)
        this.lineOf.push(this.count * 2 + (n === 0 ? 1 : 0))
      }
      this.count++
    }
  }

  /**
   * Indexes of the lines in which every word is the prefix of a term: lines with a label that begins with one
   * of them first, else in list order.
   */
  find(words: readonly string[]): Uint32Array {
    const { count } = this
    const ranges = words.map((word) => this.range(word)).sort((a, b) => a.to - a.from - (b.to - b.from))
    if (ranges.some(({ from, to }) => from === to)) return new Uint32Array(0)
    const { postings } = this.sort()
    if (this.reached.length < count) {
      this.reached = new Uint8Array(count)
      this.leading = new Uint8Array(count)
    }
    const { reached, leading } = this
    reached.fill(0)
    leading.fill(0)
    ranges.forEach(({ from, to }, step) => {
      for (let at = from; at < to; at++) {
        const posting = postings[at] as number
        const line = posting >> 1
        if (reached[line] === step) reached[line] = step + 1
        if (posting & 1) leading[line] = 1
      }
    })
    const found = new Uint32Array(count)
    let length = 0
    for (const wanted of [1, 0]) {
      for (let line = 0; line < count; line++) {
        if (reached[line] === ranges.length && leading[line] === wanted) found[length++] = line
      }
    }
    return found.slice(0, length)
  }

  /** The range of postings with terms that begin with the word. */
  private range(word: string): { from: number; to: number } {
    const { terms, starts } = this.sort()
    const first = (holds: (term: string) => boolean) => {
      let low = 0
      let high = terms.length
      while (low < high) {
        const middle = (low + high) >> 1
        if (holds(terms[middle] as string)) high = middle
        else low = middle + 1
      }
      return starts[low] as number
    }
    return { from: first((term) => term >= word), to: first((term) => term > word && !term.startsWith(word)) }
  }

  private sort() {
    if (this.sorted) return this.sorted
    const { ids, termOf, lineOf } = this
    const terms = [...ids.keys()].sort()
    const rank = new Uint32Array(terms.length)
    terms.forEach((term, at) => {
      rank[ids.get(term) as number] = at
    })
    const starts = new Uint32Array(terms.length + 1)
    for (let n = 0; n < termOf.length; n++) {
      const after = (rank[termOf.values[n] as number] as number) + 1
      starts[after] = (starts[after] as number) + 1
    }
    for (let at = 0; at < terms.length; at++) starts[at + 1] = (starts[at + 1] as number) + (starts[at] as number)
    const next = starts.slice()
    const postings = new Uint32Array(termOf.length)
    for (let n = 0; n < termOf.length; n++) {
      const at = rank[termOf.values[n] as number] as number
      const place = next[at] as number
      next[at] = place + 1
      postings[place] = lineOf.values[n] as number
    }
    this.sorted = { terms, starts, postings }
    return this.sorted
  }
}
