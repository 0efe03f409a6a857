import { plainName } from '../presence.ts'

/** Returns the words of a text in lower case, without accents. */
export const foldedWords = (text: string): string[] => plainName(text).split(' ').filter(Boolean)

/** Returns true if every word of the query is the start of a word in the text; false for a query without words. */
export function findsWords(query: string, text: string): boolean {
  const asked = foldedWords(query)
  const words = foldedWords(text)
  return asked.length > 0 && asked.every((word) => words.some((other) => other.startsWith(word)))
}
