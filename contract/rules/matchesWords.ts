import { plainName } from './presence.ts'

/** Whether a text contains every word of a query, in any order. Ignores accents, case and punctuation. */
export function matchesWords(query: string, text: string): boolean {
  const plain = plainName(text)
  return plainName(query)
    .split(' ')
    .every((word) => plain.includes(word))
}
