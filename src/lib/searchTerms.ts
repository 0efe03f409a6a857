/** Letters without accents, lower case, no punctuation, repeated letters once: "Müller & Söhne" → "muler sohne". */
const plain = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s]+/gu, '')
    .replace(/(\p{L})\1+/gu, '$1')

const wordsOf = (text: string) => plain(text).split(/\s+/).filter(Boolean)

/** What a label is found by: its words and its initials ("Jane Smith" by "js"). */
export function searchTerms(label: string): readonly string[] {
  const words = wordsOf(label.replace(/>/g, ' '))
  const initials = words.map((word) => word[0] ?? '').join('')
  return words.length > 1 ? [...words, initials] : words
}

/** Every word that was typed begins one of the terms. */
export const matches = (terms: readonly string[], typed: readonly string[]): boolean =>
  typed.every((word) => terms.some((term) => term.startsWith(word)))

export const typedWords = wordsOf
