import { plainName } from '../presence.ts'

/** Returns the words of a text in lower case, without accents. */
export const foldedWords = (text: string): string[] => plainName(text).split(' ').filter(Boolean)

/** A text as a finder searches it: folded once, where many queries search the same texts. */
export const searchable = (text: string): string => ` ${foldedWords(text).join(' ')}`

/** Returns a function that is true for a searchable text in which every word of the query is the start of a word; always false for a query without words. */
export function finderOf(query: string): (text: string) => boolean {
  const asked = foldedWords(query).map((word) => ` ${word}`)
  return (text) => asked.length > 0 && asked.every((word) => text.includes(word))
}

/** Returns true if every word of the query is the start of a word in the text; false for a query without words. */
export const findsWords = (query: string, text: string): boolean => finderOf(query)(searchable(text))
