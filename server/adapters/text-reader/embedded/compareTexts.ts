import type { TextReaderAnswer, TextReaderQuestion } from '../textReader.ts'

/** Characters that readers mistake for each other count as the same. */
const lookalikes: Readonly<Record<string, string>> = { O: '0', Q: '0', I: '1', L: '1', S: '5', B: '8', Z: '2' }

/** Words without case, accents and punctuation. */
const wordsOf = (text: string): string[] =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toUpperCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .map((word) => word.replaceAll(/[OQILSBZ]/g, (letter) => lookalikes[letter] ?? letter))

/** True when the words follow each other in the text; a reader may split or join words, but not cut them. */
function hasWords(text: readonly string[], expected: string): boolean {
  return text.some((_, start) => {
    let length = 0
    // Stops at the first difference: both texts may come from strangers.
    for (let at = start; length < expected.length; at++) {
      const word = text[at]
      if (word === undefined || !expected.startsWith(word, length)) return false
      length += word.length
    }
    return true
  })
}

/** "Manpower: 12" in the languages of the reader. */
const manpowerWords =
  /\b(?:manpower|headcount|workers|crew size|trabajadores|obreros|trabalhadores|efetivo)\b[ \t]{0,4}[:=-]?[ \t]{0,4}(\d{1,4})\b/i

/**
 * The verdict on a text that was read: valid when each expected text is on the photo. No `success` when nothing was
 * read or nothing is expected.
 */
export function compareTexts(
  text: string,
  { validation, customValidation }: Pick<TextReaderQuestion, 'validation' | 'customValidation'>,
): TextReaderAnswer {
  const words = wordsOf(text)
  const expected = [...validation, ...customValidation].map((said) => ({ text: said, joined: wordsOf(said).join('') }))
  const results = expected
    .filter(({ joined }) => joined !== '')
    .map(({ text: said, joined }) => ({ text: said, found: hasWords(words, joined) }))
  if (words.length === 0 || results.length === 0) return {}
  const manpower = manpowerWords.exec(text)?.[1]
  return {
    success: results.every(({ found }) => found),
    validationResults: results,
    ...(manpower !== undefined && { manpower: Number(manpower) }),
  }
}
